import { expect, it } from 'vitest';
import { briefLines } from '../support/brief-lines.ts';

/** The line of one table, with its keys. */
const lineOf = (brief: string, table: string): string => [briefLines(brief)].flat().find((line) => line.startsWith(`${table}(`)) ?? '';
const tablesOf = (brief: string): string[] => [briefLines(brief)].flat().map((line) => line.split('(')[0] ?? '');

it.each([
  ['theatre: plays, performances and seat sales', 'seat_sales', 'performance_id>performances'],
  ['ferry company: ships, routes, sailings, passengers and reservations', 'reservations', 'sailing_id>sailings passenger_id>passengers'],
  ['bus company: buses, drivers, trips and ticket sales', 'ticket_sales', 'trip_id>trips'],
])('of %j a place is taken on what is held: %s', (brief, table, keys) => {
  expect(lineOf(brief, table).split(' -> ')[1]).toBe(keys);
});

it.each(['hotel: rooms, tours, guests and bookings', 'shop: products, customers, deliveries and sales'])(
  'what is let or sold is still told: %j',
  (brief) => {
    expect([briefLines(brief)].flat().join()).toMatch(/(?:bookings|sales)\([^,]*.*(?:room|product)_id>/);
  },
);

it.each([
  ['invoices', 'customer_id>customers'],
  ['our purchase orders', 'supplier_id>suppliers'],
])('%j alone are of whoever they are for', (brief, key) => {
  expect([briefLines(brief)].flat().join()).toContain(key);
});

it.each([
  ['maintenance log for our boat, with engine hours and cost', 'maintenance_logs'],
  ['dive log with depth and site', 'dives'],
  ['visitor log with name and company', 'visitors'],
])('%j says when it was', (brief, table) => {
  expect(lineOf(brief, table)).toContain('date:date');
});

it('of a log that has a time already there is no other', () => {
  expect(lineOf('call log with caller and call time', 'calls')).toMatch(/^calls\(caller:text, call_time:[a-z]+\)/);
});

it.each([
  ['sculptures by sculptors, exhibitions', 'sculptures', 'sculptor_id>sculptors'],
  [
    'a gallery site: photos by photographers, with title and price',
    'photos',
    'title:text',
    'price:decimal',
    'photographer_id>photographers',
  ],
  [
    'tennis club with players, their ranking and the matches they play against each other',
    'matches',
    'result:text',
    'first_player_id>players',
  ],
  ['tennis club with players, their ranking and the matches they play against each other', 'players', 'ranking:'],
  ['teams with players, their position and goals', 'players', 'position:', 'goals:', 'team_id>teams'],
  ['recipe site: recipes, tags on recipes, comments', 'recipe_tags', 'recipe_id>recipes', 'tag_id>tags'],
  ['tags on posts', 'post_tags', 'post_id>posts', 'tag_id>tags'],
  ['dance school: courses, teachers, pupils and which course they enrolled in', 'enrollments', 'pupil_id>pupils', 'course_id>courses'],
  ['volunteers, events and which event they signed up for', 'sign_ups', 'volunteer_id>volunteers', 'event_id>events'],
])('of %j keeps %s', (brief, table = '', ...parts) => {
  for (const part of parts) expect(lineOf(brief, table)).toContain(part);
});

it.each([
  ['chess club with members, their rating and games between two members', ['members', 'games']],
  ['vet practice with pets, owners and visits', ['pets', 'owners', 'visits']],
  ['school has pupils, their grade and teachers', ['pupils', 'teachers']],
  ['choir with singers, their voice and rehearsals', ['singers', 'rehearsals']],
])('of %j the setting is no table', (brief, tables) => {
  expect(tablesOf(brief)).toEqual(tables);
});

it.each(['company with name, address and phone', 'wedding with guests, vendors and a budget'])(
  'but it is where it has something: %j',
  (brief) => {
    expect(tablesOf(brief)[0]).toMatch(/^(?:companies|weddings)$/);
  },
);

it.each([
  ['puppy log: walks, feedings, sleep', 'sleep_sessions', 'starts_at:timestamp', 'ends_at:timestamp', 'puppy_id>puppies'],
  ['car diary: refuels, repairs, washes', 'refuels', 'occurred_at:timestamp', 'car_id>cars'],
  ['greenhouse log: waterings, sprayings, pruning', 'sprayings', 'occurred_at:timestamp', 'greenhouse_id>greenhouses'],
])('%j has a table of each that happens: %s', (brief, table, ...parts) => {
  for (const part of parts) expect(lineOf(brief, table)).toContain(part);
});

it('what is noted of each day is no table', () => {
  expect(tablesOf('mood tracker: mood, sleep, energy')).toHaveLength(1);
});

it.each([
  ['films i have seen or want to see, with director, rating and when i watched them', 'films', 'title:', 'director:', 'watched_on:date'],
  ['places we want to visit, with country and when we went', 'places', 'name:', 'country:', 'visited_on:date'],
  ['plants i grow, with species and when i planted them', 'plants', 'name:', 'species:', 'planted_on:date'],
])('in %j the noun is what is kept', (brief, table, ...parts) => {
  expect(tablesOf(brief)).toEqual([table]);
  for (const part of parts) expect(lineOf(brief, table)).toContain(part);
});

it('who did it each time is known of a table of those times', () => {
  expect([briefLines('card games we have and who won each time we played')].flat().join()).toMatch(
    /plays\(date:date, winner:text.*card_game_id>/,
  );
});

it.each(['tools i lend to friends, with date', 'customers we visit and what they ordered'])('%j is not cut short', (brief) => {
  expect(tablesOf(brief)).not.toEqual([brief.split(' ')[0]]);
});
