/** Buildings, rooms, grounds, towns and stations. */
export const PLACES = `
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
`;
