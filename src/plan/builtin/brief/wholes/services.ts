/** Services for people and firms: the names each goes by, and its tables in the words of a brief. */
export const SERVICES: readonly (readonly [string, string])[] = [
  [
    'hair salon | salon | hairdresser | hairdressers | hairdressing salon | hairstylist',
    'clients, stylists, services (name, price, minutes), appointments (starts at, status, client, stylist, service)',
  ],
  [
    'barber shop | barber | barbershop | barbers',
    'clients, barbers, services (name, price, minutes), appointments (starts at, status, client, barber, service)',
  ],
  [
    'nail salon | nail studio | nail bar | beauty salon | beauty studio | beautician | beauty parlour | cosmetic studio | lash studio | eyelash studio | tanning salon | tanning studio | waxing studio | makeup artist',
    'clients, employees, services (name, price, minutes), appointments (starts at, status, client, employee, service)',
  ],
  [
    'spa | day spa | massage studio | massage practice | massage therapist | massage parlour | wellness center | wellness centre | sauna',
    'clients, therapists, treatments (name, minutes, price), appointments (starts at, status, client, therapist, treatment)',
  ],
  [
    'tattoo studio | tattoo parlour | tattoo parlor | tattoo shop | piercing studio',
    'clients, artists (name, style, phone), appointments (starts at, design, price, deposit, status, client, artist)',
  ],
  [
    'dog grooming | dog groomer | pet grooming | pet groomer | dog grooming salon | pet salon',
    'owners, pets (name, breed, birth date, owner), services (name, price, minutes), appointments (starts at, status, notes, pet, service)',
  ],
  [
    'appointment booking | appointment scheduling | appointment system',
    'clients, services (name, price, minutes), appointments (starts at, status, client, service)',
  ],
  ['dog walking | dog walker | dog walkers', 'owners, dogs (name, breed, birth date, owner), walks (date, minutes, price, dog)'],
  [
    'pet sitting | pet sitter | cat sitting | cat sitter | dog sitting | dog sitter',
    'owners, pets (name, species, feeding instructions, owner), visits (date, minutes, price, notes, pet)',
  ],
  [
    'kennel | kennels | boarding kennel | dog boarding | dog hotel | doggy daycare | dog daycare',
    'owners, dogs (name, breed, birth date, notes, owner), stays (start date, end date, price, dog)',
  ],
  ['cattery | cat hotel | cat boarding', 'owners, cats (name, breed, birth date, notes, owner), stays (start date, end date, price, cat)'],
  ['pet hotel | pet boarding', 'owners, pets (name, species, breed, owner), stays (start date, end date, price, pet)'],
  [
    'dog training | dog trainer | puppy school | puppy training | dog school | obedience school',
    'owners, dogs (name, breed, birth date, owner), courses (name, start date, price), enrollments (date, status, dog, course)',
  ],
  [
    'dog breeder | dog breeding | puppy breeding | cat breeder | cat breeding | breeder',
    'animals (name, breed, sex, birth date, registration number), litters (born on, number born, mother animal, father animal), sales (date, price, buyer, animal)',
  ],
  [
    'babysitting | babysitter agency | nanny agency | babysitter',
    'babysitters (name, phone, hourly rate), families (name, address, phone), bookings (date, start time, end time, price, babysitter, family)',
  ],
  [
    'cleaning business | cleaning service | cleaning services | house cleaning | cleaner | cleaners | maid service | office cleaning',
    'clients (name, address, phone), cleaners, jobs (date, start time, hours, price, status, client, cleaner)',
  ],
  [
    'window cleaning | window cleaner | chimney sweep | gutter cleaning | pool cleaning | pool service | carpet cleaning | oven cleaning',
    'customers (name, address, phone), jobs (date, description, price, paid, customer)',
  ],
  [
    'car wash | car valeting | car detailing | mobile car wash',
    'customers, cars (make, model, license plate, customer), services (name, price, minutes), washes (date, price, car, service)',
  ],
  [
    'car repair | auto repair | garage | car repair garage | car workshop | auto shop | car mechanic | mechanic | auto mechanic | car garage | car service | tyre shop | tire shop | body shop',
    'customers, cars (make, model, year, license plate, customer), repairs (date, description, mileage, cost, status, car)',
  ],
  [
    'motorcycle repair | motorbike repair | boat repair | boatyard',
    'customers, vehicles (make, model, year, customer), repairs (date, description, cost, status, vehicle)',
  ],
  [
    'towing | tow truck | towing service | breakdown service',
    'drivers, trucks (license plate, model), tows (called at, pickup address, destination, license plate, price, driver, truck)',
  ],
  [
    'photography | photographer | photo studio | photography studio | wedding photographer | wedding photography | videographer',
    'clients, shoots (date, location, type, price, status, client), invoices (number, date, amount, paid, client)',
  ],
  [
    'event agency | event management | events management | conference management | conference',
    'venues (name, address, capacity), events (name, starts at, ends at, venue), attendees, registrations (registered on, status, event, attendee)',
  ],
  [
    'event planning | event planner | party planner | party planning business',
    'clients, venues (name, address, capacity), events (name, date, budget, client, venue), guests (name, email, rsvp status, event), tasks (title, due date, done, event)',
  ],
  ['event registration', 'events (name, date, location, capacity), attendees, registrations (registered on, status, event, attendee)'],
  [
    'event ticketing | ticket sales | ticket office | box office',
    'events (name, starts at, venue), customers, tickets (seat, price, bought on, event, customer)',
  ],
  [
    'dj | dj business | wedding band | party band | children entertainer | magician | clown | entertainer | bouncy castle hire | photo booth hire',
    'clients, bookings (date, start time, end time, location, price, deposit, status, client)',
  ],
  [
    'funeral home | undertaker | funeral director | funeral parlour',
    'deceased (name, date of birth, date of death), contacts (name, phone, email, relation, deceased), funerals (date, place, price, notes, deceased)',
  ],
  [
    'cemetery | graveyard',
    'plots (number, section, status), burials (date, name of deceased, date of birth, date of death, plot), owners (name, address, phone), leases (start date, end date, plot, owner)',
  ],
  ['pet cemetery', 'owners, pets (name, species, date of death, owner), graves (number, location, pet)'],
  [
    'law firm | lawyer | lawyers | law office | legal practice | solicitor | solicitors | attorney',
    'clients, lawyers, cases (title, type, status, opened on, closed on, client, lawyer), time entries (date, hours, description, case, lawyer)',
  ],
  ['notary | notary office', 'clients, deeds (number, type, date, fee, client), appointments (starts at, reason, status, client)'],
  [
    'accountant | accounting firm | accounting practice | tax advisor | tax adviser | bookkeeper | tax office | tax consultant',
    'clients, tax returns (year, due date, status, fee, client), invoices (number, date, amount, paid, client)',
  ],
  [
    'real estate | real estate agency | estate agent | estate agents | estate agency | realtor | letting agent | letting agency',
    'properties (address, type, price, bedrooms, status, agent), agents, clients, viewings (starts at, notes, property, client)',
  ],
  [
    'property management | property manager | housing association',
    'properties, units (number, rent, property), tenants, leases (start date, end date, rent, unit, tenant), maintenance requests (reported on, description, status, unit)',
  ],
  [
    'landlord | rental properties | rental property | buy to let',
    'properties, tenants, leases (start date, end date, rent, deposit, property, tenant), payments (date, amount, lease)',
  ],
  [
    'homeowners association | hoa | condo association | residents association | apartment building | block of flats',
    'units (number, floor), owners (name, email, phone, unit), fees (due date, amount, paid, unit)',
  ],
  [
    'student housing | student accommodation | dormitory | dorm | hall of residence',
    'rooms (number, floor, capacity, monthly rent), students, leases (start date, end date, room, student)',
  ],
  ['parking garage | parking lot | car park', 'spots (number, level), cars (plate, owner), stays (started at, ended at, spot, car)'],
  [
    'insurance agency | insurance broker | insurance agent | insurance',
    'customers, agents, policies (number, type, start date, end date, premium, customer, agent), claims (date, amount, status, policy)',
  ],
  ['bank | credit union', 'customers, accounts (number, type, balance, customer), transactions (booked at, amount, description, account)'],
  [
    'travel agency | travel agent | tour operator',
    'customers, trips (destination, start date, end date, price), bookings (booked on, travellers integer, status, customer, trip)',
  ],
  [
    'coworking space | coworking | co working space | shared office',
    'members, desks (number, type, price), bookings (date, status, member, desk)',
  ],
  [
    'business center | conference center | conference centre | meeting room booking | meeting room | meeting rooms | conference room booking',
    'rooms (name, capacity), employees, bookings (title, starts at, ends at, room, employee)',
  ],
  [
    'room booking | room bookings | village hall | community hall | church hall | hall hire | venue hire | community center booking',
    'rooms (name, capacity, hourly rate), people, bookings (purpose, starts at, ends at, room, person)',
  ],
  [
    'recording studio | music studio | rehearsal studio | rehearsal room',
    'rooms (name, hourly rate), bands (name, contact person, phone), sessions (starts at, ends at, price, room, band)',
  ],
  [
    'escape room | escape rooms | laser tag | paintball | bowling alley | mini golf | trampoline park | go kart track | karting | climbing wall',
    'rooms (name, capacity, price), customers, bookings (starts at, players integer, price, status, room, customer)',
  ],
  [
    'marketing agency | advertising agency | ad agency | design agency | design studio | web agency | creative agency | pr agency',
    'clients, campaigns (name, start date, end date, budget, client), tasks (title, due date, status, assignee, campaign), employees',
  ],
  [
    'consulting | consultancy | consultant | consulting firm | freelance | freelancer | freelancing | freelance work | freelance business',
    'clients, projects (name, rate, status, client), time entries (date, hours, description, project), invoices (number, date, amount, paid, client)',
  ],
  [
    'translation agency | translator | translation bureau | freelance translator | interpreter | interpreting agency',
    'clients, translators (name, languages, email), projects (title, source language, target language, words integer, price, due date, status, client, translator)',
  ],
  [
    'web designer | web developer | freelance web developer | graphic designer | freelance designer | illustrator | freelance writer | copywriter | editor',
    'clients, projects (name, description, price, due date, status, client), invoices (number, date, amount, paid, client)',
  ],
  [
    'temp agency | staffing agency | employment agency | modeling agency | model agency | talent agency | casting agency',
    'clients, candidates (name, email, phone, skills), assignments (start date, end date, rate, client, candidate)',
  ],
  [
    'matchmaking | dating agency | dating site | dating app',
    'users (name, birth date, gender, city, bio), matches (matched on, user one user, user two user), messages (text, sent at, match, sender user)',
  ],
  [
    'security company | security firm | security guards',
    'guards (name, phone, license number), sites (name, address, client), clients, shifts (starts at, ends at, guard, site), incidents (occurred at, description, site, guard)',
  ],
  [
    'courier | courier service | delivery service | parcel service | parcel delivery | bike courier | messenger service',
    'customers, couriers, parcels (tracking number, weight, address, status, customer), deliveries (delivered at, status, parcel, courier)',
  ],
  [
    'post office | mail room | mailroom | parcel pickup',
    'recipients (name, address, phone), parcels (tracking number, carrier, arrived on, picked up on, recipient)',
  ],
  ['blood bank', 'donors (name, blood group, phone), donations (date, amount, status, donor)'],
  [
    'fire brigade | fire department | fire station | volunteer fire department | volunteer fire brigade',
    'members (name, rank, phone), vehicles (name, type, license plate), incidents (alarm time, type, address, report), responses (incident, member, vehicle)',
  ],
  [
    'police station | police department | police',
    'officers (name, badge number, rank), incidents (occurred at, type, address, description), reports (written on, text, incident, officer)',
  ],
  [
    'town hall | city hall | council | town council | municipality',
    'citizens (name, address, phone), requests (subject, description, received on, status, citizen, department), departments (name, phone)',
  ],
  [
    'complaints | complaint management | customer complaints | complaint log',
    'customers, complaints (received on, subject, description, status, resolved on, customer)',
  ],
  ['call center | call centre', 'customers, agents, calls (started at, minutes, reason, outcome, customer, agent)'],
  [
    'phone company | internet provider | isp | telecom | mobile operator | cable company | telephone company',
    'subscribers (name, email, phone, address), plans (name, monthly price, data limit), subscriptions (start date, end date, status, subscriber, plan), complaints (received on, subject, status, subscriber)',
  ],
  [
    'utility company | electricity company | power company | water company | gas company',
    'customers (name, address, phone), meters (number, type, installed on, customer), readings (date, value, meter), bills (date, amount, due date, paid, customer)',
  ],
];
