import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '../support/hosted.ts';
import { type MemorySession, startMemory } from '../support/memory.ts';
import { FAMILY, fillMemory, TEAM } from '../support/memory-rows.ts';
import { startService, type TestService } from '../support/service.ts';

/** Questions that look for words, on a Wednesday in November 2026. */
let service: TestService;
let memory: MemorySession;
beforeAll(async () => {
  service = await startService({}, { now: () => new Date('2026-11-18T12:00:00Z') });
  memory = await startMemory(service);
  const facts = [
    { content: 'Ana prefers window seats.', subject: 'Ana', type: 'preference', endUserId: 'ana' },
    { content: 'Ana works in Lisbon.', subject: 'Ana', type: 'place', endUserId: 'ana' },
    { content: 'The billing services were down for an hour.', subject: 'incidents', type: 'outage' },
    { content: 'The billing team moved the service to Rust.', subject: 'billing', type: 'decision' },
    { content: 'Bob prefers the aisle.', subject: 'Bob', type: 'preference', endUserId: 'bob' },
  ];
  for (const fact of facts) await memory.remember(fact);
  await memory.remember({ content: 'Ana works in Porto.', subject: 'Ana', type: 'place', endUserId: 'ana' });
  await memory.remember({ kind: 'entity', content: 'Ana', type: 'person' });
  for (const content of ['Is the billing service up?', 'It is.']) await memory.remember({ kind: 'episode', role: 'user', content });
  await asRole(memory.db, 'owner', async (client) => {
    await client.query("UPDATE facts SET created_at = '2026-11-11 10:00Z', valid_from = '2026-11-11 10:00Z'");
    await client.query("UPDATE facts SET created_at = '2026-10-02 10:00Z', valid_from = '2026-10-02 10:00Z' WHERE content LIKE '%Rust%'");
    await client.query("UPDATE facts SET valid_from = '2026-06-01' WHERE content LIKE '%Porto%'");
    await client.query("UPDATE past_facts SET valid_from = '2026-01-10', valid_to = '2026-06-01'");
    await client.query("UPDATE episodes SET created_at = '2026-11-16 10:00Z'");
  });
});
afterAll(() => service.close());

async function asked(goal: string, scope: object = {}): Promise<{ contents: unknown[]; body: Record<string, unknown> }> {
  const reply = await memory.ask(goal, scope);
  expect(reply.status, reply.text).toBe(200);
  const body = reply.json();
  return { contents: (body.data as { content: unknown }[]).map(({ content }) => content), body };
}

const WINDOW = 'Ana prefers window seats.';
const LISBON = 'Ana works in Lisbon.';
const AISLE = 'Bob prefers the aisle.';
const PORTO = 'Ana works in Porto.';
const DOWN = 'The billing services were down for an hour.';
const RUST = 'The billing team moved the service to Rust.';

test.each([
  ['what does Ana prefer?', {}, [WINDOW]],
  ["What are Ana's preferences?", {}, [WINDOW]],
  ['what does Ana prefer?', { endUserId: 'ana' }, [WINDOW]],
  ['facts about Lisbon', {}, []],
  ['facts about the billing service', {}, [DOWN, RUST]],
  ['show me all facts about billing services last week', {}, [DOWN]],
  ['what do we know about the billing service since November', {}, [DOWN]],
  ['what do we know about the billing service in October', {}, [RUST]],
  ['facts about Ana', {}, [PORTO, WINDOW]],
  ['facts about Ana', { endUserId: 'bob' }, []],
  ['messages about the billing service', {}, ['Is the billing service up?']],
  ['what did we believe about Ana in March?', {}, ['Ana works in Lisbon.']],
  ['what did we believe about Ana in July?', {}, [PORTO]],
  ['what did we believe about Ana before', {}, [LISBON]],
  ['What was Ana before?', {}, [LISBON]],
  ['Which earlier facts do we have about Ana?', {}, [LISBON]],
  ['what did we believe about Bob before?', {}, []],
  ['who is Ana', {}, [PORTO, WINDOW]],
  ['Remind me who Ana is.', {}, [PORTO, WINDOW]],
  ['Tell me about Bob.', {}, [AISLE]],
  ['Who is Bob?', {}, [AISLE]],
])('%s %o', async (goal, scope, contents) => {
  expect((await asked(goal, scope)).contents.sort()).toEqual([...contents].sort());
});

