/** When it happened. */
export const MOMENTS = `
returned: bring back, give back, hand back, take back, come back, send back, hand in, get back
return: bring back, give back, hand back, take back, send back, come back
borrowed: take out, check out, lend, get out
loaned: lend, borrow, take out, lend out
lent: borrow, take out, loan, give out
rented: hire, take out, let, lease
hired: take on, rent, start, employ, recruit
expires: run out, lapse, end, be up, go off, be valid until
expiry: run out, expire, lapse, end, be up, go off
expiration: run out, expire, lapse, end, be up
expired: run out, lapse, be up, go off
lapsed: run out, expire, end
validity: run out, expire, last, be valid
bestbefore: go off, keep until, expire, go bad
shelflife: keep, last, go off
warranty: cover, be covered, guarantee
guarantee: cover, be covered, promise
released: come out, bring out, put out, launch, issue
release: come out, bring out, put out, launch, issue
published: come out, bring out, put out, print, appear, issue
publication: come out, publish, bring out, print, appear
issued: give out, hand out, come out, put out, send out
launched: start, come out, bring out, open, go live
launch: come out, bring out, go live, start, open, set off
premiere: come out, open, show first
aired: go out, show, be on, broadcast
recorded: tape, cut, write down, log
written: pen, put down, compose
composed: write, make up
built: put up, make, construct, go up
made: build, produce, create, manufacture
manufactured: make, build, produce
produced: make, turn out, build
founded: set up, start, begin, start up, establish
established: set up, found, start, begin, open
incorporated: set up, found, register
formed: start, get together, set up, begin
created: make, set up, add, open, put in, start
added: put in, put on, enter, include
modified: change, alter, edit, amend
updated: change, edit, alter, amend
deleted: remove, get rid of, take off, wipe, scrap, take out
removed: take off, take out, delete, get rid of, take down
sold: go, get rid of, shift, flog, let go
bought: purchase, get, pick up, acquire
purchased: buy, pick up, acquire
acquired: buy, get, pick up, come by, take over
acquisition: acquire, buy, take over
ordered: buy, ask for, send for, place
paid: settle, pay up, cough up, clear, pay off
repaid: pay back, pay off, give back
refunded: pay back, give back, reimburse, hand back
settled: pay, pay up, pay off, clear
invoiced: bill, charge
billed: charge, invoice
charged: bill, cost, take
deposited: pay in, put in, bank
withdrawn: take out, pull out, draw out, drop out
delivered: bring, drop off, arrive, come, get here, bring round
shipped: send, send off, send out, go out, dispatch
dispatched: send out, send off, go out, ship
sent: post, mail, go out, send off, ship
posted: send, put up, mail, send off
received: get, come in, arrive, take in
arrived: come, get here, get in, turn up, come in, reach
departed: leave, set off, go, head off
collected: pick up, fetch, come for, gather
opening: open, open up, start
opens: start, begin
closes: shut, end, finish
closed: shut, shut down, finish, end, wind up
closing: close, shut, end
closure: close, shut, shut down, close down
started: begin, kick off, join, get going, set off
starts: begin, kick off, get going, set off, open
start: begin, kick off, get going, set off
kickoff: kick off, start, begin
ended: finish, stop, be over, wind up
ends: finish, stop, be over, run out, be up
end: finish, stop, be over, run out, be up
finished: end, complete, get done, be over, wrap up
completed: finish, get done, wrap up, carry out
completion: complete, finish, get done, be ready
done: finish, complete, carry out, get through
deadline: be due, hand in by, need to be
resolved: fix, sort out, settle, clear up, sort
fixed: mend, repair, sort out, put right
repaired: fix, mend, put right, sort out
serviced: look after, maintain, check over, overhaul
installed: put in, fit, set up, put up
inspected: check, look over, look at, go over
checked: look at, look over, inspect, go over
tested: try, try out, check, examine
cleaned: wash, tidy, scrub
replaced: change, swap, put in, renew
replacement: replace, change, swap, put in, renew
joined: sign up, start, become a member, come aboard, enrol
registered: sign up, join, enrol, put down
enrolled: sign up, join, start, register
subscribed: sign up, join, start
unsubscribed: opt out, leave, cancel, drop out
left: go, quit, leave, move on, move out
quit: leave, pack in, give up, resign
resigned: quit, leave, step down, pack in
retired: stop work, stop working, give up, finish
fired: sack, let go, dismiss, get rid of
dismissed: sack, fire, let go, get out
terminated: end, stop, sack, fire, let go
suspended: ban, stop, put on hold, exclude
banned: bar, kick out, exclude, block
cancelled: call off, pull out, scrap, drop, drop out
canceled: call off, pull out, scrap, drop, drop out
postponed: put off, put back, delay, move
delayed: hold up, put back, run late, be late
schedule: plan, be on, set for, run
reserved: book, put aside, hold, set aside
renewed: extend, keep on, take out again
accepted: say yes, take, agree, agree to
approved: ok, sign off, pass, agree, wave through
rejected: turn down, refuse, say no, knock back
declined: turn down, say no, refuse
submitted: hand in, turn in, send in, put in, give in
applied: put in for, go for, ask for
signed: put name to, agree, sign up, take on
granted: give, award, allow
awarded: give, win, hand out, present
won: come first, beat, take, pick up
lost: go missing, mislay, be beaten
stolen: nick, pinch, go missing, take, swipe
found: discover, come across, hand in, turn up
reported: raise, tell us, log, flag up, come in
called: ring, phone, ring up, get hold of
contacted: get in touch, ring, call, speak to, reach
visited: come, see, go to, come in, drop in
seen: see, come in, visit, spot, watch
watched: see, view, look at
read: get through, finish, look at
viewed: see, look at, watch
admitted: come in, take in, let in, book in
discharged: go home, send home, let out, let go
diagnosed: find out, find, come down with
prescribed: put on, order
vaccinated: jab, immunise, inject
treated: see to, look after, cure
born: arrive, have birthday
birthday: be born, turn, have a party
birthdate: be born, turn
birthplace: be born, come from, grow up
died: pass away, pass on, lose
deceased: die, pass away, pass on
married: wed, get hitched, tie the knot
divorced: split up, separate, break up
adopted: take home, take in, rehome
planted: sow, put in, grow
sown: plant, put in
harvested: pick, gather, crop
picking: pick, gather, harvest, choose
brewed: make, ferment
baked: make, cook
elected: vote in, choose, get in, win
appointed: take on, start, name, choose
promoted: move up, go up, step up
graduated: finish, leave, pass out, get degree
graduation: graduate, finish, leave, pass out
passed: get through, pass out, succeed
failed: go wrong, flunk, not pass, break, not get through
attended: come, turn up, go to, show up, be there, come along
missed: skip, be away, not turn up, not come
moved: move house, shift, relocate
relocation: relocate, move, shift
removal: remove, move, take away, clear out
move: shift, relocate
movein: move in, move into, start living
moveout: move out, leave
evicted: kick out, throw out, turf out
eviction: evict, kick out, throw out, turf out
occupied: live in, take up, be in
landed: touch down, come down, catch
parking: park, leave the car, pull in
towed: tow away, take away, haul off
tow: pull, haul, take away
disposal: get rid of, throw out, chuck out, scrap, throw away, dump
disposed: get rid of, throw out, scrap, chuck out, throw away
discarded: throw away, throw out, chuck out, bin
waste: throw away, throw out, bin, chuck out, dump
wastage: throw away, throw out, waste, bin
writeoff: write off, scrap, lose
scrapped: get rid of, throw out, write off, junk
recycling: recycle, reuse, take away
`;
