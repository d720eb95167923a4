-- Members keep their seats at a won game until they go on or leave: lists show them those games, too.
-- What can't be read is no reason not to start.
update tables set seated = (
    select json_group_array(value ->> '$.user')
    from json_each(iif(json_valid(state), state, '{}'), '$.seats')
) where phase = 'won';
