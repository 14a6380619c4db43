/** Cleaning, gardens, furniture, journeys, meals, pastimes, stage, church and family. */
export const HOME = `
laundry: washing
wash: clean
cleaning: housework, tidying
rubbish: trash, garbage, waste, refuse
waste: rubbish, trash, garbage
recycling: reuse collection, green waste, bottles and cans
pest: vermin, bug, insect
hunt: shoot
catch: fish caught, haul, what was caught
fishery: fishing water, fishing ground
flower: bloom, blossom, plant
bouquet: bunch
shrub: bush
lawn: grass, turf
soil: earth, dirt, ground
irrigation: watering, water system
watering: drink, sprinkling, irrigation
pesticide: bug spray, weedkiller, spray, bug killer
tractor: farm machine, farm vehicle
acreage: land area, acre, size
machinery: plant, equipment, gear
craft: handiwork, making
clay: pottery material
kiln: oven, pottery oven
glaze: finish, coating
oven: cooker, stove
fridge: refrigerator, icebox
freezer: deep freeze
sofa: couch, settee
carpet: rug
curtain: drape
lamp: light
light: lamp
window: pane
door: entrance
roof: housetop, roofing
fence: railing
boiler: heating, furnace, water heater
heating: boiler, radiator
amenity: facility, perk, extra
facility: amenity, building
attraction: sight, tourist spot, place to see
landmark: sight, monument, famous place
monument: memorial, statue
accommodation: lodging, place to stay, digs, housing
lodging: accommodation, digs, place to stay
itinerary: travel plan, route, trip plan
luggage: baggage, bag, suitcase
baggage: luggage, bag, suitcase
suitcase: bag, luggage
leg: stage, part of journey
stopover: layover
layover: stopover, wait between flights
airline: carrier, flight company, air company
ferry: boat, ship
carriage: coach, car
lane: road, track, strip
junction: crossroads
signal: sign
sign: notice, symbol
starter: appetizer, first course, entree
dessert: pudding, sweet, afters
cuisine: type of food, cooking style, cooking, food style
topping: garnish
portion: serving, helping, share
serving: portion, helping
vintage: year, wine year
spice: seasoning
nutrient: nourishment, nutrition, goodness
snack: nibble, bite, munchies
takeaway: takeout, carry-out, carry out, to go order
kitty: pot, pool
stake: bet, share
odds: chance
jackpot: top prize
puzzle: brainteaser, jigsaw, brain teaser
boardgame: board game
console: games machine, machine, system
coin: piece of money
comic: graphic novel, comedian
doll: dolly
prop: stage item, stage object, set piece, accessory
script: play text, screenplay, text, program
play: drama, show, stage show, performance
scene: bit of play, act, bit, shot
choir: chorus, singing group, vocal group, singer
orchestra: ensemble, band, philharmonic
ensemble: group, band, company
recital: concert, performance
repertoire: pieces known, songs we do, pieces we do, back catalogue
piece: work, item, bit
recording: tape, track, take, session
sermon: preaching, talk, homily
hymn: church song, song
baptism: christening
christening: baptism
burial: funeral, interment
deceased: dead person, departed
heir: inheritor, beneficiary
ancestor: forebear, forefather
descendant: offspring
offspring: child, young, baby
sibling: brother, sister
dependant: child, dependent
dependent: child, dependant
roommate: flatmate, housemate
flatmate: roommate, housemate
housemate: roommate, flatmate
friend: mate, pal, buddy
newcomer: new starter, newbie
leaver: person leaving
retiree: pensioner, retired person
pensioner: retiree
veteran: ex soldier, old hand
immigrant: migrant, incomer
refugee: asylum seeker
prisoner: inmate, convict
inmate: prisoner, convict
ranger: park keeper, warden
warden: keeper, guard
keeper: looker-after, goalie
lifeguard: pool attendant
usher: steward
steward: usher, marshal, flight attendant, attendant
marshal: steward, race official
stockist: shop selling it
`;
