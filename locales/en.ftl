# English. Words fixed for the whole project: stock, pile, upcard, pack, hand, meld, lay off, initial meld, minimum,
# canasta (natural, mixed, wild), wild card, natural card, red three, black three, frozen, going out, concealed, side.
# Cards come in as symbols (K, 10, ★); $name is a seat or a player's name.

## Seats and sides
seat-north = North
seat-east = East
seat-south = South
seat-west = West
team-north-south = North–South
team-east-west = East–West
team-short-north-south = N–S
team-short-east-west = E–W

## Cards
card-red-three = red 3
card-black-three = black 3
ranks-three = black threes
ranks-four = fours
ranks-five = fives
ranks-six = sixes
ranks-seven = sevens
ranks-eight = eights
ranks-nine = nines
ranks-ten = tens
ranks-jack = jacks
ranks-queen = queens
ranks-king = kings
ranks-ace = aces
ranks-two = twos
ranks-joker = jokers
canasta-natural = natural canasta
canasta-mixed = mixed canasta
canasta-wild = wild canasta

## Refusals
illegal-round-over = The round is over.
illegal-not-your-turn = It is not your turn: { $name } is to play.
illegal-draw-first = First draw from the stock or take the pile.
illegal-already-drawn = You have already drawn or taken the pile this turn. Meld if you like, then discard.
illegal-question-pending = The partner has been asked and has not answered yet. Only the answer, or taking the question back, can come now.
illegal-no-question = No question is waiting for an answer.
illegal-stock-empty = The stock is empty: take the pile, or pass.
illegal-cannot-pass = You can pass only at the start of your turn, when the stock is empty.
illegal-must-take = The stock is empty, and the upcard { $rank } fits your side's meld of { $rank }: you must take the pile.
illegal-pile-empty = There is no pile to take.
illegal-pile-blocked-wild = The upcard is a wild card: the pile can't be taken until a natural card covers it.
illegal-pile-blocked-red-three = The upcard is a red three: the pile can't be taken until a natural card covers it.
illegal-pile-blocked-black-three = The upcard is a black three: the pile can't be taken until another card covers it.
illegal-pile-frozen-iced = The pile is frozen by a card in it: you need a pair of { $ranks } from your hand to go with the upcard, and { $held ->
    [0] there is none
    [1] there is only 1
   *[other] { $have ->
        [0] you have chosen none yet
       *[other] you have chosen only { $have }
    }
  }.
illegal-pile-frozen-unmelded = The pile is frozen to your side until it has melded: you need a pair of { $ranks } from your hand to go with the upcard, and { $held ->
    [0] there is none
    [1] there is only 1
   *[other] { $have ->
        [0] you have chosen none yet
       *[other] you have chosen only { $have }
    }
  }.
illegal-upcard-needs-more = The upcard { $rank } needs a pair of { $rank } from your hand, or one { $rank } and a wild card, or a meld of { $rank } on your side.
illegal-upcard-needs-more-black-three = A black-three upcard needs two or three black threes from your hand, without wild cards.
illegal-upcard-not-used = The upcard { $rank } must be melded at once: name the cards of your hand that join it.
illegal-one-card-for-one = With one card in your hand you can't take a pile of one card while the stock has cards. Draw instead.
illegal-not-in-hand = { $need ->
    [one] You named { $ranks }
   *[other] You named { $need } { $ranks }
  }, and your hand has { $have ->
    [0] none
   *[other] { $have }
  }.
illegal-nothing-placed = Name the cards that you put down.
illegal-rank-twice = { $rank } is named twice: put all cards of a rank into one meld.
illegal-not-a-meld-rank = No meld can be made of these cards: melds have a rank from 4 to A, and wild cards join them.
illegal-too-few-cards = A meld needs { $need } cards; { $rank } would have { $have }.
illegal-too-few-naturals = A meld needs { $need } natural cards; { $rank } would have { $have }.
illegal-too-many-wilds = The meld of { $rank } would have { $naturals ->
    [one] 1 natural card
   *[other] { $naturals } natural cards
  } and { $wilds ->
    [one] 1 wild card
   *[other] { $wilds } wild cards
  }; with so many natural cards it may have { $most ->
    [0] none
    [one] at most 1
   *[other] at most { $most }
  }.
illegal-no-wild-melds = These rules know no melds of wild cards alone.
illegal-wild-meld-too-small = A meld of wild cards needs { $need } cards at once; this one would have { $have }.
illegal-black-threes-with-wilds = Black threes are melded without wild cards.
illegal-black-threes-only-going-out = Black threes are melded only in the turn in which you go out, and after this you could not go out.
illegal-below-minimum = { $have ->
    [one] This puts down 1 point
   *[other] This puts down { $have } points
  }; your side's initial meld needs { $need }. The most you can put down now is { $best }.
