import { wordTable } from '../english/word-table.ts';

/** What a verb between two plural things makes of them. */
export interface Deed {
  /** A table between the two; or each of the latter is of one of the former; or the other way round. */
  readonly kind: 'link' | 'of-subject' | 'of-object';
  /** What names the table between the two. */
  readonly noun: string | null;
  /** Whether the deed may also be its own object: "book appointments". */
  readonly makes: boolean;
}

/** The deed of a verb in any present form or participle: "enroll", "borrows", "booked". Null for a verb that is not known. */
export function deedOf(verb: string, preposition?: string): Deed | null {
  const word = verb.toLowerCase();
  for (const form of [word, ...STEMS.map(([ending, stem]) => word.replace(ending, stem))]) {
    const base = IRREGULAR[form] ?? form;
    const noun = NOUNS[base];
    if (noun !== undefined) return { kind: 'link', noun, makes: MAKES.has(base) };
    if (OF_SUBJECT.has(base)) return { kind: 'of-subject', noun: null, makes: true };
    // One works in one department, but on many projects; one plays for one team, but plays many games.
    if (OF_OBJECT.has(base)) {
      if (preposition === 'on') return ON;
      return { kind: preposition === undefined || preposition === 'with' ? 'link' : 'of-object', noun: null, makes: false };
    }
  }
  return null;
}

/** What happens each time, in the plural: "watered" → "waterings". */
export function gerundOf(verb: string): string {
  const word = verb.toLowerCase();
  const base =
    IRREGULAR[word] ??
    word
      .replace(/([b-df-hj-np-tv-z])\1ed$/, '$1')
      .replace(/ied$/, 'y')
      .replace(/ed$/, '');
  return `${base}ings`;
}

const ON: Deed = { kind: 'link', noun: 'assignments', makes: false };

/** Verbs whose object may be what happens. */
const MAKES: ReadonlySet<string> = new Set('book reserve buy purchase order rent hire take pay donate'.split(' '));

const STEMS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/ied$/, 'y'],
  [/es$/, ''],
  [/s$/, ''],
  [/ed$/, ''],
  [/d$/, ''],
  [/([a-z])\1ed$/, '$1'],
];

const IRREGULAR = wordTable<string>({
  bought: 'buy',
  taken: 'take',
  sold: 'sell',
  lent: 'lend',
  given: 'give',
  fed: 'feed',
  paid: 'pay',
  worn: 'wear',
  read: 'read',
  ridden: 'ride',
  driven: 'drive',
  ran: 'run',
  saw: 'see',
  seen: 'see',
  written: 'write',
});

/** Verbs → the plural noun of one such deed, which names the table between the two. */
const NOUNS = wordTable<string>({
  borrow: 'loans',
  lend: 'loans',
  book: 'bookings',
  reserve: 'reservations',
  rent: 'rentals',
  hire: 'hires',
  buy: 'purchases',
  purchase: 'purchases',
  order: 'orders',
  enroll: 'enrollments',
  enrol: 'enrolments',
  take: 'enrollments',
  attend: 'attendances',
  register: 'registrations',
  sign: 'signups',
  join: 'memberships',
  subscribe: 'subscriptions',
  vote: 'votes',
  like: 'likes',
  follow: 'follows',
  rate: 'ratings',
  review: 'reviews',
  visit: 'visits',
  apply: 'applications',
  donate: 'donations',
  participate: 'participations',
  compete: 'participations',
  treat: 'treatments',
  pay: 'payments',
  comment: 'comments',
  appear: 'appearances',
  star: 'roles',
  act: 'roles',
  speak: 'talks',
  adopt: 'adoptions',
  sponsor: 'sponsorships',
  inspect: 'inspections',
  repair: 'repairs',
  bid: 'bids',
  bookmark: 'bookmarks',
  favorite: 'favorites',
  favourite: 'favourites',
  volunteer: 'signups',
  complete: 'completions',
  watch: 'viewings',
  stay: 'stays',
  deliver: 'deliveries',
  ship: 'shipments',
  prescribe: 'prescriptions',
  assign: 'assignments',
  invite: 'invitations',
  message: 'messages',
  request: 'requests',
  check: 'checkouts',
  pick: 'pickups',
  bring: 'donations',
});

/** "users write posts": each of the latter is of one of the former. */
const OF_SUBJECT: ReadonlySet<string> = new Set(
  'own write publish post create upload submit place make run manage organize organise host teach lead offer supply produce contain include hold leave keep raise employ send file issue record sell list coach train supervise direct author give receive get win earn carry open answer handle resolve schedule perform'.split(
    ' ',
  ),
);

/** "employees work in departments": each of the former is in one of the latter. */
const OF_OBJECT: ReadonlySet<string> = new Set('work live play study sit grow come report belong'.split(' '));
