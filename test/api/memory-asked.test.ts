import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MemorySession, startMemory } from '../support/memory.ts';
import { fillMemory, type Remembered } from '../support/memory-rows.ts';
import { startService, type TestService } from '../support/service.ts';

/** What people ask of a pottery studio's memory in their own words, on a Wednesday in November 2026. */
const STUDIO: Remembered = {
  facts: [
    ['home', 'Edda lives in Bergen.', 'Edda', 'home', ['life'], '2026-09-02'],
    ['job', 'Edda works as a florist.', 'Edda', 'job', ['work'], '2026-03-01'],
    ['kids', 'Edda has a daughter, Liv.', 'Edda', 'family', ['life'], '2026-03-01'],
    ['hate', 'Piet hates early mornings.', 'Piet', 'taste', ['life'], '2026-03-02'],
    ['diet', 'Piet is vegan.', 'Piet', 'diet', ['food'], '2026-04-05'],
    ['diet2', 'Edda is vegetarian.', 'Edda', 'diet', ['food'], '2026-04-05'],
    ['hobby', 'Piet plays the banjo.', 'Piet', 'hobby', ['life'], '2026-05-01'],
    ['nuts', 'Edda is allergic to walnuts.', 'Edda', 'allergy', ['health'], '2026-05-01'],
    ['fair', 'The winter fair is on 12 December.', 'winter fair', 'date', ['plan'], '2026-11-02'],
    ['off', 'Piet is on holiday from 14 December to 4 January.', 'Piet', 'holiday', ['plan'], '2026-11-03'],
    ['watch', 'Edda looks after the kiln from 16 to 22 November.', 'kiln', 'rota', ['rules'], '2026-11-13'],
    ['insure', 'The insurance of the kiln runs out on 30 April.', 'kiln', 'insurance', ['money'], '2026-02-01'],
    ['clay', 'Clay comes from Havn & Co.', 'clay', 'supplier', ['money'], '2026-06-10'],
    ['crack', 'A glaze cracked in the firing of 3 May.', 'glaze', 'mishap', ['work'], '2026-05-03'],
    ['crack2', 'A shelf fell in the firing of 9 July.', 'shelf', 'mishap', ['work'], '2026-07-09'],
  ],
  past: [
    ['Edda lives in Oslo.', 'Edda', 'home', '2026-03-01', '2026-09-02', 'home'],
    ['The winter fair is on 28 November.', 'winter fair', 'date', '2026-05-20', '2026-09-15', 'fair'],
    ['The winter fair is on 5 December.', 'winter fair', 'date', '2026-09-15', '2026-11-02', 'fair'],
    ['Piet looks after the kiln from 9 to 15 November.', 'kiln', 'rota', '2026-11-06', '2026-11-13', 'watch'],
    ['Clay comes from a garden centre.', 'clay', 'supplier', '2026-02-01', '2026-06-10', 'clay'],
  ],
  messages: [
    ['Edda', 'The shelf of the kiln is loose again.', 'kiln-shelf', '2026-07-01 09:00'],
    ['Piet', 'I can weld it on Friday.', 'kiln-shelf', '2026-07-01 09:20'],
    ['Edda', 'The clay was far too wet this time.', 'clay-order', '2026-09-20 08:00'],
    ['Edda', 'Is there still a stall for me at the fair?', 'fair-stalls', '2026-11-16 10:00'],
    ['Noor', 'I would take the stall next to the door.', 'fair-stalls', '2026-11-16 10:05'],
  ],
  entities: [
    ['Edda', 'person', { age: 44, phone: '555-0177' }],
    ['Piet', 'person', { age: 29 }],
    ['Noor', 'person', { age: 61, phone: '555-0178' }],
    ['Havn & Co', 'company', { town: 'Tromsø' }],
  ],
};

let service: TestService;
let studio: MemorySession;
beforeAll(async () => {
  service = await startService({}, { now: () => new Date('2026-11-18T12:00:00Z') });
  studio = await startMemory(service);
  await fillMemory(studio.db, STUDIO);
});
afterAll(() => service.close());

const rowsOf = async (goal: string): Promise<string[]> => {
  const reply = await studio.ask(goal);
  expect(reply.status, reply.text).toBe(200);
  return (reply.json().data as object[]).map((row) => JSON.stringify(row));
};

