/** Schools and lessons: the names each goes by, and its tables in the words of a brief. */
export const SCHOOLS: readonly (readonly [string, string])[] = [
  [
    'school | primary school | elementary school | secondary school | high school | grammar school | middle school | village school | student information',
    'students (name, birth date, email, phone), teachers, classes (name, subject, room, teacher), enrollments (date, status, student, class)',
  ],
  [
    'university | college | student registration',
    'students, professors, courses (title, code, credits, professor), enrollments (semester, grade, student, course)',
  ],
  [
    'student enrollment | course enrollment | course registration | adult education | evening school | evening classes | community college | training center | training centre',
    'students, teachers, courses (title, description, start date, price, teacher), enrollments (date, status, student, course)',
  ],
  [
    'gradebook | grade book | student grades | school grades | report cards',
    'students, subjects (name, teacher), grades (grade, date, student, subject)',
  ],
  [
    'exam results | school exams | exam grading',
    'students, exams (title, date, subject, max points integer), results (points, grade, student, exam)',
  ],
  [
    'class attendance | attendance tracker | school attendance | student attendance | attendance register | attendance sheet',
    'students, classes (name, schedule), attendances (date, status, student, class)',
  ],
  [
    'homework planner | homework tracker | homework diary | homework log | homework',
    'subjects (name, teacher), assignments (title, due date, done, subject)',
  ],
  [
    'school timetable | class schedule | timetable | school schedule | class timetable',
    'subjects (name, short name), teachers, rooms (name, capacity), lessons (weekday, start time, end time, subject, teacher, room)',
  ],
  [
    'study planner | study tracker | study log | exam planner | exam revision | revision planner',
    'subjects (name, notes), exams (title, date, subject), study sessions (date, minutes, topic, subject)',
  ],
  [
    'language school | language courses | language classes | english school',
    'students, teachers, courses (language, level of course, start date, price, teacher), enrollments (date, status, student, course)',
  ],
  [
    'driving school',
    'students (name, phone, birth date), instructors, cars (license plate, model), lessons (starts at, minutes, student, instructor, car), tests (date, result, student)',
  ],
  [
    'flight school | flying school',
    'students, instructors, aircraft (registration, model), lessons (starts at, hours, notes, student, instructor, aircraft)',
  ],
  [
    'music school | piano teacher | guitar teacher | singing teacher | music teacher',
    'students (name, instrument, email, phone), teachers, lessons (starts at, minutes, price, student, teacher), pieces (title, composer, student)',
  ],
  [
    'dance studio | dance school | ballet school | dance classes | ballet studio',
    'students, teachers, classes (name, style, weekday, start time, teacher), enrollments (start date, status, student, class)',
  ],
  [
    'art school | art classes | drawing school | painting classes | art workshop | craft workshop | craft workshops | workshops',
    'teachers, workshops (title, starts at, price, capacity, teacher), participants, bookings (booked on, paid, workshop, participant)',
  ],
  [
    'cooking school | cookery school | cooking classes | cooking class',
    'chefs, classes (title, starts at, price, capacity, chef), participants, bookings (booked on, paid, class, participant)',
  ],
  [
    'drama school | acting school | theatre school',
    'students, teachers, classes (name, weekday, start time, teacher), enrollments (date, status, student, class)',
  ],
  [
    'riding school | riding stable | horse riding school',
    'horses, riders, instructors, lessons (starts at, price, horse, rider, instructor)',
  ],
  [
    'ski school | surf school | sailing school | diving school | dive school | kite school | snowboard school | climbing school',
    'instructors, students, lessons (starts at, type, price, instructor), bookings (date, status, lesson, student)',
  ],
  [
    'swim school | swimming school',
    'instructors, children (name, birth date, parent phone), courses (name, skill level, start date, instructor), enrollments (date, status, child, course)',
  ],
  [
    'martial arts school | karate school | karate dojo | judo school | dojo | taekwondo school',
    'members (name, birth date, phone), belts (color, rank), gradings (date, result, member, belt), classes (name, weekday, start time), attendances (date, class, member)',
  ],
  [
    'tutoring business | tutoring | tutor | private tutor | private tuition | tuition center | tuition centre',
    'students, tutors (name, subjects, email, phone), lessons (starts at, minutes, subject, price, student, tutor)',
  ],
  [
    'online course | online courses | online learning | elearning | e learning | learning management | course platform',
    'courses, lessons (title, content, position, course), students, enrollments (enrolled on, progress percent, student, course)',
  ],
  [
    'daycare | day care | after school club | after school care | childminder | child care | childcare | holiday club | playgroup | toddler group',
    'children (name, birth date, allergies), parents (name, email, phone, child), attendances (date, arrived at, left at, child)',
  ],
  [
    'kindergarten | nursery | preschool | pre school | nursery school | creche',
    'groups (name, room), children (name, birth date, allergies, group), parents (name, email, phone, child), attendances (date, status, child)',
  ],
  ['boarding school', 'students, houses (name, warden), rooms (number, house), stays (start date, end date, student, room)'],
  [
    'summer camp | kids camp | holiday camp | youth camp | children camp',
    'campers (name, birth date, allergies, parent phone, group), groups (name, counselor), counselors, activities (name, starts at, location, group)',
  ],
  [
    'parent teacher association | pta | parents association | parents council | school association',
    'members (name, email, phone), events (name, date, location), tasks (title, due date, done, member, event)',
  ],
  [
    'parent teacher conferences | parents evening | parent teacher meetings',
    'teachers, parents (name, email, child name), slots (starts at, room, teacher, parent)',
  ],
  [
    'student council | student union | students union',
    'members (name, position, email), meetings (date, agenda, notes), motions (title, text, result, meeting, member)',
  ],
  [
    'school bus | school transport',
    'buses (license plate, capacity), routes (name, bus), stops (name, time, route), students (name, phone of parent, stop)',
  ],
  [
    'school cafeteria | school canteen | school lunch | school lunches',
    'students, meals (date, name, price), orders (ordered on, student, meal)',
  ],
  [
    'school trip | school trips | class trip | field trip',
    'trips (destination, date, price), students, participations (paid, permission given, trip, student)',
  ],
  [
    'thesis | master thesis | thesis supervision',
    'students, supervisors, theses (title, start date, due date, grade, student, supervisor), meetings (date, notes, thesis)',
  ],
  [
    'scholarship | scholarships | scholarship program | student grants',
    'scholarships (name, amount, deadline), students, applications (applied on, status, scholarship, student)',
  ],
  [
    'alumni | alumni association | alumni network | alumni club',
    'alumni (name, graduation year, email, employer), events (name, date, location), registrations (registered on, alumnus, event)',
  ],
  ['school library', 'books, students, loans (loan date, due date, return date, book, student)'],
  [
    'exchange program | student exchange | exchange students',
    'students (name, school, email), host families (name, address, phone), stays (start date, end date, student, host family)',
  ],
];
