/** Loans, sales, payments, stays, deliveries, repairs, exams, appointments, shows and shifts. */
export const DEALINGS = `
loan: borrow, take out, lend, check out, lend out, have out, get out
lending: borrow, take out, lend out, check out, loan
borrowing: take out, check out, lend, get out, have out
checkout: borrow, take out, lend, loan, get out, sign out
rental: rent, hire, hire out, rent out, take out, let out, borrow
hire: rent, rent out, take out, borrow, take on
lease: rent, let, rent out, let out
tenancy: rent, live in, let, move in, move into, let out, lease
reservation: book, reserve, put aside, book in, hold, set aside
booking: reserve, book, book in, book up, sign up
renewal: renew, extend, keep on, roll over
extension: extend, prolong, put back, get longer
sale: sell, flog, shift, sell off, get rid of
purchase: buy, get, pick up, order, get in, spend
order: buy, purchase, place, send for, get in, ask for
payment: pay, pay up, settle, cough up, pay off, pay for, hand over, shell out
repayment: pay back, repay, pay off, give back, settle
instalment: pay off, pay back, repay
installment: pay off, pay back, repay
refund: pay back, give back, reimburse, get back, hand back, pay out
reimbursement: pay back, refund, claim back, repay
deposit: pay in, put in, put down, bank, lodge, put up
withdrawal: take out, withdraw, draw out, pull out, cash out
transfer: move, send, send over, move over, switch, move across, sign
invoice: bill, charge, send a bill
bill: charge, invoice, owe
fine: charge, penalise, owe, punish
penalty: fine, penalise, punish, concede, give away
fee: charge, cost, pay, ask for
expense: spend, pay out, lay out, shell out, fork out, claim, pay for
expenditure: spend, pay out, lay out, shell out, fork out
spending: spend, pay out, shell out, get through
cost: charge, pay, set back, go for, come to, spend, be worth
price: cost, charge, go for, sell for, pay, ask for, set back
fare: cost, charge, pay
toll: charge, cost, pay
rent: pay, cost, charge, be let for
subscription: subscribe, sign up, take out, pay for, subscribe to
membership: join, belong to, sign up, be in, sign up for
enrolment: enrol, sign up, join, take, register, study, enrol on, be on
enrollment: enroll, sign up, join, take, register, study, enroll in, be in
registration: register, sign up, put down, join, enrol, enter, book in
signup: sign up, register, join, put down, enrol
admission: admit, take in, let in, get in, come in, book in
discharge: send home, let out, let go, go home, release
attendance: attend, turn up, come, show up, go to, be there, come along, be present, be at
absence: be away, be off, miss, not turn up, skip, stay away, bunk off
absentee: be away, be off, miss, skip
sickness: call in sick, be off sick, be ill, be poorly, go off sick
illness: be ill, fall ill, catch, come down with, suffer from
lateness: be late, turn up late, arrive late, come late
tardy: be late, turn up late, come late
truancy: bunk off, skive, play truant, skip, wag
leave: be off, take off, be away, go away, have off
holiday: go away, be off, be away, take off, have off
vacation: go away, be off, be away, take off, be on holiday
visit: come, come in, drop in, call in, go to, see, call on, pop in, stop by
visitor: visit, come, drop in, call in, come to see
checkin: check in, arrive, turn up, book in, sign in, clock in
arrival: arrive, come in, get in, get here, turn up, land, reach
departure: leave, set off, depart, go, take off, head off, set out
flight: fly, take off, land, fly to, fly out
landing: land, touch down, come down
trip: travel, go, go on, drive, make, go to
journey: travel, go, make, drive
ride: take, go on, travel, cycle
stay: sleep, stop, put up, lodge, stop over
stop: call at, pull up, pull in
route: go, run, take, follow, serve, go through
delivery: deliver, drop off, bring, bring round, arrive, come, get here, take round
shipment: ship, send, send out, send off, dispatch, deliver
dispatch: send out, send off, ship, send, go out, post
despatch: send out, send off, ship, send, go out, post
parcel: send, post, deliver, ship
collection: collect, pick up, fetch, gather, come for, empty, take away
pickup: pick up, collect, fetch, come for
dropoff: drop off, leave, hand in
courier: deliver, bring, carry, drop off
import: load, buy in
export: send abroad, ship out, sell abroad, send out
receipt: receive, get, come in, take in, get in
stocktake: count, check, take stock, tally
restock: fill up, top up, get in, replenish
replenishment: fill up, top up, restock, get in, refill
stock: have in, have left, keep, sell, carry
repair: fix, mend, put right, sort out, patch up, do up, work on
maintenance: service, look after, maintain, keep up, fix
service: look after, overhaul, work on, check over
servicing: service, look after, overhaul, maintain
overhaul: service, rebuild, strip down, do up
restoration: restore, do up, rebuild, bring back
renovation: renovate, do up, refurbish, modernise, redo
refurbishment: refurbish, do up, renovate, redecorate
installation: install, put in, fit, set up, put up
fitting: fit, try on, put in, measure
calibration: calibrate, adjust, set
inspection: inspect, check, look over, look at, go over, check over
audit: check, inspect, go over, look into
survey: ask, poll, question, measure up, look over
test: try, try out, examine, check
exam: sit, take, pass, fail, resit
examination: sit, take, pass, examine, look at
assessment: assess, mark, evaluate, judge, weigh up
appraisal: review, assess, value, evaluate
valuation: value, be worth, appraise, price
evaluation: evaluate, assess, judge, rate
quiz: take, answer, do
mark: get, score, grade, achieve
grade: get, mark, score, achieve
result: get, score, win, lose, finish
score: get, notch up, mark
attempt: try, have a go, take
resit: take again, sit again, retake, redo
retake: resit, sit again, take again, redo
submission: hand in, submit, turn in, send in, give in, put in
homework: hand in, do, set, give out
assignment: hand in, assign, set, put on, work on, give to
coursework: hand in, turn in
essay: write, hand in, turn in
application: apply, apply for, put in for, go for, ask for
candidate: apply, stand, run, go for, put up
interview: see, talk to, meet, speak to
vacancy: need, look for, advertise, hire for
offer: bid, put in, propose
bid: offer, put in, go up to
auction: sell, sell off, go under hammer, bid on
quote: price up, offer, estimate, say it costs
quotation: quote, price up, estimate, offer
estimate: reckon, quote, guess, price up
proposal: propose, suggest, put forward, pitch
contract: sign, sign up, agree, take on, work with
agreement: agree, sign, sign up to, settle on
signature: sign, put name to
signing: sign, sign up, take on, buy
appointment: see, book in, come in, come to see, book, visit
consultation: consult, see, talk to, ask, advise
lesson: have, teach, take, learn
class: attend, take, teach, go to, run
course: take, study, teach, run, go on
training: train, learn, go on, teach
workshop: run, attend, hold, go to
lecture: give, attend, go to, teach
tutoring: teach, tutor, coach, help
rehearsal: rehearse, practise, run through
practice: rehearse, train, practise, run through
audition: try out, try for, go for
performance: perform, play, put on, act, sing, appear
gig: play, perform, headline, play at
concert: play, perform, put on, sing
show: put on, stage, perform, present
screening: show, screen, put on, play
exhibition: exhibit, show, display, put on
exhibit: show, display, put on show
exhibitor: exhibit, show, have a stand
festival: put on, play at, hold, go to
tour: go on, play, show round, visit
setlist: play, sing, perform
recording: record, tape, cut, lay down
broadcast: air, go out, show, put out
play: perform, listen to, put on
stream: play, listen to, watch
viewing: view, see, watch, look at, look round, show round
watch: see, view, look at
download: get, save, fetch
upload: put up, send, add, post
login: log in, sign in, log on, get in, sign on
timesheet: work, put in, clock up, clock in, log
timecard: work, clock in, clock out, punch in
clocking: clock in, clock out, clock on
shift: work, be on, cover, do, be on duty
rota: work, be on, put down, be on duty
roster: work, be on, put down, be on duty
duty: be on, cover
overtime: work late, stay late, work extra, work longer
cover: stand in, fill in, insure
handover: hand over, pass on, take over
swap: trade, change, switch, exchange
`;
