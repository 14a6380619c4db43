/** Verbs of what tables keep, of what dates tell, and of whom and what columns name. */
export const DEEDS = `
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
exchange: swap, trade, change, switch
trade: buy, sell, swap, deal
trading: buy, sell, deal, swap
match: play, play against, win, lose
game: play, win, lose
fixture: play, play against, meet
tournament: play in, enter, win, compete
competition: enter, compete, win, take part
race: run, ride, enter, compete, win
entry: enter, go in for, sign up, put in, take part
entrant: enter, take part, go in for, compete
participant: take part, join in, compete, enter, be in
participation: take part, join in, be in, compete
competitor: compete, take part, enter, race
appearance: appear, play, turn out, play for, come on
substitution: come on, bring on, take off, sub, go off
substitute: come on, stand in, fill in, bring on
goal: score, net, put away, concede, put in
try: touch down, put down
assist: set up, lay on, help
wicket: take, bowl out, get out, dismiss
catch: land, reel in, hook, net, take
caution: book, warn, tell off
suspension: suspend, ban, exclude, be out
exclusion: exclude, kick out, expel, throw out, send home
expulsion: expel, kick out, throw out
ban: bar, kick out, block, exclude
injury: hurt, injure, be hurt, get hurt, be out
accident: crash, get hurt, bump, happen
incident: happen, go wrong, occur, take place
crash: smash, run into, prang
collision: crash, hit, run into, bump into
breakdown: break down, pack up, conk out, go wrong, fail
fault: go wrong, break, fail, play up, act up
failure: fail, break, go wrong, pack up, break down
outage: go down, be down, crash, fall over, go off
downtime: be down, go down, go offline
damage: break, wreck, harm, smash, ruin, knock
breakage: break, smash, damage, drop
defect: go wrong, fail, be wrong with
bug: go wrong, break, find, report
issue: raise, report, go wrong, give out
ticket: raise, log, report, issue
claim: ask for, put in for, file
complaint: complain, moan, complain about, grumble, be unhappy about
grievance: complain, raise, complain about
feedback: say, think, comment, tell us
review: rate, write up, think of, say about
rating: rate, give, score, think of
comment: say, remark, write, reply
reply: answer, respond, get back, write back, come back
response: answer, reply, respond, get back
answer: reply, respond, put
question: ask, query, want to know
query: ask, enquire, question, wonder
enquiry: enquire, ask, ask about, get in touch
inquiry: inquire, ask, ask about, get in touch
request: ask for, ask, want, put in for
requirement: need, require, want, call for
suggestion: suggest, propose, put forward, come up with
recommendation: recommend, suggest, put forward, advise
advice: advise, recommend, suggest, tell
referral: refer, send, pass on, recommend, send on, put on to
nomination: nominate, put up, put forward, propose
election: elect, vote, vote in, choose
vote: elect, choose, back, go for
ballot: vote, poll, vote in
poll: vote, ask, choose
resolution: resolve, decide, agree, pass, settle
trial: try, try out, hear, test
sentence: jail, send down, put away, punish
conviction: convict, find guilty, do for
arrest: nick, pick up, detain, take in, catch
crime: commit, break the law
theft: steal, nick, pinch, take, go missing, swipe
burglary: break in, break into, burgle, rob
robbery: rob, steal, hold up, mug
loss: lose, go missing, mislay, miss
appeal: challenge, contest, dispute, fight
dispute: argue, contest, challenge, fall out, disagree
approval: approve, ok, sign off, pass, agree
authorisation: authorise, approve, sign off, allow, clear
authorization: authorize, approve, sign off, allow, clear
permission: allow, let, be allowed, give access
consent: agree, allow, sign, say yes
rejection: reject, turn down, refuse, say no, knock back
refusal: refuse, turn down, say no, turn away
cancellation: cancel, call off, pull out, drop out, back out, scrap
delay: hold up, be late, run late, put back
termination: end, fire, sack, let go, finish
dismissal: sack, fire, let go, dismiss, get rid of
redundancy: lay off, let go, make redundant
resignation: resign, quit, hand in notice, leave, step down, pack in
retirement: retire, finish work, stop work, stop working
leaver: leave, go, quit, move on
hiring: hire, take on, recruit, employ
recruitment: recruit, take on, hire, sign up
onboarding: start, join, settle in
employment: employ, work, work for, hire, take on
employee: employ, work for, take on, work here
job: do, work, work on, carry out
promotion: promote, move up, go up, step up
relegation: relegate, go down, drop down
bonus: pay extra, award
award: win, give, be given, pick up, receive
prize: win, pick up, take home
medal: win, pick up, get, take
trophy: win, lift, pick up, take
win: beat, come first, take, triumph
winner: win, come first, beat, take
defeat: lose, be beaten, go down
draw: tie, finish level, end level
donation: donate, give, chip in, give away, contribute, put in
contribution: give, chip in, contribute, put in, donate, pay in
donor: donate, give, chip in, contribute
gift: give, get, receive, donate
pledge: promise, offer, commit
fundraiser: raise, raise money, collect, hold
fundraising: raise, raise money, collect
raised: collect, take
grant: give, award, fund
funding: fund, pay for, back, finance
sponsorship: sponsor, back, support, fund, pay for
sponsor: back, support, fund, pay for
investment: invest, put in, put into, buy into
investor: invest, put in, back, put into
dividend: pay out, pay, hand out
payout: pay out, pay
payroll: pay, earn, get paid
payslip: earn, pay, get paid, take home
wage: earn, pay, be paid, make, get, take home
salary: earn, pay, be paid, make, get, be on, take home
pay: earn, make, get, take home, be on
earnings: earn, make, take home, pull in
income: earn, make, come in, get in, take
revenue: make, earn, take, come in, pull in
takings: take, make, earn
turnover: make, take, turn over, sell
profit: make, earn, clear, be left with, gain
margin: make, earn, make on
commission: earn, make, order
discount: knock off, take off, reduce, mark down, save
saving: save, put by, put away, put aside
savings: save, put by, put away, put aside, set aside
debt: owe, be behind, be in arrears
balance: owe, have left, be left
outstanding: owe, have to pay, still owe, be left
owed: have to pay, be short, need to pay
arrears: owe, be behind, fall behind
due: owe, have to pay, be back by
tax: pay, owe, charge
budget: spend, set aside, allow, allot, have to spend
allocation: allocate, give out, share out, assign, set aside, hand out
distribution: give out, hand out, share out, send out, distribute
handout: give out, hand out, give
ration: share out, give out, hand out
feeding: feed, give, eat
feed: eat, get through
meal: eat, have, serve, cook
dish: cook, serve, make, eat
recipe: cook, make, bake
ingredient: need, use, contain, put in, go into
serving: serve, feed, dish up
servings: feed, serve, do for
portion: serve, feed, dish up
yield: produce, crop
harvest: pick, gather, crop, dig up, get in
crop: grow, plant, harvest, sow
planting: plant, sow, put in, grow
sowing: sow, plant, put in
watering: water, give water
pruning: prune, cut back, trim
milking: milk, give milk, produce
shearing: shear, clip
breeding: breed, mate, cross
grooming: groom, brush, clip, trim, wash
walk: take out, go on, hike
adoption: adopt, take home, rehome, take in, find a home
rehoming: rehome, adopt, take in, find a home
fostering: foster, look after, take in
rescue: save, take in, help, pull out
birth: be born, arrive, come along
death: die, pass away, pass on, lose
burial: bury, be buried, lay to rest
funeral: bury, cremate, lay to rest
baptism: baptise, christen
marriage: marry, get married, wed, tie the knot
wedding: marry, get married, wed, tie the knot
divorce: split up, separate, part, break up
engagement: get engaged, propose, book
vaccination: vaccinate, jab, inject, immunise
injection: inject, jab
medication: take, be on, prescribe
prescription: prescribe, put on, be on
treatment: treat, see to
surgery: operate on, operate, have done
operation: operate on, operate, have done
diagnosis: diagnose, suffer from, be ill with
haircut: cut, trim, have done
cleaning: clean, wash, tidy, scrub, do
laundry: wash, iron, do
wash: clean, rinse
chore: do, help with, be down for
task: do, work on, get done, have to do
errand: run, go on
project: work on, do, run, carry out
build: make, put up, put together, construct
construction: build, put up
demolition: knock down, pull down, demolish, tear down
production: make, produce, turn out, put on
brew: make, produce, ferment
bake: make, cook
manufacture: make, produce, build, turn out
manufacturer: make, produce, build, turn out
maker: make, build, produce, craft
producer: make, produce, grow
brewery: brew, produce
supplier: supply, provide, sell us, deliver, buy from, get from
vendor: sell, supply, buy from, get from
seller: sell, flog, offer, put up
buyer: buy, purchase
purchaser: buy, purchase
customer: buy from, buy, order, shop
client: work with, work for, deal with, look after
guest: stay, come, be invited
lodger: lodge, stay, rent
tenant: rent, live in, lease
landlord: let, let out, rent out, own
resident: live in, live, live at, stay
occupant: live in, occupy, be in
occupancy: occupy, live in, stay, fill
borrower: borrow, take out, check out
lender: lend, loan, lend out
renter: rent, hire, take out
subscriber: subscribe, sign up, take, subscribe to
member: belong to, belong, be in, join
attendee: attend, come, turn up, go to, be there, show up
rsvp: reply, come, say yes, accept, answer
invitation: invite, ask, ask along, have round
invite: ask, ask along, have round
teacher: teach, take, run, give
tutor: teach, coach, take, help
instructor: teach, take, run, instruct, lead
lecturer: teach, lecture, take
trainer: train, coach, teach, run, lead
coach: train, teach, look after
mentor: guide, help, look after, advise
examiner: examine, mark, test
manager: run, manage, be in charge, look after, head, be responsible for
supervisor: supervise, oversee, be in charge, look after, report to
leader: lead, run, be in charge, head, take
head: run, lead, be in charge, manage
captain: lead, skipper, be in charge
director: direct, run, be in charge
organiser: organise, run, put on, arrange, set up
organizer: organize, run, put on, arrange, set up
host: put on, present, run, put up
presenter: present, host, introduce
owner: own, belong to, possess
keeper: keep, look after, own
carer: look after, care for, take care of
guardian: look after, be responsible for, care for
responsible: be in charge, look after, deal with, run
assignee: work on, deal with, look after, handle, be on
handler: handle, deal with, look after, walk
agent: represent, act for, look after, deal with
representative: represent, act for, look after
author: write, pen, come up with
composer: compose, write, make up
singer: sing, perform
artist: paint, sing, play, perform, record, draw
illustrator: illustrate, draw, do the pictures
photographer: take, photograph, shoot
translator: translate, put into english
publisher: publish, bring out, put out, print
designer: design, come up with, draw up, create
architect: design, draw up, plan
founder: found, set up, start, start up
builder: build, put up
developer: develop, build, make, write
actor: act, play, star, star in, appear in, be in
cast: star, act, play, star in, be in
role: play, act as
player: play, play for, turn out for
rider: ride, race
jockey: ride, race
cook: make, prepare
chef: cook, make, prepare
baker: bake, make
waiter: serve, wait on, look after
server: serve, wait on, look after
cashier: serve, ring up
barber: cut, trim
doctor: see, treat, look after
nurse: look after, treat, care for
dentist: see, treat
vet: see, treat, look after
therapist: treat, see, help
surgeon: operate on, operate
mechanic: fix, repair, mend, work on, service
technician: fix, repair, work on, service
plumber: fix, fit, put in
engineer: fix, repair, work on, build
cleaner: clean, tidy
gardener: garden, look after, plant
farmer: farm, grow, rear, keep
grower: grow, plant, produce
breeder: breed, rear, raise
judge: mark, decide, score
referee: ref, be in charge, officiate
umpire: officiate, be in charge, be in middle
scorer: score, net, keep score
scorekeeper: keep score, score
bowler: bowl, bowl out
batsman: bat, score, be in
goalkeeper: keep goal, be in goal
inspector: inspect, check, look over
auditor: audit, check, go over
surveyor: survey, look over, inspect
approver: approve, sign off, ok, agree
reviewer: review, rate, check
caller: ring, call, phone, ring up
sender: send, write, post, be from
witness: see, watch, be there
volunteer: help, help out, give time
helper: help, help out, lend a hand
babysitter: babysit, look after, mind, sit for
childminder: look after, mind, care for
payer: pay, pay for, settle
school: go to, attend
subject: study, teach, learn, be about
language: speak, talk, be in
qualification: qualify, pass, be qualified in
certificate: pass, earn, certify
certification: certify, pass, be certified, qualify
licence: be licensed, be allowed, hold
license: be licensed, be allowed, hold
permit: allow, be allowed, let
capacity: hold, fit, seat, sleep, take, carry, get in, accommodate
seats: hold, fit, take, carry
seating: seat, hold, sit, fit
beds: sleep, put up, hold
berths: sleep, moor, hold
sleeps: put up, accommodate, fit
spaces: fit, hold, park, have room for
payload: carry, take, hold
load: carry, hold, take, bear
volume: hold, contain, take up
duration: last, take, run, go on, go on for, be on for
length: last, run, go on, measure, take, stretch
runtime: last, run, go on, take
hours: work, put in, last, take, open
nights: stay, last, sleep
weight: weigh, tip the scales, come in at
height: stand, measure, reach
depth: go down, measure, reach
size: measure, take, fit, wear
shoesize: take, wear, fit
distance: go, run, travel, cover, walk, cycle
mileage: do, drive, run, clock up, travel
odometer: do, clock up, run
kilometres: run, cover, travel
miles: run, cover, travel, drive
speed: go, travel, run at
steps: walk, take
calories: burn, eat, contain
usage: use, use up, get through, consume
temperature: run, reach, read
fuel: fill up, burn, run on, use, take
fuelling: fill up, tank up, top up
refuel: fill up, tank up, top up, gas up
value: be worth, cost, go for, fetch
amount: pay, spend, cost, come to, be worth, owe, charge
total: come to, spend, pay, add up to, cost
quantity: buy, order, sell, need
interest: earn, charge, pay
mortgage: owe, borrow, pay off
insurance: insure, cover, protect
policy: cover, insure, take out
age: be, turn
rank: come, finish, be placed
ranking: come, finish, be placed
finish: come, end, be placed, come in
workout: work out, exercise, train, do
exercise: do, work out, train
sighting: see, spot, come across
observation: see, spot, notice, watch, observe
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
address: live, live at, stay, be based
home: live, stay
city: live, come from, be based, be from
town: live, come from, be based, be from
hometown: come from, be from, grow up
origin: come from, be from, start
destination: go, go to, head for, travel to, fly to
venue: take place, be held, be on, play at, host
room: be in, take place, sleep in, stay in
warehouse: store, keep, be kept
storage: store, keep, put away, hold
phone: ring, call, ring up, get hold of, reach
contact: get in touch, ring, get hold of, speak to, reach
meeting: meet, get together, talk, sit down with
occurrence: happen, occur, take place
party: celebrate, throw, hold
raffle: draw, win, buy tickets
friendship: know, be friends with, get on with
vehicle: drive, own, run
shareholding: own, hold
available: have in, be free, be in, can get
availability: be free, can come, can make it, can work
assigned: give to, put on, be on, hand to
backup: back up, save, copy, keep a copy
redemption: redeem, cash in, use, trade in, spend
redeemed: cash in, use, spend, trade in
voucher: redeem, use, cash in, spend
coupon: redeem, use, cash in
photo: take, shoot, photograph, snap
podcast: listen to, record, put out
post: write, put up, publish
translation: translate, put into
followup: follow up, chase, get back, call back
callback: call back, ring back, get back, phone back
callout: call out, come out, go out, turn out, attend
error: go wrong, fail, get wrong, mess up
`;
