/** Offices, councils, churches, law, camping, science, hobbies and workshops. */
export const COMMUNITY = `
designation: job title, position
termination: firing, sacking, end
perk: benefit, extra
council: local authority, town hall, borough
mayor: town leader, civic leader
constituency: seat, voting area
citizen: resident, member of public
motion: proposal, resolution
ballot: vote, poll, secret vote
majority: winning margin, lead
streetlight: lamp post, street lamp
pothole: hole in road, road hole
playground: play area, play park
congregation: churchgoer, flock, worshipper
pastor: minister, vicar, preacher
vicar: priest, minister, rector
cemetery: graveyard, burial ground
offering: collection, church giving
tithe: church giving, tenth
shelter: refuge, rescue centre, hostel
adopter: new owner, who took it
foster: temporary home, carer
outreach: community work
foodbank: food pantry
librarian: library staff, library worker
hold: reservation, request
barrister: lawyer, advocate
paralegal: legal assistant
matter: case, legal case
lawsuit: legal case, court case
ruling: decision, judgment
evidence: proof, exhibit
statute: law, act
warrant: court order
policyholder: insured person, who is covered
adjuster: loss assessor, assessor
deductible: excess
coverage: cover, protection
cover: insurance, protection, jacket
liability: responsibility, debt
suite: room
night: evening, sleepover
traveler: tourist, passenger, tripper
guide: leader, tour leader, handbook
campground: campsite, camp, camping place
camper: holidaymaker, motorhome
camp: campsite, camping trip
tent: canvas, bivvy
caravan: camper, mobile home
motorhome: camper van, rv
hike: walk, trek, ramble
hiker: walker, rambler
trek: hike, long walk
summit: top, peak
forecast: outlook, weather prediction, prediction
humidity: dampness, moisture
rainfall: rain, how much rain, wet
precipitation: rain, rainfall, snow
wind: breeze, gust
pressure: barometer
visibility: how far visible
storm: gale
coordinate: map position, gps position
lab: laboratory, testing place
scientist: researcher, boffin
researcher: scientist, investigator
assay: test, analysis
analysis: test, breakdown, study
reagent: chemical
chemical: substance, compound
compound: chemical, substance
substance: chemical, material
concentration: strength
hypothesis: theory, idea
study: research, trial, investigation
dataset: data, data collection
planet: world
satellite: orbiter
rocket: launcher, launch vehicle
mission: operation, space flight, quest
astronaut: spaceman, cosmonaut
mineral: rock, stone
fossil: dinosaur remains, remains
grocery: food shopping, shopping
groceries: food shopping, shopping, food
shopping: groceries
saving: nest egg, money put by
puppy: young dog, whelp
walker: dog minder, hiker
sitter: minder
activity: thing to do, pursuit, exercise, event
stamp: postage
deck: pack, set of cards
miniature: model, figurine
textile: cloth, fabric, material
knitter: crafter
quilt: patchwork, bedcover
bead: jewelry piece
jewelry: bling, trinket
pottery: ceramics
firing: kiln run, bake
rep: repetition, salesperson
run: jog, race
swim: dip, length
climb: ascent, route
climber: mountaineer
dive: plunge, underwater trip
diver: frogman, scuba person
fish: catch
outfit: clothes, get up
troop: scout group
troupe: company, group of performers
dance: routine, number
routine: set, regular workout, habit
choreographer: dance director
choreography: dance moves, steps
magician: conjuror, entertainer
comedian: comic, stand up, funny man
radio: wireless
broadcast: transmission, programme, airing
broadcaster: tv channel, network
clip: video, excerpt
camera: picture taker
frame: surround, picture holder
print: reproduction, copy
canvas: painting
bidder: buyer, who bid
reserve: minimum price, lowest price
section: part, area, department
row: line, tier
lineup: bill, team, act
headliner: main act, top of bill
roadie: crew member, stagehand
merch: goods, souvenirs, tour goods
newsroom: news desk
advertiser: ad buyer, brand
circulation: readership, copies sold, lending
imprint: publisher, book label
shortlist: finalist
finalist: last few, shortlisted entrant
qualifier: preliminary round, heat
ascent: climb, way up
sailing: crossing, voyage, departure
tonnage: weight, load
payload: load, cargo
chassis: frame, body
bodywork: outside of car
windscreen: windshield, front glass
bumper: fender
mower: lawnmower, grass cutter
tachograph: driving hours record
logbook: v5, car papers, flight record
cab: taxi, minicab
scooter: moped
detour: diversion
closure: shutdown, shutting
compliance: following rules, meeting rules
permittee: permit holder
stakeholder: interested party
produce: fruit and veg, crop
fruit: produce
herb: seasoning
meat: flesh
forest: wood, woodland
timberland: woodland
well: borehole
pump: water lifter
pipe: tube, tubing
tap: faucet
faucet: tap
wire: cable, lead
cable: wire, lead, cord
plug: socket
socket: outlet, power point
bulb: light, lamp
filter: strainer
blade: cutter
mould: die, cast
die: mould
tooling: jig
stocktake: stock count, inventory count
`;