illegal-must-keep-card = { $left ->
    [0] This would leave you no card
    [one] This would leave you only 1 card
   *[other] This would leave you { $left } cards
  }, and you can't go out: your side needs { $need ->
    [one] 1 canasta
   *[other] { $need } canastas
  } for that and would have { $canastas ->
    [0] none
   *[other] { $canastas }
  }. Keep one card to discard and one more.
illegal-must-keep-card-unable = { $left ->
    [0] This would leave you no card
    [one] This would leave you only 1 card
   *[other] This would leave you { $left } cards
  }, and you can't go out this turn. Keep one card to discard and one more.
illegal-bound-to-go-out = { $cause } After this you could not.
illegal-no-way-out-partner-said-yes = Your partner said yes, and after taking the pile like this you could not go out.
illegal-no-way-out-black-threes-laid = Black threes are melded only by a player who then goes out; after taking the pile like this you could not.
illegal-no-way-out-black-three-taken = The pile is taken from under a black three only by a player who then goes out; after taking it like this you could not.
illegal-no-way-out-taken-below-minimum = Below the minimum the pile is taken only by a player who then goes out; after taking it like this you could not.
illegal-partner-said-no = Your partner said no: you can't go out this turn. Keep one card to discard and one more.
illegal-no-partner = You have no partner to ask.
illegal-already-asked = You have already asked this turn.
illegal-too-late-to-ask = You can ask only after drawing from the stock and before melding.
illegal-cannot-go-out = You can't go out this turn, so there is nothing to ask: your side needs { $need ->
    [one] 1 canasta
   *[other] { $need } canastas
  } and has { $canastas ->
    [0] none
   *[other] { $canastas }
  }.
illegal-cannot-go-out-unable = You can't go out this turn, so there is nothing to ask: not all of your cards can go down.

## The same in the few words that fit where a menu would be: at most 45 characters, better fewer
brief-pile-empty = There is no pile to take
brief-blocked-wild = Blocked by a wild card
brief-blocked-red-three = Blocked by a red three
brief-blocked-black-three = Blocked by a black three
brief-frozen = Frozen: needs a pair of { $ranks }
brief-upcard-needs-more = Needs two { $ranks }, or one and a wild card
brief-upcard-needs-more-black-three = Needs two or three black threes
brief-one-card-for-one = One card can't take a pile of one
brief-below-minimum = At most { $best } points, { $need } needed
brief-must-keep-card = You can't go out yet: keep two cards
brief-bound = You must go out: meld first
brief-no-way-out = After this you could not go out
brief-partner-said-no = Your partner said no: you can't go out

## Why a player must go out this turn
bound-partner-said-yes = The partner said yes: you must go out this turn.
bound-black-threes-laid = You melded black threes: you must go out this turn.
bound-black-three-taken = You took the pile from under a black three: you must go out this turn.
bound-taken-below-minimum = You took the pile below the minimum: you must go out this turn.

## What happened: a name and what that player did
happened = { $name } { $what }
you = You
and-then = { $first }, { $then }
did-deal = dealt
did-lay-red-three = laid { $count ->
    [one] a red three
   *[other] { $count } red threes
  }
did-draw-red-three = drew { $count ->
    [one] a red three
   *[other] { $count } red threes
  }
did-replace = got { $cards } for it
did-draw = drew{ $count ->
    [one] { "" }
   *[other] { " " }{ $count } cards
  }
did-draw-cards = drew { $cards }
did-take-pile = took the pile ({ $cards ->
    [one] 1 card
   *[other] { $cards } cards
  })
did-meld = melded { $cards }
did-lay-off = laid off { $cards }
makes-canasta = { $what } (a { $canasta })
did-bind = must now go out
did-discard = discarded { $card }
did-ask = asked “may I go out?”
did-withdraw = took the question back
did-answer-yes = answered yes
did-answer-no = answered no
did-pass = declined the pile
did-go-out = went out
did-go-out-concealed = went out concealed
turned-up = Turned up: { $card }
game-won = { $team } won the game!
game-won-by = { $names } ({ $team }) won the game!
both-names = { $first } and { $second }
ending-went-out = The round is over.
ending-stock-empty = The round is over: the stock is empty.
ending-no-take = The round is over: the stock is empty, and the pile can't be taken.
ending-passed = The round is over: the stock is empty, and the pile was declined.
ending-last-red-three = The round is over: the last card of the stock was a red three.