describe('what is asked in other words than it was told in', () => {
  test.each<[string, readonly string[]]>([
    ["who's vegan in the group?", ['Piet is vegan']],
    ['does anyone have kids?', ['daughter']],
    ['what does Piet dislike?', ['hates early']],
    ['what does Piet do in his free time', ['banjo']],
    ['what does Edda do for a living?', ['florist']],
    ['can Edda eat walnuts?', ['allergic']],
    ['who plays an instrument?', ['banjo']],
    ['Do Piet or Edda have any allergies?', ['walnuts']],
    ['when does the kiln insurance expire?', ['30 April']],
    ['which people have a phone', ['Edda', 'Noor']],
    ['where is Havn & Co?', ['Tromsø']],
    ['Who is the oldest person?', ['Noor']],
    ["what are everyone's hobbies?", ['banjo']],
    ['whats the lastest from Noor?', ['next to the door']],
  ])('%s', async (goal, parts) => {
    const said = await rowsOf(goal);
    expect(said).toHaveLength(parts.length);
    for (const part of parts)
      expect(
        said.filter((one) => one.includes(part)),
        part,
      ).toHaveLength(1);
  });
});

describe('times that are said, and what became of things', () => {
  test.each<[string, readonly string[]]>([
    ['Who is away in December?', ['14 December']],
    ['who looks after the kiln this week?', ['Edda looks']],
    ['who looked after the kiln last week?', ['Piet looks']],
    ['what happens on 12 December?', ['winter fair']],
    ['Back in June, when did we think the winter fair was going to be?', ['28 November']],
    ['As of the end of October, when was the winter fair supposed to be?', ['5 December']],
    ['List every date we ever had for the winter fair', ['28 November', '5 December', '12 December']],
    ['When did Edda leave Oslo?', ['2026-09-02']],
    ['What has changed about Edda since the beginning of August?', ['Bergen']],
  ])('%s', async (goal, parts) => {
    const said = await rowsOf(goal);
    expect(said).toHaveLength(parts.length);
    for (const part of parts)
      expect(
        said.filter((one) => one.includes(part)),
        part,
      ).toHaveLength(1);
  });

  test.each<[string, number]>([
    ['How many times was the winter fair postponed?', 2],
    ['how often has the fair been moved', 2],
    ['How many homes has Edda had?', 2],
    ['How many of us are vegetarian or vegan?', 2],
    ['how many mishaps have we had this year?', 2],
    ['how many conversations did Edda have?', 3],
  ])('%s', async (goal, count) => expect(await rowsOf(goal)).toEqual([JSON.stringify({ count })]));
});

describe('who talked with whom', () => {
  test.each<[string, readonly string[]]>([
    ["Who hasn't written this month?", ['Piet']],
    ['who has not said anything since August?', ['Piet']],
    ['messages between Edda and Piet', ['loose', 'weld']],
    ['show the conversation about the stall', ['stall for me', 'next to the door']],
    ['Who took part in the fair stalls conversation?', ['Edda', 'Noor']],
    ['What did Edda and Piet say about the shelf of the kiln?', ['loose', 'weld']],
  ])('%s', async (goal, parts) => {
    const said = await rowsOf(goal);
    expect(said).toHaveLength(parts.length);
    for (const part of parts)
      expect(
        said.filter((one) => one.includes(part)),
        part,
      ).toHaveLength(1);
  });
});

test.each([
  'when did Havn sign',
  'What did Edda complain about?',
  'Who warned us about the kiln?',
  'Who lives in Tromsø?',
  'what is the deal with the clay?',
])('%s: what may be there in other words, or is not written on a message, is not answered', async (goal) => {
  const reply = await studio.ask(goal);
  expect(reply.json().error, reply.text).toMatchObject({ code: expect.stringMatching(/^(not_understood|clarify_required)$/) });
});

test('an entity of which no fact tells is shown as it is kept', async () => {
  expect(await rowsOf('what do we know about Noor?')).toEqual([expect.stringContaining('555-0178')]);
});

test.each<[string, readonly string[]]>([
  ['where did Edda live at the start of last month?', ['Bergen']],
  ['where did Edda live at the end of April?', ['Oslo']],
  ['is the kiln insured in May?', ['30 April']],
  ['is Piet on holiday on 20 December?', ['14 December']],
  ['did Noor write this week?', ['next to the door']],
])('%s', async (goal, parts) => {
  const said = await rowsOf(goal);
  expect(said).toHaveLength(parts.length);
  for (const part of parts) expect(said.filter((one) => one.includes(part))).toHaveLength(1);
});
