/** Stays, journeys and vehicles: the names each goes by, and its tables in the words of a brief. */
export const TRAVEL: readonly (readonly [string, string])[] = [
  [
    'hotel booking | hotel reservation | hotel reservations | hotel | hostel | bed and breakfast | guesthouse | guest house | inn | motel | b b | boutique hotel | youth hostel',
    'rooms (number, type, capacity, price per night), guests, bookings (check in, check out, status, room, guest)',
  ],
  [
    'vacation rental | vacation rentals | holiday rental | holiday rentals | airbnb | holiday home | holiday homes | holiday cottage | holiday cottages | holiday apartments | holiday let | holiday flat | short term rental | beach house',
    'properties, guests, bookings (check in, check out, number of guests, price, status, property, guest), cleanings (date, status, property)',
  ],
  [
    'campsite | campground | camping site | caravan park | caravan site | rv park | glamping site | glamping',
    'pitches (number, type, price), guests, bookings (arrival, departure, status, pitch, guest)',
  ],
  ['mountain hut | alpine hut | mountain refuge', 'beds (number, room), guests, bookings (arrival, departure, status, bed, guest)'],
  ['housekeeping | hotel housekeeping', 'rooms (number, floor, status), housekeepers, cleanings (date, status, notes, room, housekeeper)'],
  [
    'airline | flight booking | flight bookings | charter airline',
    'flights (flight number, origin, destination, departs at, arrives at), passengers, bookings (seat, status, price, flight, passenger)',
  ],
  ['airport', 'airlines (name, code), gates (number, terminal), flights (flight number, destination, departs at, status, airline, gate)'],
  [
    'ferry | ferry company | cruise | cruise line',
    'ships (name, capacity), sailings (departs at, origin, destination, ship), passengers, bookings (cabin, price, status, sailing, passenger)',
  ],
  [
    'bus company | coach company | bus operator | bus line | coach hire',
    'buses (license plate, capacity), drivers, routes (name, origin, destination), trips (departs at, bus, driver, route)',
  ],
  [
    'train station | railway | train company',
    'stations (name, city), trains (number, type), departures (departs at, platform, destination station, train)',
  ],
  [
    'taxi | taxi company | taxi service | cab company | minicab | chauffeur service | limousine service | limo service | airport transfer | airport transfers | shuttle service',
    'drivers, cars (license plate, model), rides (pickup time, pickup address, destination, price, driver, car)',
  ],
  [
    'ride sharing | carpool | carpooling | car pool | car sharing | car share',
    'members, cars (license plate, model, seats), trips (date, start time, destination, driver member, car), passengers (trip, member)',
  ],
  [
    'fleet management | fleet | company cars | company car | vehicle fleet',
    'vehicles, drivers, trips (start date, end date, destination, distance, vehicle, driver), services (date, description, cost, vehicle)',
  ],
  ['fuel cards', 'cards (number, provider, vehicle), vehicles, fuelings (date, liters, cost, mileage, card)'],
  [
    'logistics | logistics company | haulage | haulage company | trucking company | trucking | freight forwarder | transport company',
    'trucks, drivers, customers, deliveries (delivery date, pickup address, delivery address, weight, status, truck, driver, customer)',
  ],
  [
    'marina | harbour | harbor | yacht harbour | boat club moorings',
    'berths (number, length, price), owners, boats (name, type, length, owner), stays (arrival, departure, price, berth, boat)',
  ],
  [
    'sailing trips | boat trips | whale watching | whale watching tours | boat tours | city tours | walking tours | guided tours | tour guide | tour company | wine tours',
    'guides, tours (name, starts at, price, capacity, guide), customers, bookings (people integer, status, tour, customer)',
  ],
  [
    'travel planner | trip planner | holiday planner | vacation planner | travel itinerary | itinerary | road trip | world trip | vacation | travel plans | trip planning',
    'trips (destination, start date, end date, budget), stops (place, arrival, departure, trip), activities (name, date, cost, trip)',
  ],
  [
    'travel expenses | trip expenses | holiday expenses | vacation budget',
    'trips (destination, start date, end date), expenses (date, amount, currency, category, trip)',
  ],
  [
    'travel diary | travel journal | travel log | holiday diary | trips | trip journal',
    'trips (destination, start date, end date, notes), entries (date, place, text, trip)',
  ],
  [
    'places visited | countries visited | travel map | visited countries',
    'countries (name, continent), places (name, visited on, rating, notes, country)',
  ],
  [
    'packing list | packing lists | holiday packing list',
    'trips (destination, start date, end date), items (name, quantity, packed, trip)',
  ],
  ['visa applications | passports | visas', 'people (name, birth date), documents (type, number, country, issued on, expires on, person)'],
  [
    'lift pass | ski resort | ski area | cable car',
    'lifts (name, status), passes (number, type, price, valid from, valid until, customer), customers, rides (ridden at, lift, pass)',
  ],
  [
    'amusement park | theme park | water park',
    'rides (name, min height integer, status), operators (name, phone), shifts (date, start time, end time, ride, operator), inspections (date, result, ride)',
  ],
  [
    'national park | nature reserve',
    'trails (name, length, difficulty), rangers, sightings (date, species, ranger, trail), permits (name, start date, end date, trail)',
  ],
  [
    'tourist information | tourist office | visitor center | visitor centre',
    'attractions (name, address, opening hours, price), tours (name, starts at, price, attraction), bookings (name, phone, people integer, tour)',
  ],
  [
    'car maintenance | car service log | vehicle maintenance | car history | car service history | car log | car repairs | vehicle log | motorcycle maintenance | car care',
    'cars (make, model, year, license plate), services (date, description, cost, mileage, car)',
  ],
  [
    'car mileage | car mileage log | mileage log | mileage tracker | vehicle mileage | mileage | business mileage | driving log | drivers logbook | trip log',
    'cars (make, model, license plate), trips (date, from place, to place, distance, purpose, car)',
  ],
  [
    'fuel log | fuel tracker | fuel consumption | gas mileage | petrol log | fuel diary | gas log | fuel economy | car expenses | car costs',
    'cars (make, model, license plate), fill ups (date, liters, cost, odometer, car)',
  ],
  [
    'electric car charging | ev charging | ev charging log | charging station | charging stations',
    'stations (name, address, power decimal), charges (started at, kwh, cost, station)',
  ],
  [
    'sailing log | ship log | boat log | sailing logbook | boat logbook | captain log',
    'boats (name, type, length), trips (date, from port, to port, distance, weather, notes, boat)',
  ],
  [
    'pilot logbook | flight log | flight logbook | flying log | pilot log',
    'aircraft (registration, model), flights (date, origin, destination, hours, remarks, aircraft)',
  ],
  ['boat maintenance | boat repairs | yacht maintenance', 'boats (name, type, year), jobs (date, description, cost, done, boat)'],
];