test.each([
  ['what did the user say about the billing service?', ['Is the billing service up?']],
  ['what was said on Monday?', ['Is the billing service up?', 'It is.']],
  ['what was said on 16 November?', ['Is the billing service up?', 'It is.']],
  ['did anybody mention the service last week?', []],
  ['what was the last thing the user said?', ['Is the billing service up?']],
  ['where does Ana work?', [PORTO]],
  ['where did Ana work?', [PORTO, 'Ana works in Lisbon.']],
  ['where did Ana work before?', ['Ana works in Lisbon.']],
  ['where did Ana work in March?', ['Ana works in Lisbon.']],
  ["what is Ana's favourite colour?", []],
  ['what was the place of Ana in February?', ['Ana works in Lisbon.']],
  ['what was the place of Ana before June?', ['Ana works in Lisbon.']],
  ['what was the place of Ana before Porto?', ['Ana works in Lisbon.']],
  ['where did Ana work before she moved to Porto?', ['Ana works in Lisbon.']],
  ['where did Ana work before April?', ['Ana works in Lisbon.']],
  ['where did Ana work at the end of May?', ['Ana works in Lisbon.']],
  ['where did Ana work at the beginning of July?', [PORTO]],
  ['what did we know about Ana at the end of March?', ['Ana works in Lisbon.']],
  ['where does Ana work according to what we believed in February?', ['Ana works in Lisbon.']],
  ['since when does Ana work in Porto?', [PORTO]],
  ['when did we learn that Ana prefers window seats?', [WINDOW]],
  ['what was true about Ana on 1 March?', ['Ana works in Lisbon.']],
  ['tell me about the billing service', [DOWN, RUST]],
  ['what do Ana and Bob prefer?', [WINDOW, 'Bob prefers the aisle.']],
  ['what has the user said since Monday?', ['Is the billing service up?', 'It is.']],
  ['list everything the user said this week', ['Is the billing service up?', 'It is.']],
  ['what did we talk about on Monday?', ['Is the billing service up?', 'It is.']],
  ['who moved the service to Rust?', [RUST]],
  ['list all decisions', [RUST]],
  ['which preferences do we have?', [WINDOW, 'Bob prefers the aisle.']],
  ['what did we learn in October?', [RUST]],
  ['the latest fact about Ana', [WINDOW]],
  ['what does Zoe prefer?', []],
  ['in which city does Ana work?', [PORTO]],
  ['how has the place of Ana changed?', ['Ana works in Lisbon.', PORTO]],
  ["when did we change Ana's place?", ['Ana works in Lisbon.']],
  ['what did we decide?', [RUST]],
  ['what did we decide in November?', []],
  ['what is new since November', [WINDOW, PORTO, DOWN, 'Bob prefers the aisle.']],
  ['what messages did the user send about the billing service?', ['Is the billing service up?']],
  ['who said that the billing service is up?', ['Is the billing service up?']],
])('%s', async (goal, contents) => {
  const sorted = (await asked(goal)).contents.sort();
  expect(sorted).toEqual([...contents].sort());
});