## What happened to the people at a table
stand-in-name = Robot for { $name }
happened-left = { $name } left: the computer plays on.
happened-left-waits = { $name } left: the seat waits for somebody.
happened-left-after = { $name } left.
happened-voted-out = { $name } was absent and was voted out: the computer plays on.
happened-voted-out-waits = { $name } was absent and was voted out: the seat waits for somebody.
happened-no-rematch = { $name } was away when the game ended: the computer plays in this one.
happened-no-rematch-waits = { $name } was away when the game ended: the seat waits for somebody.
happened-sat-down = { $name } took { $before }'s seat.
happened-new-host = { $name } is the host of this table now.
happened-back = { $name } is back.
happened-back-in-turn = { $name } is back: the computer ends this turn.
happened-time-up = Time was up: the computer plays this turn for { $name }.
happened-away = Time was up again: the computer plays on until { $name } is back.
happened-waits-no-longer = Time was up again: the computer plays on at { $name } until somebody takes the seat.
happened-unanswered = { $name } did not answer in time: it counts as not asked.
happened-paused = The game was paused.
happened-went-on = { $name } ended the pause.
happened-clock-started = { $name } started a clock: 24 hours a turn.
happened-vote-lost-end = The vote is over: the game goes on.
happened-vote-lost-pause = The vote is over: the game is not paused.
happened-vote-lost-replace = The vote is over: { $name } keeps the seat.
happened-vote-lost-here = The vote is over: { $name } is here, and keeps the seat.

## What can be done
action-draw = Draw from the stock
action-take = Take the pile with { $cards }
action-take-onto = Take the pile: { $rank } onto your meld
action-take-choose = Take the pile: choose what goes with { $rank }
action-take-and-meld = { $take }, melding { $cards }
action-meld = Meld { $cards }
action-meld-points = Meld { $cards } ({ $points } points)
action-lay-off = Lay off { $cards }
action-put-down = Put down { $cards }
action-discard = Discard { $rank }
action-ask = Ask your partner: may I go out?
action-withdraw = Take the question back
action-answer-yes = Yes: your partner must go out this turn
action-answer-no = No: your partner can't go out this turn
action-pass = Pass: decline the pile, and the round ends
action-going-out = { $what } and go out
wilds-on = { $cards } on { $rank }
wilds-for = { $cards } for a meld of { $ranks }

## Score sheet
sheet-melded-cards = Melded cards
sheet-natural-canastas = Natural canastas
sheet-mixed-canastas = Mixed canastas
sheet-wild-canastas = Wild canastas
sheet-concealed-canastas = Concealed canastas
sheet-red-threes = Red threes
sheet-going-out = Going out
sheet-left-in-hands = Left in hands
sheet-round = Round
sheet-before = Before
sheet-total = Total

## Rule sets
rule-set-classic = classic
    .line = { $players ->
        [2] Red threes wait for your first turn; the round ends with the stock.
       *[other] You may ask your partner before going out; red threes wait for your first turn; the round ends with the stock.
    }
rule-set-playout = playout
    .line = When the stock is empty, play goes on with the pile; a card that fits must then be taken.
rule-set-concealed = concealed
    .line = A canasta put down in one go from the hand earns 100 more.
rule-set-wild = wild
    .line = Seven wild cards at once are a canasta for 2000; black threes left in hand cost 100.
rule-set-changed = { $set } ({ $changes ->
    [one] 1 option changed
   *[other] { $changes } options changed
  })
title-target = { $set } to { $points }
title-one-round = { $set }, one round

## Options
option-value = { $label }: { $value }
option-players = Players
    .help = Two players, each alone, or four in partnerships.
    .value-2 = 2, each alone
    .value-4 = 4, in partnerships
option-target = Target
    .help = The game is over when a side has this many points after a round.
    .number = { $count } points
    .value-one-round = one round
option-dealt = Cards dealt
    .help = Cards dealt to each player.
    .number = { $count } to each player
option-drawn = Cards drawn in a turn
    .help = Cards that a player draws from the stock, unless they take the pile.
    .number = { $count }
option-turned-over = First upcard
    .help = An upcard that is wild or a three can't be taken: so the next card can be turned up on it.
    .value-wild-or-red-three = covered by the next while wild or a red three
    .value-wild-or-any-three = covered by the next while wild or any three
    .value-never = stays, whatever it is
option-freezing = Frozen after the deal
    .help = A frozen pile is taken only with a pair of its upcard. A discarded wild card always freezes it.
    .value-wild-and-red-three = if a wild card or red three was turned up
    .value-wild-only = if a wild card was turned up
option-red-threes = Red threes dealt
    .help = Red threes are bonus cards: they are laid down, and replaced from the stock.
    .value-at-the-deal = laid and replaced at once
    .value-at-the-first-turn = laid and replaced in the first turn
option-wild-limit = Wild cards in a meld
    .help = How many twos and jokers may join the natural cards of a meld.
    .value-at-most-three = at most 3
    .value-not-more-than-naturals = at most 3, not more than natural cards
    .value-fewer-than-naturals = at most 3, fewer than natural cards
option-wild-melds = Melds of twos and jokers alone
    .help = Such a meld is a canasta from its beginning, for 2000 points.
    .value-no = none
    .value-seven-at-once = of seven or more, put down at once
option-canastas = To go out, a side needs
    .help = Going out is playing the last card. A canasta is a meld of seven cards or more.
    .number = { $count ->
        [one] 1 canasta
       *[other] { $count } canastas
    }
