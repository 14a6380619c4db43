import { asRole } from './hosted.ts';

/** What two agents remember: of a team and its products, and of a family. Times are days of 2026. */
export interface Remembered {
  /** A key, what it says, subject, category, tags, and since when. */
  readonly facts: readonly (readonly [string, string, string, string, readonly string[], string])[];
  /** What it said, subject, category, from when, until when, and the key of what took its place. */
  readonly past: readonly (readonly [string, string, string, string, string, string])[];
  /** Who said it, what, in which conversation, and when. */
  readonly messages: readonly (readonly [string, string, string, string])[];
  readonly entities: readonly (readonly [string, string, object?])[];
}

export const TEAM: Remembered = {
  facts: [
    ['oncall', 'Yusuf Demir is on call from Friday to Sunday.', 'Yusuf Demir', 'rota', ['ops'], '2026-10-30'],
    ['lang', 'Yusuf Demir writes mostly in Kotlin.', 'Yusuf Demir', 'skill', ['people'], '2026-02-10'],
    ['maria', 'Maria Costa leads the payments team.', 'Maria Costa', 'role', ['people'], '2026-09-01'],
    ['seat', 'Maria Costa sits in the Lyon office.', 'Maria Costa', 'office', ['people'], '2026-03-03'],
    ['veg', 'Maria Costa does not eat fish.', 'Maria Costa', 'diet', ['food'], '2026-03-03'],
    ['db', 'The ledger runs on PostgreSQL 17.', 'ledger', 'database', ['infra'], '2026-08-14'],
    ['own', 'The ledger belongs to the payments team.', 'ledger', 'owner', ['infra'], '2026-01-12'],
    ['rel', 'The next release of Harbor is planned for 3 December.', 'Harbor', 'release date', ['planning'], '2026-11-12'],
    ['host', 'Harbor is hosted in Frankfurt.', 'Harbor', 'hosting', ['infra'], '2026-05-20'],
    ['lic', 'The Harbor licence costs 1200 euros a year.', 'Harbor', 'price', ['money'], '2026-06-02'],
    ['dec1', 'We freeze deployments in the last week of December.', 'deployments', 'decision', ['planning', 'risk'], '2026-11-10'],
    ['dec2', 'Old invoices are archived after seven years.', 'invoices', 'decision', ['risk'], '2026-10-06'],
    ['cust', 'Bluefin Tours signed a two-year contract.', 'Bluefin Tours', 'contract', ['customer'], '2026-04-08'],
    ['cust2', 'Bluefin Tours complains about slow exports.', 'Bluefin Tours', 'complaint', ['customer', 'risk'], '2026-11-09'],
    ['badge', 'The badge reader at the back door is broken.', 'badge reader', 'fault', ['office'], '2026-11-16'],
  ],
  past: [
    ['Yusuf Demir is on call on Mondays.', 'Yusuf Demir', 'rota', '2026-02-10', '2026-10-30', 'oncall'],
    ['Maria Costa is a senior engineer.', 'Maria Costa', 'role', '2026-03-03', '2026-09-01', 'maria'],
    ['The ledger runs on MySQL 8.', 'ledger', 'database', '2026-01-12', '2026-08-14', 'db'],
    ['The next release of Harbor is planned for 19 November.', 'Harbor', 'release date', '2026-09-15', '2026-11-12', 'rel'],
    ['Harbor is hosted in Dublin.', 'Harbor', 'hosting', '2026-01-12', '2026-05-20', 'host'],
  ],
  messages: [
    ['Maria Costa', 'The move to PostgreSQL went without a hitch.', 'ledger-migration', '2026-08-14 16:00'],
    ['Yusuf Demir', 'We still have to drop the old MySQL replicas.', 'ledger-migration', '2026-08-14 16:20'],
    ['Yusuf Demir', 'Can somebody swap Monday with me? My daughter starts school.', 'rota', '2026-10-28 08:10'],
    ['Ines Park', 'I can take Mondays from next week.', 'rota', '2026-10-28 08:30'],
    ['Ines Park', 'Bluefin waited forty minutes for an export this morning.', 'bluefin', '2026-11-09 11:00'],
    ['Maria Costa', 'Let us add an index before we promise anything.', 'bluefin', '2026-11-09 11:15'],
    ['Maria Costa', 'Two testers are ill, Harbor slips to December.', 'harbor-release', '2026-11-12 09:00'],
    ['Ines Park', 'I have told the customers about the new date.', 'harbor-release', '2026-11-12 10:00'],
    ['Yusuf Demir', 'The badge reader blinks red and opens nothing.', 'office', '2026-11-16 07:55'],
    ['Ines Park', 'The locksmith comes on Thursday.', 'office', '2026-11-17 12:00'],
  ],
  entities: [
    ['Yusuf Demir', 'colleague'],
    ['Maria Costa', 'colleague'],
    ['Ines Park', 'colleague'],
    ['Harbor', 'product'],
    ['ledger', 'product'],
    ['Bluefin Tours', 'customer'],
    ['Northgate Bank', 'customer'],
  ],
};