test('labels, changes, and who is known', async () => {
  const told = { subject: 'bikes', type: 'price', endUserId: 'cy' };
  await memory.remember({ ...told, content: 'The red bike costs 100.', tags: ['shop'] });
  await memory.remember({ ...told, content: 'The red bike costs 90.', tags: ['shop'] });
  for (const name of ['Zoe', 'Yan']) await memory.remember({ kind: 'entity', content: name, type: 'person', endUserId: 'cy' });
  const rows = async (goal: string) => (await asked(goal, { endUserId: 'cy' })).body.data;
  expect(await rows('which facts are tagged shop?')).toMatchObject([{ content: 'The red bike costs 90.' }]);
  expect(await rows('everything about shop')).toMatchObject([{ content: 'The red bike costs 90.' }]);
  expect(await rows('what has changed about bikes?')).toMatchObject([
    { before: 'The red bike costs 100.', after: 'The red bike costs 90.', subject: 'bikes', changed_at: expect.any(String) },
  ]);
  expect(await rows('how often did the price of bikes change?')).toEqual([{ count: 1 }]);
  expect(await rows('which facts are no longer true?')).toMatchObject([{ before: 'The red bike costs 100.' }]);
  expect(await rows('how many prices are there?')).toEqual([{ count: 1 }]);
  expect(await rows('how much does the red bike cost?')).toMatchObject([{ content: 'The red bike costs 90.' }]);
  expect(await rows('how many messages were there per user?')).toEqual([]);
  await memory.remember({ subject: 'bikes', type: 'supplier', endUserId: 'cy', content: 'Bikes come from Ghent.' });
  expect(await rows('who supplies our bikes?')).toMatchObject([{ content: 'Bikes come from Ghent.' }]);
  await asRole(memory.db, 'owner', (client) => client.query("DELETE FROM facts WHERE kind = 'supplier'"));
  expect(await rows('which people do we know?')).toMatchObject([{ canonical_name: 'Yan' }, { canonical_name: 'Zoe' }]);
  expect(await rows('what kind of thing is Zoe?')).toEqual([{ kind: 'person' }]);
});

test('the same question with other words is not answered by those of before', async () => {
  expect((await asked('facts about Bob')).contents).toEqual(['Bob prefers the aisle.']);
  expect((await asked('facts about seats')).contents).toEqual([WINDOW]);
  expect((await asked('facts about the aisle')).contents).toEqual(['Bob prefers the aisle.']);
});

test('the best match comes first, and the reply says what was looked for', async () => {
  await memory.remember({ content: 'Rust, rust and again rust on the bridge.', subject: 'bridge' });
  const { contents, body } = await asked('facts about rust');
  expect(contents).toEqual(['Rust, rust and again rust on the bridge.', RUST]);
  expect((body.trace as { assumptions: string[] }).assumptions).toContain('looked for rows with the words "rust"');
});

test.each([
  'facts about Ana and Bob without tags',
  'what does Ana prefer most?',
  'facts about the billing service by kind',
  'what did Ana say before she moved to the bridge?',
  'what did Ana eat before lunch?',
  'where did Ana work before the flood?',
  'when was the billing service down?',
  'what did we think of Ana in March?',
  'what did Ana say at the end of March?',
  'where was Ana working in March according to what we knew in May?',
  'how many facts does Ana have more than Bob?',
  'which facts about Ana are longer than 20 characters?',
  'what did Zoe say about the service?',
])('%s: what may ask for more than words is not taken for words', async (goal) => {
  const reply = await memory.ask(goal);
  if (reply.status === 200) expect(String((reply.json().trace as { sql: string }).sql)).not.toContain('tsquery');
  else expect(reply.json().error).toMatchObject({ code: expect.stringMatching(/^(not_understood|clarify_required)$/) });
});

test('what nothing says is an empty answer, with the words that are nowhere and what is known instead', async () => {
  const assumptionsOf = async (goal: string) => ((await asked(goal)).body.trace as { assumptions: string[] }).assumptions;
  expect(await assumptionsOf("what is Ana's favourite colour?")).toContain(
    'Nothing in this memory has the words "colour". Of Ana it knows: preference, place.',
  );
  expect(await assumptionsOf('what does Wanda prefer?')).toContain('Nothing in this memory has the words "wanda".');
});

test('episodes are counted by when they were remembered; other counts are the ordinary planner’s', async () => {
  const { body } = await asked('how many episodes a day?');
  expect(body.data).toEqual([{ day: '2026-11-16T00:00:00Z', count: 2 }]);
  expect((await asked('how many facts are there?')).body.data).toEqual([{ count: 7 }]);
});