option-going-out = Points for going out
    .help = Points for the side whose player plays their last card, which ends the round.
    .number = { $count ->
        [0] none
       *[other] { $count }
    }
option-concealed-out = Points for going out concealed
    .help = In all, for putting down the whole hand in one turn, a canasta in it, nothing melded before.
    .number = { $count ->
        [0] none
       *[other] { $count }
    }
option-concealed-by = Concealed means
    .help = Which player can go out concealed: one without a meld of their own, or of a side without one.
    .value-player = the whole hand in one turn, with a canasta; the player had no meld yet
    .value-side = the whole hand in one turn, with a canasta; the side had no meld yet
option-mercy = Concealed with lay-offs on the partner's melds
    .help = Whether cards that join melds of the partner's keep a player from going out concealed.
    .value-no = no
    .value-yes = yes, if those cards are melds by themselves
option-concealed-minimum = Minimum when going out concealed
    .help = Whether the minimum for a side's first melds is asked of who goes out concealed, too.
    .value-always = needed
    .value-after-take = needed after taking the pile
    .value-never = not needed
option-concealed-canasta = A canasta put down whole from the hand
    .help = Points for putting seven cards or more down as one meld, besides those for the canasta.
    .number = { $count ->
        [0] earns nothing more
       *[other] earns { $count } more
    }
option-empty-stock = When the stock is empty
    .help = Where play goes on, a player only takes the pile, and has to if its upcard fits an own meld.
    .value-round-ends = the round ends with that turn
    .value-play-goes-on = play goes on with the pile
option-last-red-three = A red three as last card of the stock
    .help = What happens when the last card of the stock is a red three and nothing else was drawn.
    .value-round-ends = ends the round
    .value-turn-goes-on = is laid, and the turn goes on
option-black-three-left = A black three left in hand costs
    .help = Points against a side for each black three that is in a hand when the round ends.
    .number = { $count ->
        [0] nothing
       *[other] { $count }
    }
option-black-three-upcard = A pile under a black three
    .help = Usually a black three on the pile keeps it from being taken until another card covers it.
    .value-never = can't be taken
    .value-going-out = can be taken to go out, with two or three more
option-one-card-for-one = A pile of one card, with one card in hand
    .help = Whether a player with one card may take a pile of one card while there is a stock.
    .value-no = can't be taken
    .value-yes = can be taken

## Settings that can't be played
bad-option-unknown-key = There is no option “{ $key }”.
bad-option-unknown-value = “{ $value }” is no value of { $key }; it can be: { $values }.
unplayable-out-of-range = { $key } has a value that it can't have; it can be: { $values }.
unplayable-too-few-cards = At most { $most } cards can be dealt to each here: dealing can take { $need }, and the pack has { $have }.
unplayable-concealed-below-going-out = Going out concealed earns { $concealed } in all, less than the { $open } for going out.

## Table and hand
table-round = { $title } · round { $round }
table-pile-empty = PILE empty
table-pile = PILE { $card } · { $cards ->
    [one] 1 card
   *[other] { $cards } cards
  }
table-frozen = FROZEN
table-blocked = BLOCKED
table-frozen-unmelded = frozen until your side melds
table-stock = STOCK { $cards }
table-minimum = minimum { $points }
table-minimum-met = minimum { $points } ✓
table-red-threes = red threes { $count }
table-no-melds = no melds yet
table-canasta-natural = NATURAL CANASTA
table-canasta-mixed = MIXED CANASTA
table-canasta-wild = WILD CANASTA
hand-of = { $name }'s hand ({ $cards ->
    [one] 1 card
   *[other] { $cards } cards
  }):
hand-empty = no cards
hand-waiting = red 3 ×{ $count } (laid in your turn)

## Terminal
welcome = Canasta. Type a number, or a command: help explains both.
you-play = You play { $names }. The computer plays the other seats ({ $level }).
partner-asks = { $asker } asks { $name }: may I go out?
choices = You can:
hand-over = The next to act is { $name }. When nobody else is looking, press Enter.
deal-next = Press Enter to deal the next round.
all-hands = All hands:
went-out-hand = (out)
thanks = Goodbye.
no-choice = There is no choice { $number }: they go from 1 to { $most }.
not-understood = Not understood: { $problem }.
hint-way-out = You can go out this turn: { $what }.
hint-way-out-discard = You can go out this turn: { $what }, then discard { $rank }.
hint-discard-out = You can go out this turn: discard { $rank }.
hint-opens = Your hand has melds of { $best } points; your side's initial meld needs { $need }.
hint-opens-not = Your hand has melds of { $best } points, too few: your side's initial meld needs { $need }.
hint-canastas = Your side needs { $missing ->
    [one] 1 more canasta
   *[other] { $missing } more canastas
  } to go out.
