import { singularName } from '../inflect.ts';
import { lastWord, type Sort, sortOf } from './nouns.ts';

/** What most people keep of each row of a table by its name, in the words of a brief. */
export function usualColumns(table: string): readonly string[] {
  const name = singularName(table);
  const own = USUAL.get(name) ?? USUAL.get(lastWord(name));
  return (own ?? BY_SORT[sortOf(table)] ?? 'name, notes').split(', ');
}

/** Whether most people keep the same of such a thing. */
export const hasUsual = (table: string): boolean => {
  const name = singularName(table);
  return USUAL.has(name) || USUAL.has(lastWord(name));
};

const PERSON = 'name, email, phone';
const TODO = 'title (required), done (default false), due date';
const MOVED = 'date, distance, minutes, notes';
const WATCHED = 'title, year, genre, watched on, rating';
const STAYED = 'check in, check out, status';

const BY_SORT: Readonly<Partial<Record<Sort, string>>> = {
  event: 'date, notes',
  'follow-up': 'date, amount',
  classifier: 'name',
  person: PERSON,
  staff: PERSON,
  said: 'text, created at',
  titled: 'title',
};

/** Nouns → what is kept of each. The whole name counts before its last word. */
const USUAL: ReadonlyMap<string, string> = new Map(
  (
    [
      // People
      ['person contact friend member customer client guest user student pupil tenant owner landlord', PERSON],
      [
        'adopter applicant candidate volunteer donor subscriber attendee participant visitor buyer renter borrower neighbour neighbor',
        PERSON,
      ],
      ['author artist actor director musician photographer designer', 'name, bio'],
      ['teacher instructor professor lecturer tutor', `${PERSON}, subject`],
      ['employee staff worker', `${PERSON}, position, hire date`],
      ['doctor physician dentist vet veterinarian therapist', `name, specialty, ${PERSON.slice(6)}`],
      ['patient', 'name, birth date, phone, email'],
      ['driver', 'name, phone, license number'],
      ['player athlete', 'name, birth date, position'],
      ['child kid baby', 'name, birth date'],
      ['agent salesperson rep sales_rep trainer coach stylist barber mechanic technician nurse cleaner sitter babysitter', PERSON],
      ['lead', 'name, company, email, phone, status'],
      ['supplier vendor manufacturer', 'name, contact person, email, phone'],
      ['company organization organisation', 'name, industry, website, phone'],
      // Work
      ['deal opportunity', 'name, amount, stage, close date'],
      ['stage', 'name, position'],
      ['activity interaction', 'type, date, notes'],
      ['project', 'name, description, start date, end date, status'],
      ['task', 'title (required), description, status, due date'],
      ['todo chore', TODO],
      ['milestone', 'name, due date'],
      ['sprint', 'name, start date, end date'],
      ['ticket', 'subject, description, status, priority, created at'],
      ['bug bug_report issue', 'title, description, status, priority, created at'],
      ['time_entry timesheet', 'date, task, hours'],
      ['shift', 'date, start time, end time'],
      ['job_application', 'company, position, status, applied on, salary'],
      ['application', 'date, status, notes'],
      ['interview', 'date, interviewer, result'],
      ['meeting', 'title, date, notes'],
      ['department team', 'name'],
      ['salary payslip', 'date, amount'],
      ['invoice', 'number, date, amount, due date, paid (default false)'],
      ['contract lease', 'start date, end date, amount'],
      // Shops
      ['product', 'name, description, price, stock quantity'],
      ['item', 'name, quantity, price'],
      ['part material spare_part', 'name, quantity, price'],
      ['order', 'order date, status, total'],
      ['purchase_order', 'order date, status, total'],
      ['order_item order_line invoice_item invoice_line line_item cart_item sale_item', 'quantity, unit price'],
      ['sale purchase', 'date, quantity, amount'],
      ['shipment delivery', 'delivery date, address, status'],
      ['payment', 'date, amount, method'],
      ['refund', 'date, amount, reason'],
      ['review', 'rating, comment, created at'],
      ['rating', 'rating, created at'],
      ['coupon discount', 'code, percent, expires on'],
      ['warehouse store shop branch location office', 'name, address'],
      ['address', 'street, city, postal code, country'],
      ['stock', 'quantity'],
      // Money
      ['expense', 'date, amount, category, description'],
      ['income', 'date, amount, source'],
      ['transaction', 'date, amount, description'],
      ['budget', 'month, amount'],
      ['account', 'name, type, balance'],
      ['bill', 'name, amount, due date, paid (default false)'],
      ['subscription', 'name, price, start date, renewal date'],
      ['donation contribution offering', 'date, amount'],
      ['investment', 'name, quantity, purchase price, purchase date'],
      ['policy', 'number, type, start date, end date, premium'],
      ['claim', 'date, amount, status'],
      // Places and stays
      ['room', 'number, type, capacity, price'],
      ['hotel_room', 'number, type, price per night'],
      ['property house listing apartment flat', 'name, address, type, price'],
      ['unit', 'number, rent'],
      ['building hotel venue restaurant', 'name, address'],
      ['seat table spot', 'number'],
      ['parking_spot', 'number, level'],
      ['stay', STAYED],
      ['booking reservation', 'date, status'],
      ['rental', 'start date, end date, price'],
      ['viewing', 'date, notes'],
      ['cleaning', 'date, status, notes'],
      ['trip', 'destination, start date, end date, notes'],
      ['flight', 'flight number, departs at, arrives at'],
      ['destination city country', 'name'],
      // School and club
      ['class', 'name, schedule'],
      ['course', 'title, description'],
      ['lesson', 'title, date'],
      ['subject', 'name'],
      ['assignment homework', 'title, due date'],
      ['exam test quiz', 'title, date'],
      ['grade mark', 'grade, date'],
      ['score result', 'score, date'],
      ['attendance', 'date, status'],
      ['enrollment enrolment registration', 'date, status'],
      ['membership', 'type, start date, end date'],
      ['training practice', 'date, location'],
      ['match game fixture', 'date, location, home score, away score'],
      ['tournament competition season', 'name, start date, end date'],
      ['club league', 'name'],
      ['event', 'name, date, location'],
      ['gig concert performance', 'date, venue, notes'],
      ['rsvp', 'status'],
      ['gift', 'person, idea, price, bought (default false)'],
      // Care
      ['appointment', 'starts at, reason, status'],
      ['visit', 'date, reason, notes'],
      ['treatment', 'name, date, price'],
      ['prescription', 'date, dosage'],
      ['medication medicine drug', 'name, dosage'],
      ['vaccination', 'date, vaccine'],
      ['symptom', 'name, date, severity'],
      ['pet animal', 'name, species, breed, birth date, status'],
      ['cat dog', 'name, breed, birth date'],
      ['horse cow sheep goat', 'name, breed, birth date'],
      ['adoption', 'date, notes'],
      // Days
      ['habit', 'name, frequency'],
      ['habit_log', 'date, done (default true), notes'],
      ['workout workout_session', 'date, notes'],
      ['exercise', 'name, muscle group'],
      ['set', 'reps, weight'],
      ['run ride swim hike walk', MOVED],
      ['meal', 'date, meal, calories'],
      ['food', 'name, calories'],
      ['mood', 'date, mood, notes'],
      ['blood_pressure', 'date, systolic, diastolic, pulse'],
      ['migraine headache', 'date, severity, notes'],
      ['sleep', 'date, hours, quality'],
      ['weight', 'date, weight'],
      ['measurement reading', 'date, value'],
      ['note idea', 'title, text, created at'],
      ['goal', 'name, target date, done (default false)'],
      ['wish', 'name, url, price'],
      ['bookmark link', 'title, url, notes'],
      // Shelves
      ['book', 'title, author, year, isbn'],
      ['movie film', WATCHED],
      ['dvd record vinyl album cd', 'title, artist, year, genre'],
      ['show', 'title, genre'],
      ['series', 'title, genre'],
      ['episode', 'title, number, duration, publish date'],
      ['song track', 'title, duration'],
      ['podcast', 'title, description'],
      ['video_game board_game', 'title, platform, finished on, rating'],
      ['recipe', 'title, servings, instructions'],
      ['recipe_ingredient', 'quantity, unit'],
      ['ingredient', 'name, quantity, unit'],
      ['dish menu_item', 'name, description, price'],
      ['cake pizza drink', 'name, price'],
      ['wine', 'name, producer, year, rating'],
      ['coin stamp card', 'name, year, country, value'],
      ['loan lending borrowing', 'loan date, due date, return date'],
      ['tool equipment', 'name, description'],
      ['photo picture', 'title, url, taken on'],
      // Writing
      ['post article story', 'title, body, published at'],
      ['page', 'title, body'],
      ['comment', 'body, created at'],
      ['message reply', 'body, sent at'],
      ['question answer', 'text, created at'],
      ['poll survey', 'title, created at'],
      ['like vote follow', 'created at'],
      ['tag label category genre', 'name'],
      ['campaign', 'name, start date, end date'],
      // Wheels and gardens
      ['car vehicle', 'make, model, year, license plate'],
      ['truck van bus', 'license plate, model, year'],
      ['bike bicycle motorcycle boat', 'name, model, price'],
      ['repair maintenance service inspection', 'date, description, cost'],
      ['service_record', 'date, description, cost'],
      ['route', 'name'],
      ['plant', 'name, species, location'],
      ['watering', 'date, amount'],
      ['feeding', 'date, food, amount'],
      ['harvest', 'date, quantity'],
      ['crop', 'name'],
      ['sighting', 'date, species, location, count'],
      ['sensor device', 'name, location'],
    ] as const
  ).flatMap(([nouns, columns]) => nouns.split(' ').map((noun) => [noun, columns] as const)),
);
