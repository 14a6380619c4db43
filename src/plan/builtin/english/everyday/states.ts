/** How stored states are said. */
export const STATES = `
cancelled: called off, scrapped, axed, dropped, pulled
canceled: called off, scrapped, axed, dropped, pulled
completed: finished, done, wrapped up, sorted, over
complete: finished, done, all done, ready
finished: done, over, completed, ended
done: finished, sorted, completed, dealt with, ticked off
pending: waiting, still to do, not done yet, outstanding, undecided
waiting: pending, held up, in the queue
awaiting approval: waiting for ok, not signed off, needs sign off
awaiting payment: still to pay, not paid yet, waiting for money
awaiting parts: waiting for parts, stuck for parts
awaiting collection: ready to collect, waiting for pickup, not picked up
awaiting reply: no answer yet, waiting to hear
no show: not turn up, not show up, not show, not turned up, not come, didnt turn up, never came, didnt show, failed to appear, missed, stood us up
attended: turned up, came, showed up, was there, made it
absent: away, not there, off, missing, didnt come
present: turned up
late: behind, not on time, tardy
missed: didnt turn up, skipped, not kept
excused: let off, away with permission
arrived: turned up, got here, landed
checked in: arrived, signed in
checked out: left, gone, borrowed, taken out, out
departed: left, gone, took off, set off
delayed: running late, late, held up, behind
on time: punctual, as planned, not late
boarding: getting on
landed: touched down, arrived, down
diverted: sent elsewhere, rerouted
shipped: sent, sent out, posted, on its way, gone out
dispatched: sent, sent out, posted, gone out
in transit: on its way, en route, on the road, coming
out for delivery: on the van, coming today
delivered: dropped off, arrived, got there, handed over
undelivered: not arrived, didnt get there
returned: sent back, brought back, handed back, back, given back
return requested: wants to return, wants money back
refunded: money back, paid back, reimbursed, given money back
partially refunded: some money back, part paid back
lost: missing, gone missing, cant be found, beaten, defeated
missing: gone, lost, cant be found
stolen: nicked, pinched, taken, robbed, swiped
found: turned up, tracked down, located
damaged: broken, bashed, dented, banged up, wrecked
broken: bust, not working, knackered, kaput, out of order
faulty: not working, dodgy, broken, playing up
out of order: broken, not working, down, bust
under repair: being fixed, being mended, in the workshop, in the garage
in repair: being fixed, being mended, in the workshop
repaired: fixed, mended, put right
overdue: late, past due, should be back, not back yet, behind
due: owed, owing
active: current, live, still going, running, on the books
inactive: not active, dormant, no longer used, lapsed, left
enabled: switched on, turned on
disabled: switched off, turned off, off
suspended: banned, barred, stopped, blocked
banned: barred, kicked out, blocked, not allowed
blocked: stuck, barred, held up, locked out
locked: shut, blocked
archived: filed away, put away, stored
deleted: removed, got rid of, wiped, binned, gone
removed: taken out, taken off, got rid of
draft: not finished, unfinished, not sent, rough
submitted: sent in, handed in, put in
under review: being looked at, being checked, being considered
in review: being looked at, being checked
reviewed: looked at, checked, looked over
approved: signed off, okayed, passed, accepted, agreed, green lit
rejected: turned down, knocked back, refused, said no, thrown out, declined
declined: turned down, refused, said no, cant come
refused: turned down, said no, rejected
denied: turned down, refused, not allowed
accepted: said yes, agreed, taken, taken on, got in
offered: given an offer, made an offer
shortlisted: in the running, made the shortlist, through
applied: put in, asked for
interviewed: seen, met
hired: taken on, got the job, given a job
withdrawn: pulled out, backed out, dropped out, taken back
tentative: maybe, not sure, pencilled in, not certain
confirmed: definite, certain, locked in, firmed up, said yes
unconfirmed: not certain, not definite, provisional
provisional: pencilled in, not definite, not certain
scheduled: planned, booked in, coming up, lined up, arranged
planned: coming up, lined up, in the pipeline, still to come
upcoming: coming up, still to come, next
rescheduled: moved, put back, changed
postponed: put off, put back, delayed, pushed back
abandoned: given up, gave up on, left, stopped partway, rained off
on hold: paused, parked, stopped for now, shelved, on ice, put aside
paused: stopped for now, on hold, on a break
shelved: put aside, dropped, on ice
in progress: being done, under way, started, working on, ongoing, going on
ongoing: under way, still going, going on, carrying on
started: begun, kicked off, under way
not started: still to do, not begun, to do, untouched
todo: still to do, not done yet, outstanding
doing: working on, in hand, under way
backlog: not started, for later, waiting
ready: good to go, done, all set
ready for pickup: ready to collect
collected: picked up, fetched, taken away
open: still going, not closed, live, outstanding, unresolved
closed: shut, over, finished, dealt with
reopened: come back, opened again
resolved: sorted, fixed, dealt with, cleared up, solved
unresolved: not sorted, not fixed, still open
wont fix: not bothering, left as is
duplicate: same as another, already got, repeated
escalated: passed up, sent higher up, kicked upstairs
assigned: given to someone, handed out, taken
unassigned: nobody on it, no owner, not given out, up for grabs
new: just in, fresh, not looked at
sold: gone, flogged, bought
unsold: didnt sell, not shifted, left over
reserved: held, kept back, set aside, spoken for, taken
available: free, going, up for grabs, in stock, to be had
unavailable: not free, taken, cant be had
booked: taken, reserved, spoken for
occupied: taken, in use, full, lived in
vacant: empty, free, nobody in
in use: being used, taken
in stock: available, on the shelf
out of stock: sold out, none left, run out, gone
sold out: none left, all gone, full
low stock: running low, nearly gone, running out
backordered: on order, waiting for stock
on order: ordered, coming in
discontinued: no longer made, stopped, dropped, no longer sold, stopped selling
retired: no longer used, out of service, stopped working, packed it in, put to pasture
decommissioned: no longer used, scrapped, shut down, withdrawn from use
scrapped: binned, junked, thrown out, dumped, written off
disposed: thrown out, got rid of, binned, thrown away, chucked
discarded: thrown away, thrown out, binned, chucked, tossed
written off: beyond repair, totalled, scrapped, given up on
expired: run out, out of date, lapsed, past its date
lapsed: run out, not renewed, let go, expired
renewed: extended, kept on, carried on
extended: made longer, renewed, given more time
valid: still good, in date, current
invalid: no good, not good, not accepted
paid: settled, squared, coughed up, cleared
unpaid: owing, outstanding, not paid, still owed, due
partially paid: paid some, part paid, paid a bit
invoiced: billed, charged
bounced: came back, sent back, didnt go through
failed: didnt work, went wrong, flunked, didnt pass, didnt go through
passed: got through, made it, succeeded
succeeded: worked, went through, went well
processing: being dealt with, going through, being sorted
processed: dealt with, gone through, handled
queued: in the queue, waiting, lined up
sent: gone out, posted, mailed
received: come in, arrived
opened: read, looked at
unread: not opened, not looked at
unsubscribed: opted out, left the list
subscribed: signed up, on the list
registered: signed up, enrolled, put down
enrolled: signed up, on the course, registered
waitlisted: waiting for place, on waiting list
dropped out: quit, gave up, left, packed it in
graduated: finished, passed out, left
expelled: kicked out, thrown out
transferred: moved, switched, gone elsewhere
resigned: quit, left, handed in notice, jacked it in
terminated: fired, sacked, let go, ended, given the boot
dismissed: sacked, fired, let go, thrown out
laid off: let go, made redundant, lost their job
redundant: let go, laid off
on leave: off, away, on holiday
sick: ill, poorly, unwell
deceased: dead, died, passed away, gone, not with us
died: passed away, lost, dead
alive: living, still with us
discharged: sent home, let out, let go
admitted: taken in, let in
adopted: rehomed, found a home, taken home
fostered: in temporary home, being looked after
won: came first, beat them, victorious, landed
drawn: tied, level, ended level
draw: tie, level, no winner
tied: drawn, level, even
forfeited: given up, conceded, gave up on
disqualified: kicked out, thrown out, ruled out
did not finish: dropped out, pulled out, gave up, retired
did not start: never started, scratched
eliminated: knocked out, out, gone
qualified: got through, through, made it
injured: hurt, crocked
elected: voted in, got in, chosen
defeated: beaten, lost, voted down
published: out, live, gone live, in print
unpublished: not out yet, never came out
released: out, come out, launched
out of print: no longer printed, not printed anymore
deployed: live, rolled out, gone live
deprecated: phased out, no longer used
merged: combined, put together, gone in
online: connected, working, live
offline: down, not connected, off, not working
on loan: lent out, borrowed, out, with someone
borrowed: taken out, out, on loan
on display: on show, out
in storage: put away, in the store, packed away
planted: put in, sown, in the ground
harvested: picked, gathered in, dug up, brought in
flagged: marked, picked out
settled: sorted, paid, agreed, closed
appealed: challenged, contested
convicted: found guilty, sent down
acquitted: let off, found innocent, got off
converted: signed up, became customer, won over
unqualified: no good, not a fit
contacted: spoken to, called, got in touch
negotiation: haggling, in talks, talking terms
churned: left, gone, stopped paying
dormant: quiet, not used, inactive
ended: over, finished, stopped
stopped: ended, halted, given up
skipped: missed, left out, passed over
inspected: checked, looked over
verified: checked, proved
quarantined: kept apart, isolated
`;