hint-offered = You could:
rules-help = “rules help” explains each of them.
help =
    A turn: draw one card or take the pile; meld if you like; discard one card.
    A meld is three or more cards of one rank, fours to aces, at least two of them natural. Twos and jokers (★) are wild.
    Seven cards are a canasta; your side needs one (or more, see rules) to go out.
    The first meld of your side must reach the minimum shown beside its total.
    Points of cards: jokers 50; aces and twos 20; kings down to eights 10; sevens down to fours, and black threes, 5.

    Type the number of a choice, or:
      draw              draw from the stock
      take KK           take the pile, two kings of your hand joining its upcard
      take K+           take the pile, its upcard joining your side's meld of kings
      meld KKK 99*      meld three kings, and two nines with a joker (*)
      meld 77 K+2       add two sevens to your side's meld, and a two to its kings
      discard 4         end your turn with a four
      ask, withdraw     ask your partner whether you may go out; take the question back
      answer yes        answer your partner (or: answer no)
      pass              decline the pile when the stock is empty
    Write 10 or T for a ten, * for a joker. Also: table, rules, hint, quit.

## Replay
replay-end = The record ends here.
replay-unreadable = { $file }: { $problem }
replay-line = { $file }: line { $line }: { $name } can't do this: { $reason }
replay-cannot-deal = { $file }: line { $line }: no round can be dealt here: { $reason }
cannot-deal-round-in-play = a round is in play.
cannot-deal-game-over = the game is over.
file-failed = { $file }: { $problem }
arena-report =
    { $a } won { $wins } % of { $games } games against { $b } (95 %: { $low } to { $high }).
    { $diff } points a round (± { $reach }), over { $rounds } rounds; { $out } % of them ended by going out.
    { $speed } rounds a second; a move took { $median } ms (median), 99 of 100 at most { $slow } ms.
    { $illegal ->
        [0] No choice was illegal.
        [one] 1 choice was illegal.
       *[other] { $illegal } choices were illegal.
    }
bad-seat = “{ $seat }” is no seat of this game; the seats are { $seats }.
bad-rule-set = There is no rule set “{ $name }”; there are: { $sets }.
bad-level = There is no level “{ $name }”; there are: { $levels }.
bad-option-form = “{ $text }” should be option=value, as in drawn=2.

## Discord: the table message
table-number = Table { $number }
game-begins = The game begins: { $names }
turn-to-play = { $name } to play
turn-time = time limit { $when }
turn-asked = { $name }: { $asker } asks “may I go out?”
turn-free-seat = { $name }: the seat is free, and waits for somebody
turn-stood-in = { $name }: the computer plays
button-call-clock = Start a clock: 24 hours a turn
button-my-hand = My hand
button-draw = Draw
button-log = Log
button-rules = Rules
button-help = Help
button-answer = Answer

## Discord: the lobby
lobby-free = free
lobby-host = { $name } (host)
ended = This table has ended.
ended-by-host = { $name }, the host, has ended this table.
ended-by-manager = { $name }, who may manage this channel, has ended this table.
ended-by-vote = The players have ended this table by a vote.
ended-idle-lobby = This table has ended: for half an hour nobody did anything here.
ended-idle = This table has ended: for 30 days nobody did anything here.
pace-none = Clock: none
pace-ninety-seconds = Clock: 90 seconds a turn
pace-five-minutes = Clock: 5 minutes a turn
pace-hour = Clock: 1 hour a turn
pace-day = Clock: 24 hours a turn
left-seats-computer = Left seats: the computer plays on
left-seats-wait = Left seats: wait for somebody
lobby-made-room = { $computer } made room for { $name }.
lobby-full = All seats are taken: the host can start.
lobby-full-with-computers = All seats are taken: the host can start. A computer player makes room for whoever joins.
lobby-waits = { $free ->
    [one] 1 seat is free
   *[other] { $free } seats are free
  }.
button-join = Join { $team }
button-leave = Leave
button-start = Start
button-shuffle = Shuffle seats
button-options = Options
button-cancel = End the table
button-back = Back
add-computer = Add a computer player…
add-computer-choice = Computer ({ $level }) for { $team }
add-computer-full = No seat is free for a computer player
lobby-computer = { $name } ({ $level })
remove-nobody = Nobody else sits here
remove-whom = Send somebody away…
options-which = Change an option…
options-value = Choose a value…
options-now = Now: { $value }
options-changed = ✓ { $label }: { $before } → { $after }
options-unchanged = { $option }, as before.
options-set = ✓ { $what }
options-sent-away = ✓ { $name } was sent away.

