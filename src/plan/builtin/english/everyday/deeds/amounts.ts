/** What a number or a text says of it. */
export const AMOUNTS = `
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
`;
