/** Trades, matches, faults, complaints, decisions, gifts, harvests, treatments, chores and meetings. */
export const HAPPENINGS = `
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
