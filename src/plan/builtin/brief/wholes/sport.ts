/** Clubs, leagues and contests of sport and games: the names each goes by, and its tables in the words of a brief. */
export const SPORT: readonly (readonly [string, string])[] = [
  [
    'gym | fitness studio | yoga studio | pilates studio | fitness center | fitness centre | crossfit box | crossfit gym | health club | boxing gym | yoga school | yoga classes | fitness classes',
    'members, instructors, classes (name, starts at, capacity, instructor), bookings (date, status, member, class)',
  ],
  [
    'gym membership | gym memberships | gym members',
    'members, memberships (type, start date, end date, price, member), visits (visited at, member)',
  ],
  [
    'climbing gym | bouldering gym | bouldering hall',
    'members, routes (name, grade, color, set on), ascents (date, attempts integer, member, route), visits (visited at, member)',
  ],
  ['swimming pool | public pool', 'passes (number, type, valid until, visitor), visitors (name, phone), visits (visited at, visitor)'],
  [
    'sports league | football league | soccer league | hockey league | basketball league | volleyball league | cricket league | baseball league | rugby league | darts league | bowling league | handball league | softball league',
    'teams (name, city, contact email), players (name, number, position, team), matches (date, location, home team, away team, home score, away score)',
  ],
  [
    'tournament | football tournament | soccer tournament | sports tournament | basketball tournament | volleyball tournament | world cup',
    'teams (name, group name, contact email), players (name, number, position, team), matches (starts at, round, home team, away team, home score, away score)',
  ],
  [
    'football club | soccer club | rugby club | hockey club | basketball club | volleyball club | handball club | cricket club | baseball club | sports club | football team | soccer team | basketball team | volleyball team | hockey team | rugby team | cricket team | softball team | youth football team | youth team | sports team | netball team',
    'players (name, birth date, position, phone), matches (date, location, opponent, home score, away score), appearances (minutes, goals, match, player), training sessions (date, location), attendances (status, training session, player)',
  ],
  ['five a side | pickup football | kickabout', 'players, games (date, location, score), appearances (goals, paid, game, player)'],
  [
    'coach notes | team statistics | player statistics | football statistics',
    'players (name, position, number), matches (date, opponent, result), appearances (minutes, goals, assists integer, match, player)',
  ],
  [
    'tennis club | squash club | badminton club | padel club',
    'members, courts (name, surface), bookings (starts at, ends at, member, court)',
  ],
  [
    'court booking | tennis court booking | court reservation',
    'courts (name, surface), members, bookings (starts at, ends at, court, member)',
  ],
  [
    'tennis tournament | badminton tournament | table tennis tournament | squash tournament | pool tournament | snooker tournament | darts tournament | padel tournament',
    'players, matches (starts at, round, score, first player, second player, winner)',
  ],
  [
    'tennis ladder | squash ladder | tennis league | table tennis league | table tennis club | pool league | snooker club | squash league | badminton league | ping pong league | office table tennis | foosball league | darts club',
    'players (name, rank, email, phone), matches (date, score, first player, second player, winner)',
  ],
  ['chess tournament | chess league | chess games | chess', 'players (name, rating integer), games (date, white, black, result)'],
  [
    'golf club',
    'members (name, handicap decimal, email, phone), courses (name, holes integer, par integer), rounds (date, score, member, course)',
  ],
  [
    'golf tournament | golf society | golf day',
    'players (name, handicap decimal, phone), tournaments (name, date, course), rounds (date, score, points, player, tournament)',
  ],
  [
    'golf scores | golf score | golf rounds | golf log | golf | golf scorecard | golf handicap',
    'courses (name, holes integer, par integer), rounds (date, score, putts integer, notes, course)',
  ],
  ['disc golf', 'courses (name, holes integer, par integer), players, rounds (date, score, course, player)'],
  [
    'running club | athletics club | track club | triathlon club | run club',
    'members, training sessions (date, location, distance), attendances (status, training session, member), races (name, date, distance), results (finish time, rank, race, member)',
  ],
  [
    'marathon | race | running race | fun run | triathlon | running event | 10k race | half marathon | bike race | cycling race | cross country race',
    'runners (name, birth date, club, email), races (name, date, distance), registrations (start number, registered on, race, runner), results (finish time, rank, registration)',
  ],
  [
    'swim meet | swimming competition | track meet | athletics meet | gymnastics competition | sports day',
    'athletes (name, birth date, club), events (name, discipline, starts at), results (performance, rank, event, athlete)',
  ],
  [
    'swimming club | swim team | swim club',
    'swimmers (name, birth date, group name), training sessions (date, pool, distance), competitions (name, date, location), results (event, swim time, rank, competition, swimmer), attendances (status, training session, swimmer)',
  ],
  [
    'cycling club | cycling team | bike club',
    'members, rides (date, route, distance, elevation integer, leader member), attendances (ride, member)',
  ],
  [
    'sailing club | yacht club | rowing club | canoe club | kayak club',
    'members, boats (name, type, status), outings (date, hours, boat, member), damages (reported on, description, repaired, boat)',
  ],
  [
    'regatta | sailing race | sailing regatta',
    'boats (name, class, sail number, skipper), races (name, starts at, wind), results (finish time, rank, race, boat)',
  ],
  [
    'flying club | gliding club | aero club',
    'members (name, license number, phone), aircraft (registration, model), flights (started at, landed at, aircraft, pilot member)',
  ],
  [
    'diving club | dive center | dive centre | scuba club',
    'divers (name, certification, phone), sites (name, location, depth), dives (date, depth, minutes, notes, diver, site)',
  ],
  [
    'ski club | climbing club | alpine club | mountaineering club',
    'members, trips (destination, start date, end date, leader member), participants (paid, trip, member)',
  ],
  [
    'riding club | equestrian club | polo club',
    'members, horses (name, breed, birth date, owner member), competitions (name, date, location), results (class, rank, competition, horse)',
  ],
  [
    'horse racing | horse race | greyhound racing',
    'horses (name, birth date, trainer), jockeys (name, weight), races (name, starts at, distance), runners (number, odds decimal, finish position integer, race, horse, jockey)',
  ],
  [
    'archery club | shooting club | shooting range | gun club | rifle club | archery',
    'members (name, license number, phone), sessions (date, discipline), scores (points, session, member)',
  ],
  [
    'martial arts club | karate club | judo club | boxing club | fencing club | aikido club | taekwondo club',
    'members (name, birth date, belt, phone), training sessions (date, topic), attendances (training session, member), gradings (date, belt, result, member)',
  ],
  [
    'bowling club | lawn bowls club | petanque club | curling club | bowls club',
    'members, games (date, opponent, score), appearances (points, game, member)',
  ],
  [
    'fishing club | angling club',
    'members (name, license number, phone), waters (name, type), catches (date, species, weight, length, member, water)',
  ],
  [
    'hunting club | hunting | hunting log',
    'hunters (name, license number), areas (name, size), hunts (date, species, weight, hunter, area)',
  ],
  [
    'pigeon racing | pigeon club | racing pigeons',
    'pigeons (ring number, sex, color, hatched on), races (date, start place, distance), results (arrived at, speed, rank, race, pigeon)',
  ],
  [
    'fantasy football | fantasy league | fantasy football league',
    'managers (name, team name), players (name, position, club), picks (picked on, price, manager, player), scores (week integer, points, player)',
  ],
  [
    'betting pool | prediction game | football predictions | football pool | office pool | sweepstake | tipping competition | bets | betting log | sports bets',
    'players, matches (starts at, home side, away side, home goals, away goals), bets (home goals, away goals, points, player, match)',
  ],
  [
    'esports team | esports tournament | gaming clan | esports league | gaming tournament',
    'teams (name, country), players (name, nickname, role, team), matches (starts at, game, score, team one team, team two team)',
  ],
  [
    'motor racing | racing team | go kart racing | kart racing | lap times | track day | track days',
    'drivers, cars (name, model), sessions (date, track, weather, car), laps (number, lap seconds decimal, session, driver)',
  ],
  [
    'referees | referee scheduling | referee assignments',
    'referees (name, phone, license class), matches (starts at, location, home side, away side), assignments (role, fee, referee, match)',
  ],
  [
    'cheerleading | cheerleading squad | dance team | gymnastics club',
    'members (name, birth date, parent phone), training sessions (date, location), attendances (status, training session, member), competitions (name, date), results (rank, points, competition, member)',
  ],
  [
    'poker league | poker tournament | poker club',
    'players, tournaments (date, buy in decimal, location), results (rank, winnings decimal, tournament, player)',
  ],
];