## Discord: the hand
hand-place = Table { $number } · round { $round } · { $seat }
hand-partner = partner { $name }
hand-since = Since your turn:
hand-earlier = … earlier: see “Log”
hand-asked = { $name } asks: may I go out? Yes: your partner must go out this turn. No: your partner can't.
hand-time = Time limit: { $when }.
hand-went-out = You went out.
hand-paused = The game is paused: “Go on”, on the table, ends the pause.
hand-not-your-turn = Waiting for your turn.
hand-no-channel = The channel of this table is gone, so it rests. In any channel, /canasta table takes it there.
took-seat-between-rounds = The seat is yours: you play from the next deal on.
hand-seat-lost = You don't sit at this table any more.
hand-away = You are away: the computer plays on for you until you click anything here.
hand-awaiting = Your partner has been asked.
hand-to-draw = Your turn: draw.
hand-to-draw-or-take = Your turn: draw, or take the pile.
hand-take-or-pass = Your turn. The stock is empty: take the pile, or pass.
hand-drew = { $happened }.
hand-took = You took the pile: { $cards }
hand-drawn = Your turn: meld if you like, then discard.
hand-partner-said-no = The partner said no: you can't go out this turn.
hand-after-round = The result and the next deal are on the table's message.
hand-after-game = The game is over: the result and “Rematch” are on the table's message.
hand-minimum = Your side's initial meld needs { $need } points.
points-of = { $points } points, { $need } needed
draft-now = { $cards } — { $points }
draft-plan = Planned: { $cards } — { $points }
draft-empty = Nothing put together yet
menu-plan = Plan melds: pick several…
menu-meld = Meld or lay off: pick several…
menu-take = Take the pile with…
menu-discard = Discard…
menu-rank = Which meld?
menu-another-rank = Another meld…
off-answer-first = First answer your partner
off-no-melds = Nothing to meld in this hand
off-no-more-melds = Nothing more to meld in this hand
off-play-first = Play or clear the draft first
off-not-your-turn = Not your turn yet
off-waiting-for = Waiting for { $name }
off-no-take = The pile can't be taken now
off-no-discard = Nothing can be discarded now
off-no-other-rank = No other meld can be built
off-confirm = Discard it, or keep it
offer-opens = { $points } points · reaches the minimum
offer-points = { $points } points
offer-canasta = { $points } points · makes a { $canasta }
offer-lay-off = { $points } points · then { $cards }
take-onto = onto your meld of { $ranks }
discard-one-of = { $card } (one of { $count })
risk-freezes = freezes the pile
risk-they-meld = the other side has a meld of it
build-choice = { $held } in hand, { $melded } in the meld
wild-cards = wild cards
natural = natural
card-joker = ★ joker
confirm-freezes = Discarding { $card } freezes the pile. Really?
confirm-they-meld = The other side has a meld of { $card }. Really discard it?
button-take = Take the pile ({ $cards ->
    [one] 1 card
   *[other] { $cards } cards
  })
button-take-later = Take the pile
button-pass = Pass
button-play = Play
button-play-points = Play: { $points }
button-take-points = Take: { $points }
button-go-out = Go out
button-ask = Ask partner
button-withdraw = Take the question back
button-yes = Yes, go out
button-no = No, play on
button-build = Build
button-build-take = Build the take
button-clear = Clear
button-remove-wild = − wild
button-discard = Discard { $card }
button-keep = Keep it
button-refresh = Refresh
button-hint = Hint

## Discord: after a round, the log, help, lists
next-round-at = The next round is dealt { $when }.
button-deal = Deal the next round
button-rematch = Rematch
counted-apart = With a computer player at its end: counted apart in /canasta stats, and not on the leaderboard.
rematch-seats = Rematch: { $names }
rematch-if-back = { $name } (if back)
rematch-free = { $name } (free)
button-rounds = All rounds
button-melds = Melds
rounds-choose = Sheet of a round…
rounds-gone = This table has gone on with another game: the rounds of the one before can't be looked up any more.
rounds-round = Round { $round }
button-show-here = Show here
button-page-back = ◀
button-page-on = ▶
log-heading = What happened in round { $round }
log-nothing = Nothing yet.
rules-minimums =
    The minimum, which a side's first melds of a round must reach in points of their cards, by the side's total:
    15 points below 0, 50 from 0 on, 90 from 1500 on, 120 from 3000 on.
help-heading-game = Canasta in short
help-game =
    A turn: draw from the stock or take the whole pile; meld if you like; discard one card.
    A meld is three or more cards of one rank, from fours to aces, at least two of them natural. Twos and jokers (★) are wild. Your side shares its melds.
    Seven cards are a canasta: 500 points if natural, 300 if mixed. Your side needs one (or more, see Rules) to go out.
    Your side's first meld must reach the minimum shown on the table.
    Taking the pile needs its upcard to be melded at once: with two of its rank from your hand; or, if the pile is not frozen, with one and a wild card, or on your side's own meld. A wild card in the pile freezes it; it is frozen to you until your side has melded.
    Points of cards: jokers 50; aces and twos 20; kings down to eights 10; sevens down to fours, and black threes, 5. Each red three earns 100, all four 800: against a side without a meld.
