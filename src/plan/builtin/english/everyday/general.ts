/** Nouns of people, places, goods, money, bookings, health, schools and homes. */
export const GENERAL = `
customer: client, buyer, shopper, punter, guest, patron, account, purchaser, regular
client: customer, account, punter, patron
patron: customer, visitor, guest, member, borrower, reader, supporter, library user
buyer: customer, purchaser, shopper, bidder
guest: visitor, customer, diner, attendee, invitee
visitor: guest, caller, attendee, sightseer, punter, tourist, person
patient: sick person, case, client, invalid
member: subscriber, person in club, belonger, joiner, person, who belongs, club person
subscriber: member, reader, customer, follower, who signed up
user: account, person, login, member
contact: person, acquaintance, lead, connection
person: individual, human, somebody, folk
household: family, home, residence, house
family: household, relative, relation, clan, folks, relations
relative: relation, family member, kin
child: kid, youngster, little one, nipper, minor, infant
kid: child, youngster, little one
baby: infant, newborn, little one
infant: baby, newborn, toddler
toddler: tot, little one, small child
teenager: teen, adolescent, youth, youngster
youth: young person, teenager, youngster, junior
adult: grown-up
senior: pensioner, older person, elderly person, oldie
junior: youngster, kid, young player
pupil: student, kid, child, schoolchild, learner, scholar
student: pupil, learner, kid, undergraduate, trainee, scholar
learner: student, pupil, trainee
trainee: apprentice, learner, intern, newbie
apprentice: trainee, learner
intern: trainee, work experience kid, placement student, work experience person
graduate: alumnus, former student, degree holder
alumnus: former student, old boy, old girl, graduate, former pupil, ex student
alumni: former student, old boy, graduate, former pupil
staff: employee, worker, team, personnel, colleague, workforce, team member
employee: worker, staff, staff member, colleague, team member, personnel, hand, member of staff
worker: employee, staff, labourer, laborer, hand, staff member
colleague: coworker, workmate, employee, teammate
contractor: freelancer, tradesman, builder, subcontractor, outside worker, tradesperson
subcontractor: subbie, contractor, tradesman, trade
freelancer: contractor, self-employed worker, gig worker
volunteer: helper, unpaid worker, unpaid helper, who helps out
helper: volunteer, assistant, aide
assistant: helper, aide, deputy, right hand
manager: boss, supervisor, gaffer, chief, head, person in charge
supervisor: boss, manager, overseer, foreman, line manager, gaffer, team leader
boss: manager, supervisor, gaffer, chief
foreman: gaffer, supervisor, boss, crew chief, site boss
director: board member, head, boss, chief, filmmaker
executive: boss, manager, exec
owner: proprietor, keeper, landlord, holder
proprietor: owner, landlord
founder: creator, originator, starter
partner: spouse, other half, associate, husband or wife, significant other
spouse: husband, wife, partner, other half
husband: hubby
wife: missus
parent: mum, dad, mom, mother, father, guardian, carer
guardian: parent, carer, mum, dad, mom, mother, father, caregiver
mother: mum, mom, mummy
father: dad, daddy
carer: caregiver, caretaker, support worker, home help
caregiver: carer, caretaker, support worker
nanny: childminder, babysitter, au pair
childminder: babysitter, nanny, day care provider
babysitter: sitter, childminder, nanny
neighbour: person next door, neighbor
neighbor: person next door, neighbour
resident: occupant, tenant, inhabitant, dweller, householder, local, who lives there
inhabitant: resident, dweller
tenant: renter, lodger, occupant, occupier, leaseholder
lodger: tenant, paying guest, boarder
landlord: property owner, owner, landlady, letting owner, publican
leaseholder: tenant, leasee
occupant: resident, tenant, person living there, occupier, who lives there
lender: bank, creditor, loaner
borrower: reader, debtor, patron, member, person borrowing, library member, who borrowed it
reader: borrower, subscriber, audience
teacher: tutor, instructor, schoolteacher, master, schoolmaster, sir, miss
tutor: teacher, instructor, private teacher, coach
instructor: teacher, trainer, tutor, coach
lecturer: professor, teacher, don, tutor
professor: lecturer, teacher, prof, academic
headteacher: head, principal, headmaster, headmistress
principal: head, headteacher, headmaster, headmistress
trainer: coach, instructor, teacher, tutor
coach: trainer, instructor, manager, bus
mentor: adviser, coach, guide, advisor
mentee: learner, protege, who is mentored
advisor: adviser, consultant, counsellor, mentor
adviser: advisor, consultant, counsellor, mentor
consultant: adviser, advisor, specialist, expert
counsellor: therapist, adviser, counselor
counselor: therapist, adviser, counsellor
therapist: counsellor, physio, shrink, counselor, practitioner
practitioner: doctor, therapist, clinician, provider
doctor: physician, medic, practitioner, consultant
physician: doctor, medic
clinician: doctor, practitioner, medic, therapist
surgeon: doctor, operating doctor, consultant
nurse: sister, matron
midwife: birth attendant, delivery nurse
dentist: tooth doctor, dental surgeon
hygienist: dental cleaner
optician: optometrist, eye doctor
optometrist: optician, eye doctor
pharmacist: chemist, druggist, dispenser
prescriber: doctor, physician
physiotherapist: physio, physical therapist
vet: veterinarian, animal doctor, veterinary surgeon
veterinarian: vet, animal doctor
groomer: clipper, dog barber, pet stylist
breeder: kennel owner, stud owner
farmer: grower, farm owner, rancher, producer
grower: farmer, producer, gardener
gardener: landscaper, groundsman, grower, green fingers
driver: chauffeur, motorist, trucker, cabbie, person driving, courier, who drives
chauffeur: driver
rider: cyclist, jockey, horseman, biker, passenger
jockey: rider
passenger: traveller, rider, fare, traveler
traveller: passenger, tourist, traveler, holidaymaker, tripper
tourist: visitor, holidaymaker, traveller, sightseer
commuter: daily traveller, passenger
courier: delivery driver, delivery company, messenger, carrier, delivery man, delivery firm
carrier: courier, shipper, delivery company, shipping company, airline, haulier, delivery firm
haulier: trucking company, carrier, transport company, lorry firm, trucker, transport firm
pilot: flyer, captain, aviator
captain: skipper, team leader, leader
skipper: captain, boat master
crew: team, gang, staff, squad, hand, backstage people
sailor: crew member, seaman
mechanic: fitter, technician, garage man, repairman, garage guy, grease monkey
technician: engineer, mechanic, repairman, tech, fitter, tech guy, repair man
engineer: technician, repairman, fitter, developer, repair man
fitter: installer, technician, mechanic
installer: fitter, technician
plumber: heating engineer, pipe fitter
electrician: sparky, spark, electrical contractor
carpenter: joiner, chippy, woodworker
builder: contractor, construction firm, tradesman
tradesman: workman, contractor, builder, tradesperson, handyman
architect: designer, building designer
surveyor: valuer, inspector, assessor, property inspector
cleaner: cleaning lady, janitor, housekeeper, char, domestic
caretaker: janitor, porter, custodian
janitor: caretaker, cleaner, custodian
porter: doorman, concierge, caretaker
receptionist: front desk, desk clerk
secretary: assistant, admin, clerk, pa
clerk: office worker, administrator
administrator: admin, manager, organiser
treasurer: finance officer, bookkeeper, money person, finance person
chairman: chair, chairperson, head, president
chair: chairman, chairperson, head, seat
president: head, chief, leader
trustee: board member, governor
governor: trustee, board member
councillor: council member, local representative, local rep, elected member
officer: official, committee member, agent
official: officer, referee, umpire
inspector: examiner, assessor, checker
examiner: marker, assessor, grader, inspector
assessor: examiner, marker, evaluator, inspector, loss adjuster
marker: grader, examiner
auditor: inspector, accounts checker, examiner
accountant: bookkeeper, beancounter, number cruncher
bookkeeper: accountant
lawyer: solicitor, attorney, barrister, brief, legal eagle
solicitor: lawyer, attorney, legal adviser
attorney: lawyer, solicitor, counsel
judge: magistrate, adjudicator, marker
referee: ref, umpire, official, whistleblower
umpire: referee, official
witness: onlooker, observer, bystander, who saw it
suspect: accused, possible culprit
offender: criminal, culprit, lawbreaker
victim: injured party, sufferer
plaintiff: claimant, suing party, who is suing
defendant: accused, person sued, who is sued
claimant: person claiming, applicant, who claimed, who made claim
applicant: candidate, person applying, hopeful, who applied, jobseeker
candidate: applicant, interviewee, hopeful, contender, examinee, person standing
recruiter: headhunter, hiring manager, hiring person
interviewer: questioner, interviewing person
employer: boss, company, firm, workplace
supplier: vendor, wholesaler, provider, distributor, merchant, seller, who supplies us
vendor: supplier, seller, provider, trader, stallholder
seller: vendor, merchant, dealer, trader
merchant: shop, seller, trader, retailer, store
dealer: trader, seller, merchant, dealership, showroom
trader: dealer, seller, merchant
wholesaler: supplier, distributor, cash and carry, trade seller
distributor: supplier, wholesaler, dealer
manufacturer: maker, brand, producer, make, company making, who made it
maker: manufacturer, producer, make, brand
producer: maker, grower, manufacturer, backer
provider: supplier, vendor, company
retailer: shop, store, seller
cashier: till operator, checkout person, teller, checkout assistant
salesperson: rep, sales rep, salesman, saleswoman, seller, shop assistant
representative: rep, agent, delegate
agent: rep, representative, broker, middleman, negotiator, handler
broker: agent, middleman, intermediary, go between
delegate: attendee, representative, participant, rep
attendee: participant, guest, person attending, visitor, delegate, person coming, who came
participant: attendee, entrant, competitor, person taking part, who took part
competitor: contestant, entrant, rival, contender, participant
contestant: competitor, entrant, participant, contender, player
entrant: competitor, contestant, participant, contender, starter
opponent: rival, opposition, other side, other team, who we played
player: footballer, team member, sportsman, gamer, athlete, squad member, user
athlete: sportsman, sportsperson, runner, competitor, sportswoman, player
runner: athlete, jogger, racer, entrant
swimmer: bather
cyclist: rider, biker
golfer: player
striker: forward, goal scorer
goalkeeper: keeper, goalie, shot stopper
winner: champion, victor, first place, who won
champion: winner, title holder
spectator: fan, onlooker, viewer, supporter
fan: supporter, follower, admirer
follower: fan, subscriber
supporter: fan, donor, backer, follower
donor: giver, benefactor, contributor, supporter, backer, who gave it
sponsor: backer, funder, benefactor, supporter
backer: sponsor, funder, supporter, investor
funder: sponsor, backer, grant giver
beneficiary: recipient, person helped, person benefiting, who benefits
recipient: receiver, addressee, person getting it, who got it
sender: person sending, from whom, who sent it, shipper, mailer
author: writer, novelist, creator, who wrote it
writer: author, novelist, scribe
editor: reviser, sub, proofreader, desk
publisher: publishing house, press, imprint, publishing company
translator: interpreter, linguist
illustrator: artist, drawer, who drew it, picture maker
poet: verse writer
journalist: reporter, writer, correspondent
reporter: journalist, correspondent, person reporting, who raised it, who reported it
reviewer: critic, rater
critic: reviewer
artist: singer, band, musician, act, painter, performer, group
performer: act, artist, entertainer, artiste, turn
act: performer, artist, band, turn
band: group, act, artist, outfit, ensemble
singer: vocalist, crooner
musician: player, instrumentalist, artist, performer
composer: music writer, songwriter, writer, who wrote it
conductor: maestro, baton holder, ticket inspector, guard
actor: actress, performer, thespian, player, star, cast member
actress: actor, performer, star, player
presenter: host, speaker, anchor
host: presenter, landlord, compere, server, organizer, who runs it
speaker: lecturer, presenter, person talking, talker
dancer: ballerina, performer
painter: artist, decorator
decorator: painter, wallpaperer
sculptor: artist, carver
photographer: snapper, camera person, cameraman, shooter
designer: creator, stylist
stylist: hairdresser, barber
hairdresser: stylist, barber, hair stylist
barber: hairdresser, stylist
beautician: beauty therapist, stylist
tailor: dressmaker, seamstress
chef: cook, head cook
cook: chef
waiter: server, waitress, waiting staff
server: waiter, waitress, machine, computer, host, box
bartender: barman, barmaid, barkeeper, mixologist
baker: bread maker
butcher: meat man, meat seller
florist: flower shop, flower seller
diner: guest, customer, eater
collector: gatherer, enthusiast, buyer, hoarder
organiser: organizer, planner, person in charge, host, who runs it, promoter
organizer: organiser, planner, person in charge, host, who runs it, promoter
coordinator: organiser, planner, organizer
leader: head, chief, boss, person in charge
developer: programmer, coder, software engineer, engineer, builder
programmer: coder, developer
tester: checker, qa person, qa
assignee: person responsible, owner, person assigned, who its with, whose job
requester: person asking, asker
creator: author, maker, originator
approver: authoriser, person signing off, signatory
signatory: signer, person who signed
holder: owner, bearer, keeper
nominee: candidate, person nominated
voter: elector, constituent, who voted
operator: worker, machinist, company running, user, machine hand
dispatcher: controller, despatcher
guard: security man, watchman, bouncer
firefighter: fireman
soldier: trooper, squaddie
policeman: cop, copper, bobby
scout: cub, talent spotter, guide
priest: vicar, minister, clergyman, reverend, father
minister: vicar, priest, clergyman, pastor
parishioner: churchgoer, member of congregation
godparent: godfather, godmother
team: side, squad, club, group, crew
squad: team, side, group, lineup, player
side: team, squad
club: society, team, association, group
society: club, association, group
association: club, society, organisation
organisation: organization, company, body, firm, outfit
organization: organisation, company, body, firm, outfit
company: firm, business, outfit, corporation, organisation, organization, employer
firm: company, business, outfit
business: company, firm, shop, outfit
charity: good cause, nonprofit, non-profit, foundation
committee: board, panel, working group
board: committee, director, panel
department: section, division, team, unit, faculty
division: department, section, league, branch, tier
faculty: department, school, teaching staff
unit: flat, module, department, apartment, piece
group: class, band, team, set, party
party: group, do, bash, political group, celebration
crowd: audience, attendance
audience: crowd, spectator, viewer, house, public
league: division, competition, table
nationality: citizenship, country, where from
gender: sex
sex: gender
age: years old, how old
birthday: date of birth, born day, when born, bday
birthdate: date of birth, birthday, born date
birth: born date
death: passing, fatality, dying
surname: last name, family name, second name
lastname: surname, family name
firstname: forename, first name, given name, christian name
forename: first name, given name, christian name
nickname: pet name, alias, known as
name: called, title
username: login, user name, handle, screen name, login name
password: passcode, passphrase, login code, secret word
occupation: job, profession, line of work, trade, what they do
profession: job, occupation, career, line of work
job: position, post, work, task, occupation, role, gig
role: position, job, part, duty, function, character
position: job, post, role, place, spot, rank
vacancy: opening, job opening, unfilled post, job ad, open position
skill: ability, talent, expertise, know-how
ability: skill, talent
hobby: pastime, interest, leisure activity
interest: hobby, pastime
religion: faith, belief
language: tongue, mother tongue
ethnicity: race, ethnic background
salutation: mr or mrs, form of address
biography: life story, background, profile
profile: biography, about me, account, bio
place: location, spot, site, venue
location: place, spot, whereabouts, where, site, position
site: location, place, premises, branch, web page, website
venue: place, location, hall, spot, site, where its held
premises: building, site, place
building: block, premises, property, house
house: home, property, dwelling, residence, place
home: house, dwelling, residence, address
flat: apartment, unit, place
apartment: flat, unit, condo, place
property: house, home, building, flat, place, real estate
dwelling: house, home
estate: property, land, housing scheme, inheritance
room: bedroom, chamber, space
bedroom: sleeping room, room
bathroom: toilet, loo, washroom, shower room
toilet: loo, lavatory, bathroom, restroom, bog
kitchen: cooking area, cookhouse, galley
office: workplace, branch, bureau
studio: workshop, workroom, recording room, workspace, place
workshop: class, session, garage, training session, hands on session
warehouse: depot, storeroom, stockroom, storage, store
depot: warehouse, yard, garage, base, store
storeroom: stockroom, store cupboard, pantry
cupboard: closet, cabinet, press
cabinet: cupboard, closet
shelf: rack, bookcase, bay
rack: shelf, stand
aisle: row, gangway
bin: container, trash can, shelf position, shelf, box
drawer: tray
locker: cubby, personal cupboard, cabinet, changing room box
floor: storey, level, story
level: grade, floor, standard, stage, rank, tier
storey: floor, level
basement: cellar, downstairs
cellar: basement, wine store
loft: attic
garage: repair shop, car workshop, lockup, parking space, workshop, mechanic, car place
garden: yard, grounds, back yard, plot
yard: garden, depot
allotment: plot, vegetable patch, garden, veg patch, garden plot
plot: allotment, patch, piece of land, story, bed
field: paddock, meadow, pitch, ground
paddock: field, meadow, pasture, enclosure
pasture: meadow, grazing, field
barn: shed, outbuilding
shed: barn, outbuilding, hut
greenhouse: glasshouse, hothouse, polytunnel
stable: horse box, stall, livery, yard
stall: stand, booth, pitch, market stand
booth: stall, stand, kiosk
pitch: field, ground, spot, playing field, key, stall, plot
ground: pitch, stadium, field
stadium: ground, arena, park
arena: stadium, hall
court: tribunal, playing area
pool: baths, swimming place, kitty
gym: fitness centre, health club, gymnasium, leisure centre
track: song, tune, course, circuit, number, cut, recording
theatre: playhouse, theater, stage, auditorium
theater: playhouse, theatre, cinema, stage, operating room
cinema: picture house, movie theater, pictures, screen, multiplex
screen: cinema, monitor, display, auditorium, theatre
stage: phase, step, platform, boards
hall: room, venue, auditorium, function room
auditorium: hall, theatre
gallery: museum, art museum, exhibition space, art space, showroom
museum: gallery, collection, heritage centre
library: book place, collection, book collection, lending place
church: chapel, parish, place of worship
parish: church, community, church area, village area
school: academy, college, primary
college: university, school, uni
university: college, uni
nursery: kindergarten, day care, preschool, garden centre, creche, daycare, plant shop
kindergarten: nursery, preschool
classroom: room, schoolroom, teaching room
campus: college site, grounds
hospital: infirmary, medical centre
clinic: surgery, health centre, practice, doctor's
surgery: operation, clinic, practice, doctor's
practice: surgery, clinic, training session, rehearsal, training
ward: hospital room, unit, electoral district, district, area
pharmacy: chemist, drugstore
laboratory: lab, science room, testing place
hotel: inn, guesthouse, place to stay, lodging
hostel: cheap hotel, dorm, backpackers
restaurant: eatery, cafe, diner, place to eat, bistro
cafe: coffee shop, tearoom, caff, tea room, coffee house
bar: pub, saloon, tavern, boozer
pub: bar, boozer, local, inn, tavern
shop: store, outlet, branch, retailer
store: shop, outlet, branch, warehouse
outlet: shop, store, branch
branch: office, shop, store, location, outlet
market: bazaar, fair
supermarket: grocer, grocery store
factory: plant, works, mill
plant: flower, shrub, factory, works
mine: pit, colliery
farm: holding, ranch, homestead, smallholding
park: green space, public garden, green, playground
beach: seaside, shore
lake: water, loch
river: stream, waterway
mountain: peak, hill
peak: mountain, summit, top
trail: path, walk, footpath, hike
route: way, road, path, round, itinerary, line, run
road: street, highway, lane
street: road, lane, avenue
country: nation, land, state
nation: country
city: town, place
town: city, village, place
village: town, hamlet, settlement
region: area, district, territory, part of country
area: region, district, zone, part, size, patch
district: area, neighbourhood, neighborhood, borough, zone
borough: district, council area
neighbourhood: area, district, part of town
neighborhood: area, district, part of town
zone: area, section, sector
territory: area, patch, region
county: shire, area
province: region, state
state: province, condition
continent: part of world
postcode: zip, zip code, postal code, post code
zip: postcode, postal code
address: where, street, home, place of residence, whereabouts, location, where they live, postal details
latitude: coordinate
longitude: coordinate
destination: where to, end point, place going, place to go
origin: where from, source, starting point, provenance, starting place
source: origin, where from
station: stop, train stop, depot, base
stop: station, halt
platform: track, stage, system, console, stop, site
terminal: departure hall, station, airport building
airport: airfield, aerodrome, terminal
port: harbour, harbor, docks, dock, socket
harbour: port, marina
marina: harbour, boat yard
berth: mooring, boat space, bunk, dock
mooring: berth, boat space
dock: quay, loading bay, berth
gate: entrance, boarding point, exit
entrance: door, way in, gate
exit: way out
parking: car park
bay: parking space, slot, space, spot, dock
space: parking spot, room, slot, place
seat: place, chair, spot
table: seat, place to eat
desk: workstation, work space, work table
bed: bunk, cot, flowerbed, patch, border, plot, sleeping place
pen: enclosure, cage
cage: enclosure, pen
enclosure: cage, pen, habitat
kennel: dog house, dog pen, boarding place
hive: beehive, bee colony
apiary: bee yard, hive site
coop: hen house
tank: aquarium
campsite: campground, camp, camping site, camping place
cabin: chalet, hut, lodge, class
cottage: holiday home, house
villa: holiday home, house
grave: burial plot, tomb, resting place
product: item, good, article, thing, merchandise, line
item: thing, product, article, good, piece
article: story, piece, post, write-up, item, write up, report
good: product, merchandise, item, ware
merchandise: goods, merch, souvenir
stock: inventory, goods, supply, share
inventory: stock, goods, supply, supplies
asset: equipment, kit, property, possession, item owned, piece of equipment
equipment: kit, gear, apparatus, machine, tool, tackle
gear: equipment, kit
kit: equipment, gear, strip, uniform
tool: implement, utensil, gadget
appliance: white goods, machine, household machine
machine: equipment, device, appliance, kit, computer
device: gadget, machine, phone, computer, kit, unit
gadget: device
computer: machine, laptop, pc
laptop: computer, notebook, machine
instrument: tool, what they play, kit, gear, axe
furniture: furnishings, fittings
material: fabric, substance, ingredient, supplies
fabric: cloth, material, textile
yarn: wool, thread
wool: yarn, fleece
garment: clothes, clothing, item of clothing, piece of clothing
clothing: clothes, garment, apparel, gear
costume: outfit, dress, fancy dress, clothes, get up
dress: frock, gown
uniform: outfit, work clothes, kit
shoe: footwear
jewellery: jewelry, jewel, trinket, bling
toy: plaything
gift: present, donation
present: gift
prize: award, winnings, reward
trophy: cup, prize, silverware, award
souvenir: keepsake, memento
antique: old piece, collectible, collectable
collectible: collector's item, antique
artwork: painting, picture, piece, work of art, art, work
painting: picture, canvas, artwork, piece
sculpture: statue, carving, piece
exhibit: display, artefact, piece, object, item on show
artefact: artifact, relic, exhibit, object, find, piece, antiquity
specimen: sample, example
sample: specimen, swatch, test piece, swab, taster
part: component, spare, bit, piece
component: part, piece, bit
spare: replacement, part
accessory: extra, add-on
supply: provision, stock, consumable
consumable: supply
ingredient: foodstuff, what goes in, whats in it, component
recipe: dish, cooking instructions, formula
dish: meal, plate, food, course, menu item
meal: dinner, lunch, dish, food
menu: food list, bill of fare, dish
food: grub, dish, meal, nosh, fare
drink: beverage, tipple, refreshment
beverage: drink, tipple
wine: bottle, plonk, vino
beer: ale, pint, lager
coffee: brew, java
bread: loaf
cake: gateau, bake
cheese: dairy product
vegetable: veg, greens, veggie
crop: harvest, produce, plant
harvest: crop, yield, picking, pick, gathering
yield: harvest, output, return, how much produced
seed: grain, pip, sowing
fertiliser: fertilizer, plant food, manure, muck
feed: fodder, animal food, food
fuel: petrol, gas, diesel, gasoline, juice
package: parcel, packet, bundle, deal
parcel: package, packet, delivery, box
packet: pack, package
box: carton, crate, case
crate: box, case
pallet: skid, load
container: box, vessel, tub, crate
bottle: flask
barrel: cask, keg
batch: lot, run, load, brew
lot: batch, auction item, plot, item
bundle: pack, package, set
catalogue: catalog, product list, range, list, index
catalog: catalogue, product list, range, list, index
range: line, collection, span
collection: pickup, set, range, holding
sale: transaction, purchase, deal, order
transaction: sale, deal, payment, purchase
purchase: buy, order, transaction, sale
deal: offer, bargain, sale, agreement
offer: deal, bid, promotion, special
promotion: offer, deal, special, sale, step up
campaign: promotion, advertising drive, drive, push
advert: ad, advertisement, commercial
advertisement: ad, advert, commercial, promo
coupon: voucher, discount code, money off
voucher: coupon, gift card, token
basket: cart, trolley, shopping bag
cart: basket, trolley
till: cash register, checkout
register: till, roll, attendance list
receipt: till slip, proof of purchase
wishlist: wish list, want list
auction: bidding, sale
bid: offer, tender
tender: bid, quote
exchange: swap, trade
swap: exchange, trade
warranty: guarantee, cover
guarantee: warranty
barcode: bar code, product code, scan code
sku: product code, stock code, item number
serial: identification number, unit number
model: make, type, version
make: brand, manufacturer, marque
brand: make, label, manufacturer
label: tag, brand, sticker, record company, imprint
tag: label, keyword
logo: emblem, badge
invoice: bill, statement, account
bill: invoice, charge, check, account, tab
quote: estimate, price given, quotation, price, offer
quotation: quote, estimate
estimate: quote, rough price, guess, ballpark
price: cost, charge, how much, fee
cost: price, charge, expense, how much, outlay
charge: fee, cost, price
fee: charge, cost, price, payment
fare: ticket price, price, travel cost, cost
tariff: rate, price list, price plan, duty
rate: price, charge, hourly charge, percentage
amount: sum, total, how much, figure
sum: amount, total
total: sum, overall amount
subtotal: total before tax, net amount
payment: money paid, instalment, remittance, transaction
instalment: installment, monthly payment, part payment
installment: instalment, monthly payment, part payment
deposit: down payment, money down, upfront payment
advance: upfront payment, sub, money upfront, money up front
prepayment: upfront payment, advance payment
refund: money back, repayment, reimbursement
reimbursement: repayment, refund, money back, payback
repayment: payback, instalment
rebate: refund, money back, cashback
discount: money off, reduction, price cut, price reduction
reduction: discount, cut
markup: profit margin, added price
margin: profit, markup
profit: earnings, gain, money made, margin
loss: deficit, shortfall, damage
revenue: income, takings, turnover, earnings, sales, money in
turnover: sales, revenue, takings
takings: revenue, income, sales, money taken
income: earnings, revenue, pay, money coming in
earnings: income, pay, money made, wage
expense: cost, outgoing, spending, outlay, expenditure
expenditure: spending, expense, outlay, outgoing
spending: expenditure, expense, outlay
budget: spending limit, allowance, money set aside, allocation, spending plan
allowance: pocket money, budget, entitlement
allocation: share, quota, assignment
wage: pay, salary, earnings, pay packet
salary: pay, wage, earnings, annual pay, what they earn
pay: wage, salary, earnings
payroll: wage, pay run, wage bill, salary
payslip: pay stub, wage slip
bonus: extra pay, reward, incentive, perk
commission: cut, percentage, sales bonus
tip: gratuity, service charge
gratuity: tip, service charge
overtime: extra hours, extra time
pension: retirement money, retirement fund, retirement pay
benefit: perk, payout, welfare, advantage, entitlement
tax: vat, duty, levy
vat: tax, sales tax, value added tax
duty: tax, shift, responsibility, task
levy: tax, charge
fine: penalty, late fee, ticket, charge
penalty: fine, charge, punishment, spot kick
surcharge: extra charge, additional fee
balance: amount left, money left, amount owed, remaining amount
debt: money owed, arrears, what is owed
arrears: overdue money, debt, amount owed
credit: money owed, loan
debit: withdrawal, money out
withdrawal: money out, cash taken, dropping out
transfer: move, money sent, handover, signing, switch
account: customer, login, profile
bank: lender, building society
loan: borrowing, advance, lend, checkout, lending, what was borrowed
mortgage: home loan, house loan
lease: rental agreement, tenancy, let, contract
currency: money type, kind of money
cash: money, notes, ready money
money: cash, funds, dosh
cheque: check
fund: pot, money pool, kitty
grant: funding, award, subsidy, funds
subsidy: grant, funding
scholarship: bursary, grant, award
bursary: scholarship, grant
donation: gift, contribution, money given
contribution: donation, payment, gift
pledge: promise, promised donation, commitment
sponsorship: backing, funding, support
collateral: security, surety
share: stock, portion, cut
dividend: shareholder payout, share payment
investment: holding, money invested
portfolio: investment, collection of work
shareholder: investor, stockholder
investor: backer, shareholder
premium: insurance payment, insurance cost, monthly payment
insurance: cover, policy
insurer: insurance company, underwriter
policy: insurance, cover, rule, plan
claim: insurance request, demand, compensation request, payout request
excess: deductible
payout: settlement, payment, compensation, money paid, winnings
compensation: damages, payout
settlement: payout, agreement
value: worth, price, amount, how much
valuation: appraisal, worth, estimate of value, estimate
worth: value
ledger: book, account
dues: subscription, membership fee, subs, sub, fee
subscription: membership, plan, subs, sign up
membership: subscription, belonging, club card
royalty: author payment, author earnings, payout, earnings, cut, share of sales
postage: shipping cost, delivery charge, stamp cost
toll: road charge, bridge fee, road fee
ticket: pass, admission, seat, support request, issue, entry, job
pass: ticket, permit
tuition: school fees, teaching, course fees
document: paper, file, form, paperwork
file: document, attachment
attachment: enclosure, attached file, file, enclosed document
form: paperwork, questionnaire, sheet
contract: agreement, deal
agreement: contract, deal, arrangement
clause: contract term, paragraph, term, section
licence: license, permit, certificate, permission
license: licence, permit, certificate, permission
permit: licence, permission, license, pass
permission: consent, access right, authorisation, permit, right
consent: permission, agreement
certificate: diploma, award, proof, paper, qualification
certification: qualification, certificate, accreditation, approval
qualification: certificate, credential, diploma, degree
passport: travel document
visa: entry permit, travel permit
will: testament, last wishes, last testament
deed: property paper, ownership paper, title paper
letter: post, correspondence, mail
correspondence: letter, mail, message
message: text, note, msg, email, dm
mail: post, letter
memo: note, internal message
report: write-up, account, summary
statement: account summary, declaration
application: request, program, app, submission, form
submission: entry, handed-in work, application
petition: appeal, signature campaign
proposal: suggestion, plan, bid
survey: questionnaire, poll, inspection
questionnaire: survey, form
question: query, quiz item
answer: reply, response, solution
response: answer, reply
reply: answer, response
minutes: meeting notes, meeting record, notes, record of meeting
agenda: meeting plan, order of business, running order, plan
record: entry, album, disc, log
log: record, journal, diary, history
entry: record, item, submission, log, admission, entrant, row
journal: diary, log, periodical, magazine
diary: calendar, journal, appointment book
calendar: diary, schedule
archive: old records, storage
folder: directory, binder
page: sheet, leaf
signature: autograph, sign-off, sign off
order: purchase, request, booking
orderline: order item, item ordered
line: item, row, route
delivery: shipment, drop, consignment, drop-off, drop off, parcel
shipment: delivery, consignment, parcel, package, load
consignment: shipment, delivery, load
shipping: delivery, postage, carriage
freight: cargo, goods, shipping
cargo: freight, load, goods
load: cargo, freight, weight
dispatch: sending out, shipment, despatch
pickup: collection, fetching
dropoff: delivery point, drop, delivery, setting down
return: sent back item, item brought back
backorder: awaiting stock order
restock: refill, reorder
reorder: repeat order, restock
requisition: purchase request
tracking: parcel number, whereabouts
booking: reservation, appointment, order
reservation: booking, table booked
appointment: booking, slot, visit, consultation, date
slot: time, appointment, opening, place, space
timeslot: slot, time
session: class, meeting, sitting, lesson, slot
meeting: get-together, conference, gathering, get together, catch up, sit down, appointment
conference: convention, meeting, congress, symposium
event: happening, do, function, occasion, gig, show
function: event, do, role
occasion: event
gig: concert, show, performance, booking
concert: gig, show, performance, recital
show: performance, gig, programme, production
performance: show, gig, concert, showing
production: show, play, output, staging
rehearsal: practice, run-through, run through, practise session
festival: fest, fete, fair
exhibition: show, display, expo
fair: fete, show, market
wedding: marriage, big day, nuptials
funeral: burial, cremation, send off, memorial service
ceremony: service, ritual
celebration: party, do
invitation: invite, ask
attendance: turnout, presence, show-up, gate, crowd, who came, head count
visit: appointment, call, trip, stay
consultation: appointment, visit
interview: job chat, meeting
tour: trip, excursion, guided visit, run of shows, road trip, guided walk
trip: journey, outing, excursion, travel, tour, run
journey: trip, travel, ride, run
excursion: trip, outing, day out, day trip
outing: trip, excursion, day out
flight: plane journey, plane, air trip, departure
voyage: sea trip, journey, sailing, crossing
cruise: sea holiday, voyage, boat trip, sea trip
crossing: ferry trip, sailing
ride: trip, journey, lift, cycle trip, attraction
stay: visit, booking, night, time here
holiday: vacation, break, leave, trip, time off
vacation: holiday, leave, break, time off
leave: holiday, time off, vacation, absence, days off
absence: time off, sick day, day off, nonattendance, no show
sickness: illness, sick leave, time off sick
shift: work period, stint, turn, duty, rota slot, working hours
rota: roster, work schedule, shift plan, schedule
roster: rota, duty list, schedule, shift plan
timesheet: hours worked, time card, hours
schedule: timetable, plan, rota, calendar
timetable: schedule, lesson plan
cancellation: calling off, scrapped booking
waitlist: waiting list, queue
queue: line, waiting list
arrival: getting in, coming, landing, coming in
departure: leaving, setting off, takeoff
checkin: arrival, signing in
checkout: departure, leaving, loan, borrowing, till
registration: enrolment, sign-up, number plate, plate, reg number, sign up
enrolment: registration, sign-up, course place, enrollment
enrollment: registration, sign-up, course place, enrolment
signup: registration, enrolment
illness: disease, ailment, sickness, complaint, condition
disease: illness, ailment, condition
ailment: illness, complaint, condition
condition: state, illness, shape, ailment
diagnosis: illness, condition, what's wrong, finding
symptom: sign, complaint
injury: wound, hurt, knock, strain
wound: injury, cut
allergy: intolerance, bad reaction, cant eat
treatment: therapy, procedure, care, cure
therapy: treatment
procedure: operation, treatment, process
operation: surgery, procedure
prescription: script, medicine, medication
medication: medicine, drug, tablet, pill, meds
medicine: drug, medication, tablet, pill, meds
drug: medicine, medication
dose: amount, dosage
dosage: dose, amount to take
vaccination: jab, shot, inoculation, vaccine, injection, immunisation
vaccine: jab, shot, inoculation
immunisation: jab, shot, vaccination
immunization: jab, shot, vaccination
injection: jab, shot
test: exam, check, assessment, trial
scan: x-ray, imaging
xray: scan
checkup: check, examination, health check, physical
examination: exam, test, checkup
referral: recommendation, sending on, word of mouth
admission: entry, intake, hospital stay, entrance
discharge: release, leaving hospital
temperature: heat, fever, how hot, degrees
pulse: heartbeat, heart rate
filling: tooth repair, cavity
crown: tooth cap
lens: glass
glasses: spectacles, specs
diet: eating plan, food plan
exercise: workout, activity, drill, movement
workout: exercise, training session, gym session, exercise session, session
disability: impairment, handicap
need: requirement
animal: pet, creature, beast, critter
pet: animal, dog, cat, furry friend, companion animal
dog: hound, pooch, mutt, canine
cat: kitty, moggy, feline
horse: pony, mount, nag, mare
cow: cattle, cattle beast, heifer, milker
cattle: cow, livestock
sheep: ewe, lamb
pig: hog, swine
chicken: hen, bird, chook
hen: chicken, bird
bird: fowl
bull: stud, sire
livestock: farm animal, cattle, stock, animal
herd: cattle group, cattle, animal
flock: sheep group, sheep, bird
species: kind of animal, type of animal, kind, type, sort
breed: kind of dog, type, pedigree, kind, strain
sire: father, dad, stud, male parent
dam: mother, mum, mom, female parent
pedigree: bloodline, family tree, ancestry
microchip: chip
chip: microchip
adoption: rehoming, new home
rescue: saving, rescued animal
feeding: meal, mealtime
grooming: trim, clip, wash and cut, pampering, wash and trim
walk: stroll, hike, ramble
colony: hive, swarm
course: class, programme, module, subject, dish, track
class: lesson, course, group, session
lesson: class, session, period, tuition
subject: topic, course, discipline, participant, class
module: unit, course
programme: program, course, show, scheme, schedule, broadcast
program: programme, course, show, scheme, app, software
curriculum: syllabus, course content
syllabus: curriculum, course content
topic: subject, theme
theme: topic, subject
lecture: talk, class
talk: lecture, speech, presentation
seminar: workshop, class, talk, session
term: semester, school session
semester: term
exam: test, paper, examination
quiz: test, trivia
assignment: homework, coursework, task, posting
homework: assignment, school work, prep
coursework: assignment, homework
essay: paper, written work
thesis: dissertation
dissertation: thesis, final paper
grade: mark, result, score, level, year, band
mark: grade, score, result
gpa: grade average
degree: diploma, qualification
diploma: certificate, degree, qualification
major: main subject, specialism
year: grade
detention: school punishment, staying behind
credits: course points
training: course, instruction, practice, coaching, session
tenancy: let, lease, rental, rental agreement
rental: hire, let, tenancy, letting, lease
hire: rental, rent, recruit
rent: monthly payment, housing cost, rental, lease money
listing: property ad, ad, property for sale
viewing: showing, house visit, look round
eviction: throwing out, kicking out
inspection: check, examination, survey, check up, once over
repair: fix, mend, job, maintenance, work
maintenance: upkeep, repair, servicing, fix
service: treatment, servicing, maintenance, job, check up, work
servicing: maintenance, checkup
renovation: refurbishment, doing up, refit, refurb, makeover
fault: problem, defect, breakdown, whats wrong, trouble
defect: fault, flaw, problem
damage: harm, breakage, loss
breakdown: fault, failure, conking out, stoppage
utility: gas and electric, household bill, service, energy supplier
meter: counter, gauge, dial
reading: measurement, meter figure, value, figure
electricity: power, electric, juice, leccy
fixture: match, game, fitting
vehicle: car, van, truck, motor, lorry, ride
car: motor, vehicle, automobile, auto, ride
van: vehicle, truck, transit
truck: lorry, vehicle, wagon, rig
lorry: truck, vehicle, wagon, hgv
bus: coach, double decker
bike: bicycle, cycle, motorbike, two wheeler
bicycle: bike, cycle, pushbike, push bike, two wheeler
motorcycle: motorbike, bike
boat: ship, vessel, yacht, craft
ship: boat, vessel
vessel: ship, boat, craft
yacht: boat, sailing boat
aircraft: plane, airplane, aeroplane, jet
plane: aircraft, airplane, aeroplane, jet, airliner
train: rail service, loco
taxi: cab, minicab
trailer: caravan, tow, preview, teaser, tow cart
fleet: vehicle, motor pool, car
tyre: tire, wheel, rubber
tire: tyre, wheel, rubber
plate: registration, reg number, dish, licence number
mileage: miles driven, odometer reading, distance, mile, distance driven, clock reading, miles done
odometer: mileage, clock, miles on clock, clock reading, mile
engine: motor, power unit
mot: roadworthiness test, car test, annual test
accident: crash, collision, mishap, incident, smash, prang
incident: accident, event, happening, trouble, problem, case
crime: offence, offense, felony
offence: crime, offense, violation
violation: offence, breach
match: game, fixture, tie, bout
game: match, fixture, title, tie
race: run, heat, contest, event, meet
tournament: competition, cup, contest, championship
competition: contest, tournament, cup, event
contest: competition, tournament, match up, event
season: year, campaign, series, run, time of year
round: stage, heat, leg
heat: race, qualifying round, qualifier, round
goal: target, aim, score, objective
medal: gong, award, prize
award: prize, honour, gong, trophy
standing: league position, rank, table, ranking
bet: wager, stake, flutter
belt: grade, martial arts rank
handicap: golf rating, allowance
book: title, novel, volume, read, publication
novel: book, story
magazine: periodical, mag, journal, glossy
newspaper: paper, daily, rag
issue: problem, edition, ticket, copy, number, bug
edition: version, printing, issue, print run
copy: volume, duplicate, physical book
chapter: section, local branch, part, branch
poem: verse
story: tale, article
genre: type, kind, style, category, kind of music, type of music, sort
album: record, disc, lp, cd, release
song: tune, track, number, piece
tune: song, melody
playlist: song list, mix, mixtape
film: movie, picture, flick, feature, title
movie: film, picture, flick, feature
video: clip, film, footage
episode: instalment, show, part, programme
series: show, programme, run, season, set
channel: station, broadcaster
podcast: audio show, show
photo: picture, photograph, snap, pic, image, shot
picture: photo, image, pic
image: picture, photo, pic, snap
drawing: sketch, picture, plan
character: part, role, persona
post: article, blog entry, job, mail, entry, message
blog: online diary, weblog, site, diary
comment: remark, note, reply, response
like: thumbs up
review: write-up, rating, opinion, appraisal, critique, write up, feedback, comment
feedback: comment, opinion, review
complaint: grievance, moan, gripe
request: ask, application, order, query, enquiry
enquiry: question, query, inquiry, lead
inquiry: question, query, enquiry, lead
lead: prospect, potential customer, possible client
prospect: lead, potential customer
opportunity: lead, potential sale, possible deal
project: job, undertaking, scheme, piece of work
task: job, chore, to-do, assignment, to do, action
chore: housework, task, household job, job, household task, duty
milestone: landmark, stage, target, goal
ticketing: ticket sales
bug: fault, defect, glitch, problem, issue
release: version, launch, record, drop, issue
version: edition, release, build
feature: function, characteristic, capability
website: site, web page, homepage
domain: web address, website name
backup: safe copy, copy, spare copy
outage: downtime, power cut, failure, blackout
alert: warning, alarm, notification
alarm: alert, warning, siren
election: vote, poll, ballot
vote: ballot, poll
poll: vote, survey, ballot
law: rule, legislation
case: matter, lawsuit, file
hearing: court date, trial, court appearance, tribunal
trial: hearing, try-out, free period, court case, test, study
verdict: ruling, decision, outcome
decision: ruling, choice, verdict
appeal: fundraiser, challenge
fundraiser: charity event, money raiser, charity do
raffle: draw, prize draw, tombola
measurement: reading, size, dimension, figure
observation: sighting, reading, note
sighting: spotting, observation
experiment: test, trial, study
weather: condition, forecast, climate, conditions
capacity: room, how many fit, number of places, size, seat, maximum number, room for, space
duration: length, how long, time taken, running time, run time
length: how long, duration, extent
width: how wide, breadth
breadth: width, how wide
height: how tall, how high, tallness, stature
depth: how deep
weight: how heavy, heaviness, how much weighs
distance: how far, length, mileage
altitude: height, elevation, how high
elevation: height, altitude
speed: pace, how fast, velocity
pace: speed, tempo
volume: amount, loudness, book
size: how big, dimension, measurement
dimension: size, measurement
scale: size, ratio
status: state, stage, situation, where it stands, progress
kind: type, sort, category, variety
type: kind, sort, category, variety
sort: kind, type
category: kind, type, sort, class, group, section
subcategory: subtype, smaller group
variety: kind, type, sort, cultivar
style: kind, look, fashion, type
rating: star, score, mark, grade, review, certificate
star: lead actor, celebrity, sun
score: mark, point, result, grade, rating, sheet music
point: score, mark
rank: position, place, placing, standing
ranking: position, place, placing, standing
result: outcome, score, finish, finding
outcome: result, how it ended, upshot
quantity: amount, number, how many, count, qty
count: number, how many, tally
number: how many, count, figure
qty: quantity, amount, how many
percentage: percent, share, proportion
ratio: proportion
average: mean, typical
minimum: least, lowest, smallest
maximum: most, highest, largest, limit
limit: maximum, cap, ceiling
quota: allowance, limit, target
target: goal, aim, objective
objective: goal, aim, target
threshold: limit, cutoff, trigger level
email: e-mail, mail address, mail, message, e-mail address
phone: telephone, number, telephone number, contact number, mobile, cell, handset
telephone: phone, phone number, contact number, landline, blower
mobile: cell, cellphone, phone number, handset, phone
cell: mobile, cellphone
fax: facsimile
url: web address, link, website
link: web address, connection, url
title: name, heading, called, job name
heading: title, headline
headline: title, heading
caption: picture text, title
note: comment, remark, memo, jotting
remark: comment, note
description: detail, blurb, about, explanation, details, what its about
detail: particular, info, specifics
summary: outline, overview, gist
abstract: summary
content: body, text
text: wording, body
colour: color, shade, hue, tint, paint
color: colour, shade, hue, tint, paint
flavour: taste, flavor
flavor: taste, flavour
pattern: design, template
design: pattern, look, style
shape: form
texture: feel
quality: standard, grade, how good, condition
reason: cause, why, grounds, explanation
cause: reason, why, appeal
purpose: reason, aim, use, what for
deadline: due date, cutoff, closing date, time limit, cut off, last date
due: deadline, payable, owing
date: day, when
day: date, weekday
weekday: day, day of week
time: when, hour, o'clock
hour: time, opening time
start: beginning, opening
end: finish, close
finish: end, ending, completion
expiry: end date, expiration, use by date, run out date, runs out, use by
expiration: expiry, end date, use by date, expiry date, use by
renewal: extension, continuation, renewing
extension: extra time, renewal, add-on
frequency: how often, regularity
period: time, spell, stretch, era, age, term
interval: gap, break, intermission
delay: lateness, hold-up, wait, hold up
wait: delay, waiting time
anniversary: yearly date
history: past, background
priority: urgency, importance, how urgent
urgency: priority, how urgent
severity: seriousness, how bad
importance: priority, significance
difficulty: hardness, level, how hard, toughness, grade
risk: danger, hazard
hazard: danger, risk
step: stage, instruction
instruction: direction, guidance, how to
direction: way, heading
rule: regulation
requirement: need, must-have, condition
preference: liking, favourite, choice
choice: option, pick, selection
option: choice, alternative, extra
selection: choice, pick
setting: option, preference
favourite: favorite, best liked
favorite: favourite, best liked
code: number, reference
reference: code, number, testimonial, character witness
identifier: id, number, code
availability: free time, being free, in stock
progress: how far along, headway
completion: finish, end
mood: feeling, spirits
opinion: view, thought
advice: tip, guidance
idea: suggestion, thought
suggestion: idea, proposal
plan: scheme, programme, subscription
strategy: plan, approach
method: way, means, how
means: method, way
mode: way, method
medium: material, format, type
format: kind, layout, type
layout: arrangement, plan
usage: use, consumption
consumption: usage, use, how much used
output: production, yield
productivity: output
efficiency: performance
headcount: number of staff, number of people
population: number of people, inhabitant
turnout: attendance, crowd, how many voted
experience: background, years worked, know-how
seniority: rank, length of service
tenure: length of service, time in post
reputation: standing, name
relationship: relation, connection, how related
relation: relative
marriage: wedding, union
divorce: split, break-up
emergency: urgent case, crisis
hometown: where from, place of birth
residence: home, where they live
birthplace: where born, place of birth
citizenship: nationality
hair: hairstyle
bracket: band, range
tier: level, band, grade
badge: patch, pin, award, emblem, pass
achievement: accomplishment, award, trophy, badge
reward: prize, bonus, perk
loyalty: reward scheme
discrepancy: difference, mismatch
difference: gap, discrepancy
change: alteration, amendment
amendment: change, alteration
adjustment: change, correction
correction: fix, amendment
error: mistake, fault, problem
mistake: error, slip
warning: alert, caution, telling off
notification: alert, notice, message, ping
notice: announcement, warning
announcement: notice, news
news: update, announcement
newsletter: bulletin, mailing, mailshot, circular
reminder: nudge, prompt
call: ring
chat: conversation, talk, message
conversation: chat, talk
thread: conversation, discussion
forum: message board
blacklist: banned list
ban: exclusion, suspension
suspension: ban, exclusion
dismissal: firing, sacking, sack
resignation: quitting, handing in notice, notice
redundancy: layoff, job cut
retirement: giving up work
recruitment: hiring, taking on, taking on staff
hiring: recruitment, taking on
appraisal: performance review, assessment, valuation
assessment: test, evaluation, appraisal
evaluation: assessment, appraisal, review
audit: inspection, check, review
check: inspection, test
approval: sign-off, go-ahead, ok
authorisation: permission, approval
authorization: permission, approval
verification: check, confirmation
confirmation: ok, proof
login: sign-in, username, log on, sign in, account
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