test('when something happened is told by facts and by messages, whoever the words are of and whatever form a verb has', async () => {
  const scope = { endUserId: 'dee', agentId: 'coach' };
  await memory.remember({ content: 'Dee broke the record in Rome.', subject: 'Dee', type: 'result', ...scope });
  await memory.remember({ kind: 'episode', role: 'user', content: 'I broke my old oar at practice.', ...scope });
  await memory.remember({ kind: 'episode', role: 'assistant', content: 'Take a new oar from the rack.', ...scope });
  await memory.remember({ content: 'Dee speaks Danish and Finnish.', subject: 'Dee', type: 'language', ...scope });
  const told = async (goal: string) => (await asked(goal, scope)).contents;
  expect(await told('when did Dee break her oar?')).toEqual(['I broke my old oar at practice.']);
  await memory.remember({ kind: 'episode', role: 'user', content: 'I broke my new oar on the lake.', endUserId: 'eli' });
  for (const [who, said] of [
    ['Dee', 'I broke my old oar at practice.'],
    ['Eli', 'I broke my new oar on the lake.'],
  ])
    expect((await asked(`when did ${who} break an oar?`)).contents, who).toEqual([said]);
  expect(await told('when did Dee break the record?')).toEqual(['Dee broke the record in Rome.']);
  expect(await told('which languages does Dee speak?')).toEqual(['Dee speaks Danish and Finnish.']);
  expect(await told('what is the phone number of Dee?')).toEqual([]);
  expect((await asked('how many facts did each agent remember?', scope)).body.data).toEqual([{ agent_id: 'coach', count: 2 }]);
});