help-heading-discord = Playing here
help-discord =
    `/canasta new` opens a table; with `computers:3` you play at once, alone with the computer.
    “My hand” shows your cards to you alone. When it is your turn you are mentioned; “Draw” on the table message draws and shows your hand.
    In your hand, pick melds in the first menu, several at once, then “Play”; discard in the second menu.
    “Take the pile” takes it where one way is best; else choose one in the menu. “Build” puts a meld together card by card, “Build the take” a take of the pile.
    Between your turns you can plan melds: the plan stays while your cards cover it.
    With a clock, the computer plays a turn that is not played in time; after three in a row it plays on for that player, until they click anything.
stats-none = No rated game yet.
stats-games = Games: { $value }
stats-wins = Won: { $value } ({ $share } %)
stats-rounds = Rounds: { $value }
stats-points = Points: { $value } ({ $average } a round)
stats-best = Best round: { $value }
stats-canastas = Canastas: { $natural } natural, { $mixed } mixed, { $wild } wild
stats-concealed-canastas = Canastas put down at once from the hand: { $value }
stats-outs = Went out: { $value } (concealed: { $concealed })
leaderboard-heading = Leaderboard
leaderboard-none = No rated game yet.
leaderboard-wins = won
leaderboard-games = of
leaderboard-points = points

## Discord: what a table refuses
refusal-no-such-table = This table no longer exists.
refusal-game-begun = The game has begun.
refusal-no-game = No game is in play here.
refusal-not-seated = You don't sit at this table.
refusal-not-host = Only the host, { $name }, can do this.
refusal-may-not-end = Only the host, { $name }, can end this table; or, in its channel, a member who may manage the channel.
refusal-seated-already = You sit there already.
refusal-side-full = { $team } has no free seat.
refusal-seats-free = { $free ->
    [one] 1 seat is still free
   *[other] { $free } seats are still free
  }.
refusal-no-computer = No computer player sits there.
refusal-no-seat-left = Nobody left a seat at this table that you could take.
refusal-saw-another-hand = You have seen the hand of { $name } in this round: until it is scored you can take no other seat.
refusal-computer-plays = The computer plays this turn for you; your next turn is yours again.
refusal-no-call = A clock can be called for only once the table has waited for 24 hours without one.
refusal-stale = The table went on meanwhile: here is how it stands now.
refusal-too-many-seated = More than two people sit here: somebody must leave first.
refusal-cannot-deal = No round can be dealt: { $reason }

## Answers on Discord

click-unreadable = That button is from an older message. Use /canasta hand or /canasta table.
failure = Something went wrong here: look how the table stands before you try again. If you report it, say { $id }.
permissions-missing = I can't keep a table here. I lack: { $names }.
table-barred = I may not post in { $place }, where this table stands. Whoever manages that channel can allow it.
permissions-thread-within-thread = A thread can't have a thread of its own: without “thread”, the table would stand in this one.
permissions-without-thread = A table in this channel itself, without a thread, would work.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-create-public-threads = Create Public Threads
permission-send-messages-in-threads = Send Messages in Threads
table-opened = Table { $number } is open. Members join by its buttons; add computer players to seats that stay free, then start.
table-opened-in = Table { $number } is open in { $place }. Members join there; add computer players to seats that stay free, then start.
table-opened-target = Set how many points win with its Options, before you start.
end-question = End table { $number } for good? A game that is not over does not count.
end-question-lobby = End table { $number }? Whoever has joined it would have to join another.
end-kept = Nothing was ended.
button-end = End the game
button-end-lobby = End the table
button-take-over = Take the free seat
computer-name = Robot { $seat }
level-random = random
level-easy = easy
level-normal = normal
left-table = You have left table { $number }.
left-won-game = You have left table { $number }. A rematch begins without you.
left-game = You have left table { $number }. The computer plays on for you; “Take the free seat” lets you come back, or somebody else sit down.
stats-computers = With computer players (counted apart): { $games ->
        [one] 1 game
       *[other] { $games } games
    }, { $wins } won
refusal-vote-open = Another vote is still open at this table.
refusal-no-vote = No vote is open at this table any more.
refusal-nobody-to-replace = Several are absent: say who of those who sit at this table is to be replaced.
refusal-not-of-table = This member does not sit at this table: only who sits here can be replaced.
refusal-not-absent = { $name } is not absent. Only who has done nothing at this table for five minutes, or for a turn's time where that is longer, can be replaced.
refusal-nobody-absent = Nobody is absent. Only who has done nothing at this table for five minutes, or for a turn's time where that is longer, can be replaced.
refusal-paused = The table is paused: “Go on” ends the pause.
refusal-no-channel = { hand-no-channel }
vote-line = 🗳 { $name } asks: { $motion } { $yes } of { $needed } needed · ends { $when }
vote-asked = Still to vote: { $names }
vote-somebody = Somebody
vote-end = end the game?
vote-pause = pause the game?
vote-replace = give up the seat of { $name }, who is absent?
vote-begun = The vote is open for ten minutes, below the table.
vote-carried = It is decided.
vote-counted = Your vote counts. You can change it while the vote is open.
vote-over = Your vote counts, and the vote is over.
button-vote-yes = Yes
button-vote-no = No
button-go-on = Go on
table-paused = ⏸ The game is paused.
went-on = The game goes on.
left-seat-waits = You have left table { $number }. Your seat waits; “Take the free seat” lets you come back, or somebody else sit down.
stats-left = Left before the end: { $games ->
        [one] 1 game
       *[other] { $games } games
    }
