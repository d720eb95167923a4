-- Steps never fall from one event to the next: the first of a round is found from the end of the history, by number.
-- An index by step cost every move one more page to write.
drop index events_by_step;
