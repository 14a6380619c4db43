/** Diaries and logs that people keep of themselves, their animals and what they observe, by name, and their tables in the words of a brief. */
export const DIARIES: readonly (readonly [string, string])[] = [
  [
    'diary | journal | daily journal | personal journal | daily diary | bullet journal | personal diary',
    'entries (date, title, text, mood)',
  ],
  ['gratitude journal | gratitude log | gratitude diary', 'entries (date, grateful for)'],
  ['dream journal | dream diary | dream log | dreams', 'dreams (date, title, description, mood, lucid boolean)'],
  ['mood tracker | mood diary | mood journal | mood log | mood', 'moods (date, mood, intensity integer, notes)'],
  ['habit tracker | habit | habits', 'habits, habit logs (date, done, notes, habit)'],
  ['sleep log | sleep diary | sleep tracker | sleep journal | sleep', 'nights (date, went to bed at, woke up at, hours, quality)'],
  ['meditation log | meditation journal | meditation tracker | yoga log | yoga practice', 'sessions (date, minutes, technique, notes)'],
  [
    'workout tracker | workout log | fitness tracker | gym log | workout diary | workouts | training diary | gym tracker | exercise log | weight lifting log | weightlifting log | strength training log | fitness log | fitness journal | lifting log | strength training',
    'workouts (date, notes), exercises (name, muscle group), sets (reps, weight, workout, exercise)',
  ],
  [
    'running log | running diary | run log | running tracker | jogging log | runs | running journal | jogging diary',
    'shoes (brand, model, bought on), runs (date, distance, minutes, route, notes, shoe)',
  ],
  [
    'marathon training log | marathon training | marathon training plan | half marathon training | triathlon training | triathlon training log | training plan | training log',
    'plans (name, race date, goal), workouts (date, type, distance, minutes, done, plan)',
  ],
  [
    'cycling log | bike rides | ride log | cycling diary | bike log',
    'bikes (name, brand, model), rides (date, distance, minutes, elevation integer, route, bike)',
  ],
  ['swimming log | swim log', 'pools (name, length), swims (date, distance, minutes, stroke, pool)'],
  ['walking log | walks log | step counter | step tracker | daily steps | steps log', 'days (date, steps integer, distance, notes)'],
  [
    'hiking log | hikes | hiking diary | hiking journal | mountain log | summit log | peak bagging',
    'trails (name, region, length, difficulty), hikes (date, distance, minutes, notes, trail)',
  ],
  [
    'climbing log | climbing diary | bouldering log',
    'routes (name, grade, area), climbs (date, attempts integer, sent boolean, notes, route)',
  ],
  [
    'ski log | ski days | skiing log | surf log | surf diary | surfing log',
    'spots (name, location), sessions (date, minutes, conditions, notes, spot)',
  ],
  [
    'dive log | scuba log | scuba dive log | diving log | dive logbook | scuba diving log',
    'sites (name, location, country), dives (number, date, max depth decimal, duration minutes integer, water temperature, notes, site)',
  ],
  [
    'skydiving log | jump log | paragliding log | gliding log',
    'sites (name, location), jumps (number, date, altitude integer, notes, site)',
  ],
  [
    'fishing log | fishing diary | fishing journal | catch log | fishing trips | fishing',
    'spots (name, water type, location), trips (date, weather, spot), catches (species, weight, length, bait, trip)',
  ],
  [
    'horse riding log | horse diary | horse log | horse care',
    'horses (name, breed, birth date), rides (date, minutes, notes, horse), vet visits (date, reason, cost, horse)',
  ],
  [
    'weight log | weight tracker | weight loss | weight loss diary | weight diary | body weight | weigh ins',
    'people (name, height, target weight), weigh ins (date, weight, person)',
  ],
  ['body measurements | measurements log', 'people, measurements (date, weight, chest decimal, waist decimal, hips decimal, person)'],
  [
    'blood pressure | blood pressure diary | blood pressure log | blood pressure readings',
    'readings (measured at, systolic, diastolic, pulse, notes)',
  ],
  [
    'blood sugar | blood sugar diary | blood sugar log | glucose log | diabetes log | diabetes diary | blood glucose | insulin log | glucose diary',
    'readings (measured at, glucose decimal, before meal boolean, notes), insulin doses (taken at, units, type, reading)',
  ],
  [
    'pain diary | pain log | headache diary | migraine diary | migraine log | symptom tracker | symptom diary | headache log | symptom log | allergy diary',
    'symptoms (name, description), episodes (started at, ended at, severity integer, trigger, notes, symptom)',
  ],
  ['seizure log | epilepsy diary | asthma diary | peak flow diary', 'episodes (started at, minutes, severity, trigger, notes)'],
  [
    'medication log | medication tracker | medicine tracker | pill tracker | medicine log | medication schedule | pill reminder | medication reminder | medication list | medications',
    'medications (name, dosage, times per day integer, start date), intakes (taken at, dose, medication)',
  ],
  [
    'period tracker | menstrual cycle | cycle tracker | period log | period diary',
    'cycles (start date, end date, notes), symptoms (date, name, severity, cycle)',
  ],
  [
    'pregnancy diary | pregnancy journal | pregnancy tracker | pregnancy log | pregnancy',
    'pregnancies (started on, due date, notes), appointments (starts at, week integer, doctor, notes, pregnancy), weigh ins (date, weight, pregnancy), symptoms (date, name, severity, pregnancy)',
  ],
  [
    'health records | medical records | family health records | medical history | family medical history | health record | family health | health log',
    'people (name, birth date, blood group), visits (date, doctor, reason, diagnosis, person), vaccinations (date, vaccine, person), medications (name, dosage, person)',
  ],
  [
    'vaccinations | vaccination records | vaccination record | vaccination pass | immunization records',
    'people (name, birth date), vaccinations (date, vaccine, next due on, person)',
  ],
  [
    'doctor visits | medical appointments | doctors visits | medical bills',
    'people, doctors (name, specialty, phone), visits (date, reason, diagnosis, cost, person, doctor)',
  ],
  [
    'food diary | food log | calorie tracker | calorie counter | nutrition log | diet log | food journal | meal log | meal diary | macro tracker | diet diary | calorie log | nutrition tracker | diet',
    'foods (name, calories, protein decimal, carbs decimal, fat decimal), meals (date, meal, grams decimal, food)',
  ],
  ['water intake | water tracker | drinking log | hydration tracker | water log', 'drinks (drunk at, milliliters integer)'],
  [
    'caffeine log | coffee log | coffee journal | coffee diary | coffee brewing log | espresso log',
    'beans (name, roaster, origin, roast date), brews (brewed at, method, dose decimal, rating, notes, bean)',
  ],
  ['alcohol log | alcohol tracker | smoking log | quit smoking', 'entries (date, what, count, notes)'],
  [
    'baby log | baby tracker | baby diary | newborn log | baby journal | newborn tracker | baby feeding log | infant log',
    'babies (name, birth date), feedings (fed at, type, amount, baby), diapers (changed at, type, baby), sleeps (started at, ended at, baby)',
  ],
  [
    'baby growth | child growth | growth chart | baby milestones | child development | baby book',
    'children (name, birth date), measurements (date, weight, height, child), milestones (date, description, child)',
  ],
  ['kids sayings | funny quotes | things my kids said', 'children, sayings (date, text, child)'],
  [
    'pet care | pet health | pet log | pet diary | pet records | pets | pet health records',
    'pets (name, species, breed, birth date), visits (date, reason, cost, notes, pet), medications (name, dosage, start date, pet)',
  ],
  [
    'dog log | puppy log | puppy diary | dog diary | dog health | dog care | puppy training log',
    'dogs (name, breed, birth date), walks (date, minutes, dog), weights (date, weight, dog), vet visits (date, reason, cost, dog)',
  ],
  [
    'cat log | cat diary | cat health | cat care',
    'cats (name, breed, birth date), feedings (fed at, food, amount, cat), vet visits (date, reason, cost, cat)',
  ],
  [
    'fish tank log | fish tank | aquarium log | aquarium diary | reef tank log | aquarium maintenance | fish keeping | reef tank | home aquarium | fish tank maintenance',
    'tanks (name, volume), fish (species, bought on, count, tank), water tests (date, temperature, ph decimal, nitrate decimal, tank), water changes (date, percent, tank)',
  ],
  [
    'reptile log | snake log | terrarium log | terrarium | reptile feeding log | snake feeding log',
    'animals (name, species, birth date, sex), feedings (date, food, amount, animal), sheds (date, notes, animal)',
  ],
  ['feeding log | animal feeding log', 'animals (name, species), feedings (fed at, food, amount, animal)'],
  [
    'bird watching | birdwatching | birding | bird sightings | bird log | birding log | bird list | bird watching log | birdwatching log | bird watching diary | bird journal | life list',
    'species (name, scientific name), locations (name, region), sightings (seen on, count, notes, species, location)',
  ],
  [
    'wildlife sightings | wildlife log | nature journal | nature diary | whale sightings | butterfly log | mushroom log | mushroom finds | mushroom hunting | nature log | foraging log',
    'species (name, scientific name), sightings (date, location, count, notes, species)',
  ],
  ['bird ringing | bird banding', 'birds (ring number, species, sex), catches (caught at, weight, wing length, location, bird)'],
  ['nest boxes | bird boxes | nest box monitoring', 'boxes (number, location), checks (date, species, eggs integer, chicks integer, box)'],
  [
    'astronomy log | stargazing log | observation log | observing log | stargazing | astronomy | astronomy journal',
    'objects (name, type, constellation), observations (observed at, telescope, seeing, notes, object)',
  ],
  [
    'weather diary | weather log | weather station | weather records | weather journal | rainfall log | rain gauge | temperature log | rain log',
    'stations (name, location), readings (measured at, temperature, rainfall, humidity, notes, station)',
  ],
  [
    'meter readings | meter reading | electricity meter | energy consumption | energy log | gas meter | water meter | electricity consumption | power consumption | utility meters | energy tracker | electricity usage',
    'meters (name, type, number, location), readings (date, value, meter)',
  ],
  [
    'solar panels | solar production | photovoltaics | solar log | solar power',
    'panels (name, location, peak power decimal), productions (date, kwh, panel)',
  ],
  ['compost log | worm farm', 'bins (name, location), additions (date, material, amount, bin), readings (date, temperature, notes, bin)'],
  [
    'sourdough log | bread log | baking log | bread baking | sourdough | baking journal | bread journal | baking diary',
    'recipes (name, instructions), bakes (date, rating, notes, recipe)',
  ],
  [
    'reading list | books read | reading log | reading journal | reading diary | books to read | book journal | reading challenge',
    'books (title, author, status, finished on, rating)',
  ],
  [
    'watchlist | watch list | movies watched | movie log | film diary | movie diary | movies to watch | film log',
    'movies (title, year, genre, watched on, rating)',
  ],
  [
    'tv shows | tv series | series tracker | tv show tracker | series watched | tv tracker',
    'shows (title, genre, status), episodes (season integer, number, title, watched on, rating, show)',
  ],
  [
    'concert log | concerts attended | concert diary | gig diary | concerts',
    'artists (name, genre), concerts (date, venue, city, rating, notes, artist)',
  ],
  [
    'theatre diary | theatre visits | museum visits | exhibitions visited',
    'venues (name, city), visits (date, title, rating, notes, venue)',
  ],
  [
    'practice log | music practice | practice journal | piano practice | guitar practice | practice diary | instrument practice',
    'pieces (title, composer, status), practice sessions (date, minutes, notes, piece)',
  ],
  [
    'language learning | vocabulary | vocabulary list | vocabulary notebook | language journal | language log',
    'languages (name, proficiency), words (word, translation, example, learned on, language)',
  ],
  ['learning log | learning journal | course log', 'topics (name, description), entries (date, minutes, what was learned, topic)'],
  [
    'work log | work journal | work diary | daily work log | lab notebook | lab journal | research log | research journal | developer journal',
    'projects (name, description), entries (date, title, text, project)',
  ],
  ['screen time | screen time log', 'apps (name, category), usages (date, minutes, app)'],
  [
    'poker night results | poker nights | poker night | poker results | poker log | poker games',
    'players, poker nights (date, location), results (buy in decimal, cash out decimal, poker night, player)',
  ],
  [
    'card game scores | game scores | board game scores | scrabble scores | board game log | score keeping | board game results | game results | scrabble games | score tracker',
    'players, games (name, description), sessions (date, game), scores (points, session, player)',
  ],
  [
    'darts scores | bowling scores | pool scores | table tennis scores | tennis scores | tennis results | match results',
    'players, matches (date, score, first player, second player, winner)',
  ],
  ['noise log | neighbour noise | noise diary', 'incidents (started at, ended at, description, source, loudness)'],
  ['phone call log | call log | phone log | phone calls', 'people (name, phone), calls (called at, minutes, topic, person)'],
  ['letters | pen pals | penpals | correspondence', 'people (name, address, country), letters (sent on, received on, subject, person)'],
  [
    'maintenance log | machine log | generator log | boiler log',
    'machines (name, model, location), entries (date, work done, hours, cost, machine)',
  ],
  [
    'photo log | film rolls | film photography log | film roll log | analog photography',
    'cameras (brand, model), rolls (film, iso integer, loaded on, camera), shots (number, taken on, aperture, shutter speed, notes, roll)',
  ],
  [
    'therapy journal | anxiety diary | anxiety log | worry diary | thought record',
    'entries (date, situation, thought, feeling, intensity integer)',
  ],
  ['prayer journal | sermon notes | prayer list', 'prayers (date, topic, text, answered on)'],
  [
    'tea log | tea journal | beer log | beer diary | whisky log | wine log | wine diary | beer journal | wine journal | tasting notes | wine notes | tasting journal',
    'drinks (name, producer, origin, type), tastings (date, rating, notes, drink)',
  ],
];
