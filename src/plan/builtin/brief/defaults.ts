import { singularName } from '../inflect.ts';
import { wordTable } from '../word-table.ts';
import type { Draft, NewTable } from './draft.ts';
import { lastWord, mainColumn } from './nouns.ts';

/** Gives a table of which nothing was said what most people keep of such a thing, and says so. */
export function giveUsual(draft: Draft, table: NewTable): void {
  const usual = usualOf(table.name) ?? `${mainColumn(table.name)}, notes`;
  for (const item of usual.split(', ')) draft.column(table, item);
  const columns = [...table.columns.keys()];
  const last = columns.pop() ?? '';
  const all = columns.length ? `${columns.join(', ')} and ${last}` : last;
  draft.assumptions.push(`nothing was said of ${table.name.replaceAll('_', ' ')}, so they have ${all}; say what else to know of each`);
}

/** Whether most people keep the same of such a thing. */
export const hasUsual = (table: string): boolean => usualOf(table.replaceAll(' ', '_')) !== undefined;

function usualOf(table: string): string | undefined {
  const name = singularName(table);
  return USUAL[name] ?? USUAL[lastWord(name)];
}

const PERSON = 'name, email, phone';
const MOVED = 'date, distance, minutes, notes';
const WATCHED = 'title, year, watched on, rating';

const USUAL = wordTable<string>({
  todo: 'title (required), done (default false), due date',
  task: 'title (required), done (default false), due date',
  chore: 'title (required), done (default false), due date',
  expense: 'date, amount, category, description',
  income: 'date, amount, source',
  habit: 'name, date, done (default false)',
  workout: 'date, exercise, sets, reps, weight',
  run: MOVED,
  ride: MOVED,
  swim: MOVED,
  hike: MOVED,
  walk: MOVED,
  book: 'title, author, finished on, rating',
  movie: WATCHED,
  film: WATCHED,
  show: WATCHED,
  series: WATCHED,
  game: 'title, platform, finished on, rating',
  recipe: 'title, servings, ingredients, instructions',
  contact: PERSON,
  person: PERSON,
  friend: PERSON,
  member: PERSON,
  customer: PERSON,
  client: PERSON,
  guest: PERSON,
  student: PERSON,
  employee: `${PERSON}, hire date`,
  supplier: PERSON,
  product: 'name, sku, price, stock',
  order: 'date, customer, total',
  sale: 'date, item, amount',
  plant: 'name, species, location, last watered on',
  meal: 'date, meal, calories',
  mood: 'date, mood, notes',
  sleep: 'date, hours, quality',
  weight: 'date, weight',
  appointment: 'title, starts at, location, notes',
  event: 'title, date, location',
  meeting: 'title, date, notes',
  trip: 'destination, start date, end date, notes',
  gift: 'person, idea, price, bought (default false)',
  item: 'name, quantity, done (default false)',
  wish: 'name, url, price',
  bug: 'title, description, status, created at',
  issue: 'title, description, status, created at',
  note: 'date, title, text',
  idea: 'date, title, text',
  bookmark: 'title, url, notes',
  subscription: 'name, price, renewal date',
  bill: 'name, amount, due date, paid (default false)',
  invoice: 'number, amount, due date, paid (default false)',
  medication: 'name, dose, start date, end date',
  car: 'make, model, year, mileage',
  pet: 'name, species, born on',
  cat: 'name, breed, born on',
  dog: 'name, breed, born on',
  wine: 'name, producer, year, rating',
  time_entry: 'date, task, hours',
  job_application: 'company, role, status, applied on',
  sighting: 'date, species, location, count',
});
