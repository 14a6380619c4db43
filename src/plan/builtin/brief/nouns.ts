import { singularName } from '../english/inflect.ts';
import { isPersonNoun } from '../english/person-noun.ts';

/** What the noun of a table says about its rows. Told by the whole name, then by its last word. */
export type Sort = 'event' | 'follow-up' | 'classifier' | 'person' | 'staff' | 'said' | 'titled' | 'whole' | 'thing';

/** The sort of a table by its name in snake_case, singular or plural. */
export function sortOf(table: string): Sort {
  const name = singularName(table);
  const last = lastWord(name);
  return SORTS.get(name) ?? SORTS.get(last) ?? (HAPPENS.test(last) && !LASTS.has(last) ? 'event' : 'thing');
}

/** Whether the rows of a table are people: also those that have no usual columns of their own, as ringers and stewards. */
export const isPerson = (table: string): boolean =>
  ['person', 'staff'].includes(sortOf(table)) || isPersonNoun(lastWord(singularName(table)));

/** Whether they are at work there rather than served. */
export const isStaff = (table: string): boolean => sortOf(table) === 'staff' || SERVING.test(table);

const SERVING =
  /(?:^|_)(?:instructors|trainers|teachers|coaches|guides|tutors|drivers|stylists|technicians|doctors|dentists|vets|nurses|engineers|agents)$/;

/** Whether rows of it happen once to something else, and so point at what stands beside them. */
export const happens = (table: string): boolean => sortOf(table) === 'event' || sortOf(table) === 'follow-up' || isUtterance(table);

/** "comments", "messages": events whose rows are a text. */
const isUtterance = (table: string): boolean => sortOf(table) === 'said';

/** Whether its rows are put together from other rows that stand for themselves: an order of products, a playlist of songs. */
export const gathers = (table: string): boolean => GATHERING.has(lastWord(singularName(table)));

/** What a table with nothing said of its rows knows of each. */
export function mainColumn(table: string): string {
  const name = singularName(table);
  const noun = lastWord(name);
  if (/(?:^|_)(?:item|line|detail)$/.test(name) && sortOf(table) === 'follow-up') return 'quantity';
  return OWN_MAIN.get(noun) ?? MAIN[sortOf(table)] ?? 'name';
}

export const lastWord = (name: string): string => name.slice(name.lastIndexOf('_') + 1);

const MAIN: Partial<Record<Sort, string>> = { event: 'date', 'follow-up': 'date', said: 'text', titled: 'title' };

/** A grade is a grade before it is anything else. */
const OWN_MAIN: ReadonlyMap<string, string> = new Map([
  ...['grade', 'rating', 'score', 'mark'].map((noun) => [noun, noun] as const),
  ...['question', 'note', 'quote'].map((noun) => [noun, 'text'] as const),
]);

const words = (text: string): readonly string[] => text.split(/\s+/);

/** Nouns made of verbs: "appointment", "reservation", "tasting". */
const HAPPENS = /(?:ment|ation|[a-z]{3}ing)$|^(?:log|record|entry|attendance|maintenance)$/;
/** Nouns of that form whose rows last. */
const LASTS: ReadonlySet<string> = new Set(
  words(`department equipment apartment instrument document element garment segment compartment basement monument implement
    station location organization organisation association nation destination foundation publication medication vacation corporation
    building painting drawing listing string ceiling setting recording earring clothing housing lodging crossing dwelling sibling
    heading spring evening morning briefing thing
    population qualification specification operation information documentation generation investment establishment government`),
);

const SORTS: ReadonlyMap<string, Sort> = new Map(
  (
    [
      [
        'event',
        `loan lending booking reservation order purchase sale enrolment appointment rental hire visit membership vote like follow favorite
        bookmark rating application job_application loan_application grant_application session trip ride lease contract stay grade attendance absence inspection repair transaction shift
        rehearsal recital gig sighting catch harvest feeding milking planting pledge bid quote signup participation referral interview sponsorship internship
        invitation rsvp incident reading check_in check_out pickup ticket service_record viewing signing swap adoption admission
        subscription prescription walk shoot request permit transfer offering tithe contribution showtime screening milk_record work_order result examination fill_up fillup checkup`,
      ],
      [
        'follow-up',
        'payment refund receipt invoice shipment delivery return fine claim renewal reminder cancellation line_item order_item order_line order_detail invoice_item invoice_line sale_item purchase_item cart_item',
      ],
      ['classifier', 'category type genre brand kind species breed tag label'],
      [
        'person',
        `customer client member user student pupil patient guest reader patron visitor passenger tenant buyer attendee participant donor
        subscriber singer runner dancer swimmer rider cyclist climber hiker skier musician speaker lecturer
        professor tutor coach vet dentist therapist photographer stylist cleaner babysitter sitter adopter foster_home recipient beneficiary
        assignee investor landlord supporter sponsor judge referee candidate neighbour neighbor colleague lawyer worshipper parishioner camper
        subscriber borrower person child kid learner player volunteer contact friend owner resident applicant candidate renter
        developer engineer agent technician doctor nurse teacher driver mechanic designer trainer instructor`,
      ],
      ['staff', 'employee staff worker manager admin administrator receptionist cashier'],
      ['said', 'comment review message reply answer feedback'],
      [
        'titled',
        'book movie film song album article post task todo game show episode course paper lesson video issue bug project blog story event meeting',
      ],
      [
        'whole',
        `system app application platform software tool crm erp cms pos website site portal program programme service business startup
        marketplace shop store library`,
      ],
    ] as const
  ).flatMap(([sort, list]) => words(list).map((word) => [word, sort] as const)),
);

const GATHERING: ReadonlySet<string> = new Set(
  words('order cart basket playlist setlist bouquet menu wishlist bundle quote invoice sale purchase shipment kit collection set package'),
);
