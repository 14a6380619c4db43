import { isPlural, pluralName, singularName } from '../../english/inflect.ts';
import { broaderOf } from '../../english/related-words.ts';
import { wordTable } from '../../english/word-table.ts';
import { partsOfCompound } from '../compound.ts';
import { isPerson, sortOf } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';
import { partsOfUndertaking } from '../outline/undertaking.ts';
import { isWholeName, serversOf } from '../wholes.ts';

/**
 * What a brief of two or three nouns has in mind, in the words of a brief: "nail salon appointments" are of customers and of what the salon
 * does, "ski pass sales" of passes, an orchestra has members. Undefined where the name does not tell.
 */
export function partsOfTrade(words: string): string | undefined {
  const said = words
    .toLowerCase()
    .replace(/^(?:an?|the|my|our) /, '')
    .trim();
  if (!/^[a-z-]+(?: [a-z-]+){0,3}$/.test(said) || isWholeName(said)) return undefined;
  if (partsOfUndertaking(said) !== undefined || partsOfCompound(said) !== undefined) return undefined;
  const paper = PAPERS[said];
  if (paper !== undefined) return paper;
  const parts = said.split(' ');
  const head = parts.at(-1) ?? '';
  const before = parts.slice(0, -1);
  const noun = before.at(-1) ?? '';
  if (before.some((word) => isPlural(word) || NO_NOUN.test(word))) return undefined;
  if (head === 'appointments' && /\b(?:vet|veterinary|veterinarian)\b/.test(said))
    return 'owners, pets (name, species, breed, birth date, owner), appointments (starts at, reason, status, pet)';
  const known = serversOf(before.join(' '));
  const servers = known ?? 'employees';
  if (/^(?:appointments|bookings|visits)$/.test(head) && (known !== undefined || isPlace(noun) || (before.length === 1 && isServing(noun))))
    return `customers, ${servers} (name, phone), services (name, minutes, price), ${head} (starts at, status, notes, customer, ${singularName(servers)}, service)`;
  if (/^(?:sales|purchases|orders)$/.test(head) && noun !== '' && !isPerson(noun) && !isPlace(noun)) {
    const things = pluralName(singularName(before.join('_'))).replaceAll('_', ' ');
    const one = singularName(things.replaceAll(' ', '_')).replaceAll('_', ' ');
    return `${things} (name, type, price), customers, ${head} (date, quantity, amount, ${one}, customer)`;
  }
  if (isPlural(head)) return undefined;
  if (isMusical(head))
    return 'members (name, part, email, phone), pieces (title, composer), rehearsals (date, location), concerts (name, date, venue)';
  if (/^(?:app|application|software|system|database)$/.test(head) && before.length === 1 && isWorker(noun) && !isWholeName(noun))
    return 'customers, jobs (title, description, date, status, price, customer), invoices (number, date, amount, paid, customer)';
  return undefined;
}

/** Where somebody serves customers, or what he does for them: "salon", "grooming". */
const isServing = (noun: string): boolean => isPlace(noun) || (/^[a-z]{3,}ing$/.test(noun) && kindOf(noun) === 'event');

const isPlace = (noun: string): boolean =>
  ['shop', 'store', 'establishment', 'institution', 'workplace', 'building'].some((word) => broaderOf(noun).has(word));

const isMusical = (noun: string): boolean => ['musical organization', 'musical group'].some((word) => broaderOf(noun).has(word));

const isWorker = (noun: string): boolean =>
  sortOf(noun) !== 'staff' && ['worker', 'skilled worker', 'craftsman', 'professional'].some((word) => broaderOf(noun).has(word));

/** Papers of trade, with whoever they are for. */
const PAPERS = wordTable<string>({
  invoices: 'customers, invoices (number, date, due date, amount, status, customer)',
  quotes: 'customers, quotes (number, date, valid until, amount, status, customer)',
  estimates: 'customers, estimates (number, date, valid until, amount, status, customer)',
  'delivery notes': 'customers, delivery notes (number, date, delivered on, customer)',
  'purchase orders': 'suppliers, purchase orders (number, date, amount, status, supplier)',
});
const NO_NOUN = /^(?:have|has|many|several|track|keep|make|manage|list|store|of|for|in|at|on|to|with|and|or|by|all|new|open)$/;