button-keep-playing = Keep playing
button-keep-lobby = Keep it open
table-ended = Table { $number } has ended.
table-moved = Table { $number } stands here now, and goes on.
table-shown-again = Your table is at the bottom of its channel again: { $link }
pings-always = You are pinged whenever a table waits for you.
pings-when-away = You are pinged when a table waits for you and you seem to be away: no click for two minutes, or none in the first minute of your turn. With a clock, a turn whose time is nearly up rings once more.
pings-never = You are never pinged. “Refresh” in your hand, or /canasta tables, shows when it is your turn.
tables-none = You sit at no table here. Open one with /canasta new, or see /canasta tables.
tables-none-but-won = You sit at no table in play here. **Games that are over: a rematch is a click away**
tables-post-which = **Which table do you want to see at the bottom of its channel?**
hand-in-lobby = The game at { $table } has not begun: there are no cards yet.
leave-last = You are the last player there: to leave is to end the game.
tables-several = **You sit at several tables: “My hand” on the message of one opens your hand there.**
tables-vote-which = **At which table do you want to begin this vote?**
tables-leave-which = **Which table do you want to leave?**
tables-end-which = **Which table is to end?**
tables-choose = Choose a table…
tables-mine = **Your tables**
tables-won = **Games that are over: a rematch is a click away**
tables-open = **Tables you can join**
tables-no-such = None.
tables-more = … and { $count } more
tables-free = { $free ->
    [one] 1 seat free
   *[other] { $free } seats free
  }
tables-room = a computer player makes room
tables-full = all seats are taken
tables-your-turn = your turn
tables-no-channel = its channel is gone: in any channel, /canasta table takes it there
tables-round = round { $round }
tables-over = over
thread-name = Canasta · table { $number }

## Commands: what each does, and what its options are for. Their names are the code's, in every language
command-canasta = Play Canasta
command-new = Open a table in this channel
    .rules = Which rules (classic)
    .players = How many play (4)
    .target = Until when (5000 points)
    .thread = Give the table a thread of its own
    .computers = How many seats the computer plays (none); if none stays free, the game begins at once
    .level = How well the computer plays (normal)
    .clock = How long a turn may take (none: as long as it takes)
    .left_seats = What becomes of a seat that somebody leaves (the computer plays on)
command-hand = See your hand
command-table = Show your table at the bottom of its channel again
command-tables = List your tables, and those you can join
command-rules = Read the rules with their numbers
    .rule_set = Which rules (your table's, or classic)
command-leave = Leave your table; in a game, the computer plays on for you
command-end = End your table for good
command-vote = Let the players of your table decide something together
    .about = What about
    .member = Whom to replace (the absent player whom the table waits for)
command-stats = See what you, or somebody else, have won here
    .member = Whose (yours)
command-leaderboard = See the best of this server
command-pings = Choose when you are pinged as your turn comes
    .when = When (without it, you are told what you chose)
command-help = How to play here

## Commands: what can be chosen. Rule sets and levels are called as everywhere else
choice-players-four = 4, in partnerships
choice-players-two = 2, each alone
choice-target-5000 = 5000 points
choice-target-3000 = 3000 points
choice-target-1500 = 1500 points
choice-target-one-round = one round
choice-target-other = another number (set it by Options)
choice-clock-none = none
choice-clock-ninety-seconds = 90 seconds a turn
choice-clock-five-minutes = 5 minutes a turn
choice-clock-hour = 1 hour a turn
choice-clock-day = 24 hours a turn
choice-pings-always = always
choice-pings-when-away = only when I seem to be away
choice-pings-never = never
choice-left-seats-computer = the computer plays on
choice-left-seats-wait = wait for somebody
choice-vote-pause = pause the game
choice-vote-end = end the game
choice-vote-replace = replace an absent player

## The program

no-token =
    DISCORD_TOKEN is not set: put the bot's token there, or in a file .env beside the program (see .env.example).
    A token comes from Discord's developer portal: New Application, Bot, Reset Token.
    Without Discord, play in the terminal: canasta play
sandbox-open = Open this address in a browser; Ctrl+C here ends it.
sandbox-no-channels = { $database } has no { $file } beside it: its tables stand in channels that do not exist here.
check-database = The database { $url } can be used.
check-token = DISCORD_TOKEN is set.
