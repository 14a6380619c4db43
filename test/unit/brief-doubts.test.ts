import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('briefs that no reader surely understands', () => {
  it.each([
    'chess club: white player, black player, result, opening, date played',
    'lighthouse keepers log',
    'town hall calendar',
    'we rent out party tents: tents, customers, rentals with from and to date, deposit and damage',
    'sailing school: sailors sign up for courses, each course has an instructor and a price per term, parents pay',
    'horse race results: races, horses, jockeys, finishing position and odds',
    'boathouse rentals, the house has 3 docks, crews hire them by the hour',
    'plants in my garden with where they are, when planted and what i sprayed on them',
    'a gym where members have a membership plan, book classes and check in',
    'scout troop attendance per meeting and badges earned by each scout',
    'pond water tests',
    'sailing club regattas and trophies',
    'a snooker club with players, breaks and a league table',
    'gym with members and personal bests',
    'joiner workshop, customers, orders, machines that need to be oiled',
    'print room: printers, paper rolls with metres left, print runs with time and result',
  ])('declines "%s" with how to say it', (brief) => {
    expect(designSchema(brief)).toMatchObject({
      kind: 'declined',
      reason: expect.stringContaining('Say each thing with what to know of it'),
    });
  });

  it.each([
    ['athletes with name, personal best and club', 'athletes(name:text, personal_best:text, club:text)'],
    ['cheeses with name, best before date and price', 'cheeses(name:text, best_before_date:date, price:decimal)'],
    ['fridge: jars with weight, eat by date and shelf', 'jars(weight:decimal, eat_by_date:date, shelf:text)'],
  ])('keeps of "%s" what only sounds like more', (brief, line) => expect(briefLines(brief)).toEqual([line]));

  it('makes no rows of what was done with one thing of another', () => {
    const lines = [briefLines('party planner: the host contact, party date and place, menu chosen, invoices')].flat();
    expect(lines.join()).not.toMatch(/chosens/);
  });

  it('takes another reading where the first leaves a thing without a table', () => {
    const lines = briefLines('small print shop: clients, orders with quantity, paper type and due date, invoices per order');
    expect(lines).toContainEqual(expect.stringMatching(/^invoices\(.*order_id>orders$/));
  });

  it.each([
    [
      'pottery studio: members, kilns, firings with temperature and date, pieces fired in each firing',
      'firing_pieces(firing_id:integer, piece_id:integer)',
    ],
    ['honey stall: jars, markets, how many jars sold at each market', 'market_jars(market_id:integer, jar_id:integer, quantity:integer)'],
    ['lost property office: items found on trains, where, when, and who collected them', 'items(name:text, location:text'],
  ])('of "%s" what is done with things says what they are of', (brief, table) => {
    expect(briefLines(brief)).toContainEqual(expect.stringContaining(table));
  });

  it.each([
    [
      'pigeon racing: birds with ring number, races, arrival time of each bird',
      'race_birds(race_id:integer, bird_id:integer, arrival_time:time',
    ],
    [
      'mountain rescue: members, trucks, callouts with address, and which members went to each callout',
      'callout_members(callout_id:integer, member_id:integer)',
    ],
    [
      'reading group, members suggest books and review them',
      'date:date, member_id:integer, book_id:integer) -> member_id>members book_id>books',
    ],
    ['bike garage: bikes, mechanics, jobs with hours and parts used', 'job_parts(job_id:integer, part_id:integer, quantity:integer)'],
    [
      'tattoo parlour with artists, clients and appointments, each appointment has a motif and a price',
      'appointments(motif:text, price:decimal, artist_id:integer, client_id:integer, date:date)',
    ],
    ['stage lighting: lamps, shows, lamps used in each show with channel', 'show_lamps(show_id:integer, lamp_id:integer, channel:text)'],
    ['taxi rides with driver, time ordered, fare and toll', 'fare:decimal, toll:decimal'],
  ])('reads of "%s" what happens each time', (brief, table) => {
    expect(briefLines(brief)).toContainEqual(expect.stringContaining(table));
  });

  it('tells who sails by the tickets alone', () => {
    const lines = briefLines('ferry company: ships, routes, sailings, passengers and reservations');
    expect(lines).toContainEqual(expect.stringMatching(/^sailings\((?!.*passenger).*$/));
  });
});