/** By a part of what each row says: of a team and of a family, in the words of people who do not know how it is kept. */
const TEAM_ASKED: readonly [string, readonly string[]][] = [
  ['When is Yusuf on call?', ['Friday to Sunday']],
  ['who leads the payments team', ['leads the payments']],
  ['Which team owns the ledger?', ['belongs to the payments']],
  ['What database does the ledger run on now?', ['PostgreSQL 17']],
  ['Which database did the ledger use before PostgreSQL?', ['MySQL 8']],
  ['What was Maria before she became team lead?', ['senior engineer']],
  ["What was Harbor's original release date?", ['19 November']],
  ['When was Harbor supposed to be released, according to what we believed in October?', ['19 November']],
  ['Where was Harbor hosted in February?', ['Dublin']],
  ['where do we host Harbor?', ['Frankfurt']],
  ['How much do we pay for the Harbor licence?', ['1200']],
  ['How long do we keep old invoices?', ['seven years']],
  ['How long has Maria been leading the payments team?', ['leads the payments']],
  ['What are the risks?', ['freeze', 'archived', 'slow exports']],
  ['anything marked as risk', ['freeze', 'archived', 'slow exports']],
  ['Which customers do we work with?', ['Bluefin Tours', 'Northgate Bank']],
  ['What did Maria suggest about the Bluefin exports?', ['add an index']],
  ['What did Ines say about Bluefin?', ['forty minutes']],
  ['Who asked to swap Monday?', ['swap Monday']],
  ['Did anyone mention the locksmith?', ['locksmith']],
  ['what was discussed in the rota thread', ['swap Monday', 'take Mondays']],
  ['Messages from Yusuf this week', ['blinks red']],
  ['Why was the Harbor release postponed?', ['Two testers', 'the new date']],
  ['What changed in August?', ['MySQL 8']],
  ['What happened to the badge reader?', ['back door', 'blinks red']],
  ['Who told the customers about the new date?', ['the new date']],
  ["What's the latest on Harbor?", ['3 December']],
  ["What's the latest from Ines?", ['locksmith']],
  ['Which messages mention Bluefin?', ['forty minutes']],
  ['Which conversations were about Harbor?', ['harbor-release']],
  ['How often was Bluefin mentioned?', ['"count":1']],
  ['What did Maria say last?', ['Two testers']],
  ["Maria's first message", ['without a hitch']],
  ['the last two messages', ['locksmith', 'blinks red']],
  ['When did Ines last contact us?', ['2026-11-17']],
  ['Who wrote the most messages?', ['Ines Park']],
  ['What happened yesterday?', ['locksmith']],
  ['What do we know about Yusuf and Maria?', ['on call', 'Kotlin', 'leads', 'Lyon', 'fish']],
  ['What do we know about decisions?', ['freeze', 'archived']],
  ['Has the hosting of Harbor changed?', ['Dublin']],
  ['How long did Bluefin wait for an export?', ['forty minutes']],
  ["Who doesn't eat fish?", ['does not eat fish']],
  ['ledger database', ['PostgreSQL 17']],
];
const FAMILY_ASKED: readonly [string, readonly string[]][] = [
  ['Which school does Leo go to?', ['Birch Lane']],
  ['Where did Leo go before primary school?', ['Sunflower']],
  ["what's Leo's shoe size", ['size 33']],
  ['What size shoes did Leo wear in June?', ['size 31']],
  ['Is Leo allergic to anything?', ['walnuts']],
  ['On which day does Leo swim?', ['Wednesdays']],
  ['Where does Rose live?', ['Whitby']],
  ['Where did Grandma Rose used to live?', ['Leeds']],
  ["When is Rose's birthday?", ['1948']],
  ['What do Tom and Grandma Rose prefer?', ['letters', 'chocolate']],
  ["What was Tom's previous job?", ['bus driver']],
  ["What is Tom's current job?", ['nurse']],
  ['When did Tom change jobs?', ['nurse']],
  ['Since when has Tom worked as a nurse?', ['nurse']],
  ['What car did we have in April?', ['Fiat']],
  ['Which car did we drive before the Skoda?', ['Fiat']],
  ['Who services the boiler?', ['Heatwell']],
  ['Where is the router?', ['bookcase']],
  ['Where are we going on our summer trip?', ['Brittany']],
  ['Why did Grandma Rose leave Leeds?', ['stairs']],
  ['What did Tom tell Rose about the furniture?', ['hire a van']],
  ['What was the last message from Rose?', ['photographs']],
  ['Who said the stairs were too much?', ['stairs']],
  ['show me the gran-moves conversation', ['stairs', 'hire a van']],
  ['list everything that is important', ['walnuts', 'inspection']],
  ["What is Heatwell's phone number?", ['555-0191']],
];
/** Of what nothing in the memory says, and the words that are named. */
const TEAM_UNKNOWN: readonly [string, readonly string[]][] = [
  ["What is Maria's salary?", ['salary']],
  ['Which hotel does Bluefin recommend?', ['hotel']],
  ['Who designed the Harbor logo?', ['logo']],
  ['Does Yusuf speak Turkish?', ['turkish']],
  ['Is Harbor still hosted in Dublin?', []],
  ['Who eats fish?', []],
  ['How old is Maria?', []],
];
/** What may be there in other words, or be so without being said. */
const TEAM_UNSURE = ['Who works on the ledger?', 'What is wrong with the badge reader?', 'Who is not on call?', 'Did Maria ever complain?'];
const FAMILY_UNKNOWN: readonly [string, readonly string[]][] = [
  ['What colour is the boiler?', ['colour']],
  ['When did Leo break his leg?', ['leg']],
  ['Which bank do we use?', ['bank']],
  ['How tall is Tom?', []],
  ["Who is Leo's teacher?", ['teacher']],
  ['Why does Pixel only eat dry food?', []],
];

const FAMILY_UNSURE = ['Who looks after Pixel?'];

describe.each([
  ['a team', TEAM, TEAM_ASKED, TEAM_UNKNOWN, TEAM_UNSURE],
  ['a family', FAMILY, FAMILY_ASKED, FAMILY_UNKNOWN, FAMILY_UNSURE],
] as const)('of %s', (_, rows, known, unknown, unsure) => {
  let own: MemorySession;
  beforeAll(async () => {
    own = await startMemory(service);
    await fillMemory(own.db, rows);
  });

  test.each(known)('%s', async (goal, parts) => {
    const reply = await own.ask(goal);
    expect(reply.status, reply.text).toBe(200);
    const said = (reply.json().data as object[]).map((row) => JSON.stringify(row));
    expect(said, reply.text).toHaveLength(parts.length);
    for (const part of parts)
      expect(
        said.filter((one) => one.includes(part)),
        part,
      ).toHaveLength(1);
  });

  test.each(unknown)('%s: nothing says it', async (goal, words) => {
    const reply = await own.ask(goal);
    expect(reply.status, reply.text).toBe(200);
    const { data, trace } = reply.json() as { data: unknown[]; trace: { assumptions: string[] } };
    expect(data).toEqual([]);
    const note = trace.assumptions.find((one) => one.startsWith('Nothing in this memory '));
    for (const word of ['', ...words]) expect(note).toContain(word);
  });

  test.each(unsure)('%s: nobody is told that there is nothing', async (goal) => {
    const reply = await own.ask(goal);
    expect(reply.json().error, reply.text).toMatchObject({ code: expect.stringMatching(/^(not_understood|clarify_required)$/) });
  });
});

