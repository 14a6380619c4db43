/** Associations and volunteers: the names each goes by, and its tables in the words of a brief. */
export const CLUBS: readonly (readonly [string, string])[] = [
  [
    'membership management | club membership | club management | club members | membership | memberships | member management | members club',
    'members (name, email, phone, joined on), memberships (type, start date, end date, member), payments (date, amount, membership)',
  ],
  [
    'membership fees | club fees | membership dues | club dues | member fees | subs',
    'members, fees (year, amount, due date, paid, member)',
  ],
  [
    'club treasurer | club finances | club accounts | club cash',
    'accounts (name, balance), categories (name, type), transactions (date, amount, description, account, category)',
  ],
  [
    'charity | fundraising | fundraiser | ngo | nonprofit | non profit | nonprofit organization | foundation',
    'donors (name, email, phone), campaigns (name, goal amount, start date, end date), donations (date, amount, method, donor, campaign)',
  ],
  ['donation tracker | donations | donor management | donation log', 'donors, donations (date, amount, method, donor)'],
  [
    'grants | grant management | grant applications | grant tracker',
    'funders (name, contact person, email), grants (name, amount, deadline, funder), applications (submitted on, amount, status, grant)',
  ],
  [
    'charity run | sponsored run | sponsored walk | charity walk',
    'runners (name, email), sponsors (name, email), pledges (amount per lap, runner, sponsor), laps (completed at, runner)',
  ],
  [
    'sponsorship | child sponsorship | sponsorships',
    'sponsors (name, email, phone), children (name, birth date, country), sponsorships (start date, monthly amount, sponsor, child)',
  ],
  [
    'volunteers | volunteer management | volunteer organization | volunteer organisation | volunteering | volunteer hours | volunteer schedule | volunteer group',
    'volunteers (name, email, phone, skills), projects (name, description), shifts (date, start time, end time, volunteer, project)',
  ],
  [
    'neighbourhood help | neighborhood help | time bank | timebank | neighbourly help',
    'members (name, phone, skills), requests (title, date, status, member), hours given (date, hours, member, request)',
  ],
  [
    'neighbourhood watch | neighborhood watch',
    'members (name, address, phone), patrols (date, start time, end time, member), reports (occurred at, description, location, member)',
  ],
  [
    'church | parish | congregation | church members | mosque | synagogue | temple',
    'members (name, address, phone, birth date), events (name, date, location), attendances (event, member), donations (date, amount, member), groups (name, leader member), group members (group, member)',
  ],
  [
    'baptisms | parish register | church register',
    'people (name, birth date, death date), baptisms (date, priest, person), weddings (date, bride person, groom person), burials (date, place, person)',
  ],
  [
    'sunday school | bible study | bible study group | prayer group',
    'members, meetings (date, topic, passage), attendances (status, meeting, member)',
  ],
  [
    'scout group | scouts | scout troop | girl guides | boy scouts | girl scouts | cub scouts | youth group',
    'scouts (name, birth date, parent phone, patrol), patrols (name, leader), activities (name, date, location), attendances (activity, scout), badges (name, description), awards (date, scout, badge)',
  ],
  [
    'book club | reading group | reading circle | book group',
    'members, books (title, author, year), meetings (date, location, book), reviews (rating, comment, book, member)',
  ],
  [
    'film club | movie club | movie night | movie nights | film society',
    'members, movies (title, year, genre), screenings (date, location, movie), ratings (rating, comment, movie, member)',
  ],
  [
    'wine club | wine tasting | wine tastings | wine tasting club | whisky club | whiskey club | beer club | beer tasting | whisky tasting',
    'members, drinks (name, producer, origin, year), tastings (date, location), ratings (score, notes, tasting, drink, member)',
  ],
  [
    'supper club | dinner club | cooking club',
    'members, dinners (date, host member, theme), dishes (name, course, dinner), attendances (status, dinner, member)',
  ],
  ['gardening club | garden club | horticultural society', 'members, shows (name, date), entries (category, prize, show, member)'],
  [
    'allotments | allotment association | allotment society | allotment | community garden | community gardens',
    'plots (number, size), tenants, leases (plot, tenant, start date, end date, price)',
  ],
  [
    'photography club | camera club | photo club',
    'members, competitions (name, theme, date), photos (title, taken on, member), entries (score, competition, photo)',
  ],
  [
    'bird club | birdwatching club | ornithological society | nature club | naturalist society',
    'members, trips (date, location, leader member), species (name, scientific name), sightings (date, location, count, species, member)',
  ],
  [
    'astronomy club | astronomical society',
    'members, telescopes (name, type, aperture), sessions (date, location, seeing), observations (observed at, object, notes, session, member, telescope)',
  ],
  [
    'model railway club | model railroad club | model club | model train club',
    'members, locomotives (name, scale, maker, member), exhibitions (name, date, location), exhibits (exhibition, locomotive)',
  ],
  [
    'knitting group | knitting club | sewing circle | quilting group | craft group | craft club | art club',
    'members, meetings (date, location), attendances (meeting, member), projects (title, material, status, member)',
  ],
  [
    'dog club | kennel club | breed club',
    'members, dogs (name, breed, birth date, member), shows (name, date, location), results (class, placing, show, dog)',
  ],
  [
    'dog show | cat show | horse show | livestock show | flower show',
    'exhibitors (name, phone), entries (name, breed, class, exhibitor), judges, results (placing, points, entry, judge)',
  ],
  [
    'car club | classic car club | vintage car club | motorcycle club | motorbike club | biker club',
    'members, vehicles (make, model, year, member), rides (date, route, distance), participations (ride, member)',
  ],
  [
    'amateur radio | ham radio | amateur radio log | ham radio log',
    'stations (call sign, name, country), contacts (contacted at, frequency, mode, report, station)',
  ],
  [
    'debate club | debating society | toastmasters | toastmasters club | speakers club',
    'members, meetings (date, topic), speeches (title, minutes, score, meeting, member)',
  ],
  ['chess club', 'members (name, rating integer, email, phone), games (date, white, black, result)'],
  ['bridge club | card club | card games club | skat club', 'members, sessions (date, location), results (score, rank, session, member)'],
  [
    'board game club | board games night | board game nights | board game night | game night | game nights | games night | board games club | boardgame club',
    'members, games (title, min players integer, max players integer), sessions (date, game), scores (points, won, session, member)',
  ],
  [
    'role playing group | dungeons and dragons | dnd campaign | rpg campaign | d and d campaign | dungeons and dragons campaign | role playing game',
    'players, characters (name, race, class, character level integer, player), sessions (date, summary), attendances (session, character), items (name, description, character)',
  ],
  [
    'investment club',
    'members, contributions (date, amount, member), stocks (symbol, name), trades (date, type, quantity, price, stock, proposer member)',
  ],
  [
    'babysitting circle | babysitting club | babysitting co op',
    'families (name, address, phone), sittings (date, start time, end time, sitter family, requester family)',
  ],
  [
    'rotary club | lions club | service club | womens institute | business club | networking group | women group',
    'members (name, company, email, phone), meetings (date, topic, speaker), attendances (status, meeting, member), projects (name, budget, status, leader member)',
  ],
  [
    'political party | local party | campaign team | political campaign | canvassing',
    'members, voters (name, address, phone), contacts (date, result, voter, member), events (name, date, location), attendances (event, member)',
  ],
  [
    'trade union',
    'members (name, employer, joined on), dues (month, amount, paid, member), grievances (filed on, subject, status, member)',
  ],
  [
    'village festival | village fair | street festival | street party | carnival club | carnival | summer fair | school fair | summer party',
    'stalls (name, location), helpers (name, phone), shifts (start time, end time, stall, helper), expenses (date, amount, description, stall)',
  ],
  [
    'swap group | clothes swap | swap shop | toy swap | book swap',
    'members, items (name, description, condition, member), swaps (date, item, receiver member)',
  ],
  ['repair cafe', 'volunteers (name, skill, phone), visitors (name, phone), repairs (date, item, problem, result, volunteer, visitor)'],
  [
    'meetup group | meetup | language exchange | language tandem | tandem partners',
    'members, meetups (title, date, location), attendances (status, meetup, member)',
  ],
  [
    'support group | self help group | walking group | hiking club | hiking group | ramblers | walking club',
    'members, walks (date, route, distance, leader member), attendances (status, walk, member)',
  ],
  [
    'mountain rescue | lifeguard | lifeguards | lifeboat | red cross | first aid group',
    'members (name, phone, qualification), missions (alarm time, location, description), responses (hours, mission, member), training sessions (date, topic), attendances (training session, member)',
  ],
  [
    'historical society | local history society | heritage society',
    'members, talks (date, title, member), documents (title, year, source, member)',
  ],
  [
    'beach cleanup | litter picking | clean up group',
    'volunteers, cleanups (date, location, bags integer), attendances (cleanup, volunteer)',
  ],
];
