import { describe, expect, it } from 'vitest';
import { readAsked } from '../../src/plan/builtin/brief/outline/asked.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('briefs that are a row of things and of questions about them', () => {
  it.each([
    [
      'canoe hire. canoes, customers, when they took it out and when it came back, deposit paid or not',
      ['hires: canoe_id>canoes customer_id>customers', 'canoes', 'customers'],
    ],
    ['tool shed, tools, neighbours, who has which tool', ['tools', 'neighbours', 'loans: neighbour_id>neighbours tool_id>tools']],
    ['tennis coach. pupils, lessons, what they paid', ['pupils', 'lessons: pupil_id>pupils', 'payments: pupil_id>pupils']],
    [
      'radio station: presenters, shows, who presented which show',
      ['presenters', 'shows', 'presenter_shows: presenter_id>presenters show_id>shows'],
    ],
    ['museum: volunteers, who can do which days', ['volunteers', 'availabilities: volunteer_id>volunteers']],
    ['bakery: customers, orders, whether the order was collected', ['customers', 'orders: customer_id>customers']],
    [
      'rowing club: boats, rowers, outings, who took which boat',
      ['boats', 'rowers', 'outings', 'rower_boats: rower_id>rowers boat_id>boats outing_id>outings'],
    ],
  ])('reads %j', (brief, tables) => expect(shapes(brief)).toEqual(tables));

  it.each([
    // Towers lead nowhere, and of badges nothing is known.
    'bell ringers: ringers, towers, outings and who came',
    'scout troop: scouts, badges, who earned which badge',
    'parish meetings, agenda items, decisions, who grumbled about it',
    'delete all customers and who paid',
  ])('leaves %j to who wrote it', (brief) => expect(briefLines(brief)).toBe('declined'));

  it.each([
    ['which room they hang in', { word: 'which', noun: 'room', subject: 'they', verb: 'hang' }],
    ['who has which cornet', { word: 'who', verb: 'have', object: 'which cornet' }],
    ['when each horse was shod', { word: 'when', subject: 'each horse' }],
    ["whether they've paid", { word: 'whether', subject: 'they', verb: 'pay' }],
    ['how much honey each hive gave', { word: 'how', noun: 'much honey', subject: 'each hive', verb: 'give' }],
    ['who has to do what by when', { word: 'who', verb: 'do', object: 'what', dated: true }],
  ])('takes %j apart', (item, parts) => expect(readAsked(item)).toMatchObject(parts));

  it.each(['horses', 'price per night', 'the house where we live'])('takes %j for no question', (item) =>
    expect(readAsked(item)).toBeNull(),
  );
});

/** The tables and what they point at. */
function shapes(brief: string): string[] | string {
  const lines = briefLines(brief);
  return lines === 'declined'
    ? lines
    : lines.map((line) => line.replace(/\(.*\)(?: -> (.*))?$/, (_, keys?: string) => (keys === undefined ? '' : `: ${keys}`)));
}