export const FAMILY: Remembered = {
  facts: [
    ['school', 'Leo goes to the Birch Lane primary school.', 'Leo', 'school', ['kids'], '2026-09-02'],
    ['shoe', 'Leo wears shoe size 33.', 'Leo', 'size', ['kids', 'clothes'], '2026-10-12'],
    ['nut', 'Leo is allergic to walnuts.', 'Leo', 'allergy', ['kids', 'health', 'important'], '2026-01-20'],
    ['swim', 'Leo has swimming lessons on Wednesdays at four.', 'Leo', 'lesson', ['kids', 'sport'], '2026-09-10'],
    ['gran', 'Grandma Rose lives in Whitby with her sister.', 'Grandma Rose', 'home', ['family'], '2026-07-01'],
    ['granb', 'Grandma Rose was born on 2 May 1948.', 'Grandma Rose', 'birthday', ['family'], '2026-01-15'],
    ['granp', 'Grandma Rose prefers letters to phone calls.', 'Grandma Rose', 'preference', ['family'], '2026-02-01'],
    ['dadp', 'Tom Bell prefers dark chocolate.', 'Tom Bell', 'preference', ['food'], '2026-03-01'],
    ['job', 'Tom Bell works as a nurse at St Anne hospital.', 'Tom Bell', 'job', ['work'], '2026-06-15'],
    ['car', 'The family car is a blue Skoda estate.', 'car', 'vehicle', ['car'], '2026-05-05'],
    ['mot', 'The car needs its next inspection in March.', 'car', 'inspection', ['car', 'important'], '2026-03-20'],
    ['boiler', 'The boiler is serviced every October by Heatwell.', 'boiler', 'maintenance', ['house'], '2026-10-08'],
    ['wifi', 'The router stands behind the bookcase.', 'router', 'place', ['house'], '2026-08-18'],
    ['cat', 'Pixel the cat eats only dry food.', 'Pixel', 'diet', ['pet'], '2026-11-03'],
    ['trip', 'The summer trip goes to Brittany.', 'summer trip', 'plan', ['holiday'], '2026-11-11'],
  ],
  past: [
    ['Leo goes to the Sunflower nursery.', 'Leo', 'school', '2026-01-20', '2026-09-02', 'school'],
    ['Leo wears shoe size 31.', 'Leo', 'size', '2026-01-20', '2026-10-12', 'shoe'],
    ['Grandma Rose lives in Leeds.', 'Grandma Rose', 'home', '2026-01-15', '2026-07-01', 'gran'],
    ['Tom Bell works as a bus driver.', 'Tom Bell', 'job', '2026-01-15', '2026-06-15', 'job'],
    ['The family car is an old red Fiat.', 'car', 'vehicle', '2026-01-15', '2026-05-05', 'car'],
    ['The summer trip goes to Cornwall.', 'summer trip', 'plan', '2026-09-20', '2026-11-11', 'trip'],
  ],
  messages: [
    ['Tom Bell', 'I start at the hospital on Monday, wish me luck.', 'new-job', '2026-06-12 20:00'],
    ['Anna Bell', 'We are all proud of you.', 'new-job', '2026-06-12 20:05'],
    ['Anna Bell', 'Leo grew out of his trainers again.', 'clothes', '2026-10-12 18:00'],
    ['Grandma Rose', 'The stairs in Leeds were too much for my hip.', 'gran-moves', '2026-06-28 10:00'],
    ['Tom Bell', 'We will hire a van for the furniture.', 'gran-moves', '2026-06-28 10:30'],
    ['Anna Bell', 'The ferry to Brittany is half the price of the cottage in Cornwall.', 'holiday', '2026-11-11 21:00'],
    ['Tom Bell', 'Brittany it is, then.', 'holiday', '2026-11-11 21:10'],
    ['Anna Bell', 'Pixel leaves all the wet food in the bowl.', 'cat', '2026-11-03 07:30'],
    ['Grandma Rose', 'Thank you for the photographs of Leo.', 'letters', '2026-11-17 15:00'],
  ],
  entities: [
    ['Leo', 'person'],
    ['Grandma Rose', 'person'],
    ['Tom Bell', 'person'],
    ['Anna Bell', 'person'],
    ['Pixel', 'animal'],
    ['Heatwell', 'company', { phone: '555-0191' }],
  ],
};

/** Puts the rows into a memory, with their times. */
export async function fillMemory(dbId: string, { facts, past, messages, entities }: Remembered): Promise<void> {
  const ids = new Map(facts.map(([key]) => [key, crypto.randomUUID()]));
  await asRole(dbId, 'owner', async (client) => {
    for (const [key, content, subject, kind, tags, since] of facts)
      await client.query(
        'INSERT INTO facts (id, content, subject, kind, tags, created_at, valid_from) VALUES ($1, $2, $3, $4, $5, $6, $6)',
        [...[ids.get(key), content, subject, kind, tags, `${since} 09:00Z`]],
      );
    for (const [content, subject, kind, since, until, next] of past)
      await client.query(
        'INSERT INTO past_facts (content, subject, kind, created_at, valid_from, valid_to, superseded_by) VALUES ($1, $2, $3, $4, $4, $5, $6)',
        [content, subject, kind, `${since} 09:00Z`, `${until} 09:00Z`, ids.get(next)],
      );
    for (const [role, content, thread, at] of messages)
      await client.query('INSERT INTO episodes (role, content, thread_id, created_at) VALUES ($1, $2, $3, $4)', [
        role,
        content,
        thread,
        `${at}Z`,
      ]);
    for (const [name, kind, properties = {}] of entities)
      await client.query('INSERT INTO entities (canonical_name, kind, properties) VALUES ($1, $2, $3)', [name, kind, properties]);
  });
}
