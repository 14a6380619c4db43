/** Those who do it. */
export const DOERS = `
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
`;