test('what nothing says is told in the answer, and no longer once it is remembered', async () => {
  const goal = "what is Ana's shoe size?";
  const none = 'Nothing in this memory has the words "shoe", "size". Of Ana it knows: preference, place.';
  expect((await asked(goal)).body).toMatchObject({ answer: none, data: [] });
  expect((await asked(goal)).body).toMatchObject({ answer: none, data: [] });
  await memory.remember({ content: "Ana's shoe size is 39.", subject: 'Ana', type: 'size', endUserId: 'ana' });
  expect((await asked(goal)).contents).toEqual(["Ana's shoe size is 39."]);
});

test('a condition that has no words is told as what was asked, where it is all of it', async () => {
  expect((await asked('messages about Helsinki')).body.answer).toBe('No episodes meet what the question asks for.');
});

test.each([
  "what do we know about the boat's insurance?",
  "facts about the boat's insurance",
  "list everything about the boat's insurance",
])('%s: a category of somebody or something is shown, where no fact says both', async (goal) => {
  await memory.remember({ content: 'It is covered up to 90000 euros.', subject: 'boat', type: 'insurance' });
  expect((await asked(goal)).contents).toEqual(['It is covered up to 90000 euros.']);
});

test('what is kept under the name that is asked for is told before a fact that comes near to it', async () => {
  await memory.remember({ content: 'Cleo dislikes phone calls before 10.', subject: 'Cleo', type: 'contact habits' });
  const goal = 'What is the phone number of Cleo?';
  expect((await memory.ask(goal)).json().error ?? (await asked(goal)).contents).not.toContain('Cleo dislikes phone calls before 10.');
  await memory.remember({ kind: 'entity', content: 'Cleo', type: 'person', properties: { phone: '0151 234' } });
  expect((await asked(goal)).body.data).toMatchObject([{ canonical_name: 'Cleo', phone: '0151 234' }]);
});

test.each([
  ["what did we believe about Dora's diet in March?", 'Dora is vegetarian.'],
  ["who is Dora's partner?", "Dora's husband is called Finn."],
])('%s: a category, and who is one, in other words', async (goal, content) => {
  await memory.remember({ content: 'Dora is vegetarian.', subject: 'Dora', type: 'diet' });
  await memory.remember({ content: "Dora's husband is called Finn.", subject: 'Dora', type: 'family' });
  await asRole(memory.db, 'owner', (client) => client.query("UPDATE facts SET valid_from = '2026-01-10' WHERE subject = 'Dora'"));
  expect((await asked(goal)).contents).toEqual([content]);
});

test.each(['which facts have the tag sea?', 'facts with the label sea'])('%s', async (goal) => {
  await memory.remember({ content: 'The harbour is deep.', subject: 'harbour', type: 'depth', tags: ['sea'] });
  expect((await asked(goal)).contents).toEqual(['The harbour is deep.']);
});

test.each([
  'how much does the insurance cost per month?',
  'what does nobody want to do?',
  'When do we play the Moon Hall?',
  'which insurances are below 4000 euros?',
  'what was the insurance in spring?',
])('%s: nobody is told that there is nothing', async (goal) => {
  await memory.remember({ content: 'The concert at the Moon Hall is on 4 December 2026.', subject: 'Moon Hall', type: 'concert' });
  await memory.remember({ content: 'The insurance of the boat costs 3800 euros a year.', subject: 'boat', type: 'insurance' });
  expect((await memory.ask(goal)).json().error).toMatchObject({ code: 'not_understood' });
});
