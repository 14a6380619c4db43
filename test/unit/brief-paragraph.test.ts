import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';

/** Tables with their columns: `name: column, column`. */
function tablesOf(brief: string): string[] {
  const made = designSchema(brief);
  if (made.kind !== 'schema') return [made.reason];
  return made.schema.tables.map(({ name, columns }) => `${name}: ${columns.map((column) => column.name).join(', ')}`);
}

describe('briefs written as a paragraph', () => {
  it.each([
    [
      'I run a small bike shop and want to keep track of repairs. Each customer has a name, phone number and email. A customer can own several bikes, and for every bike we note the brand, model and frame number. Each repair is for one bike, has a date it came in, a description of the problem, the price and whether it has been collected.',
      [
        'repairs: date_in, description, price, is_collected, bike_id',
        'customers: name, phone_number, email',
        'bikes: brand, model, frame_number, customer_id',
      ],
    ],
    [
      'We rent out party tents. A tent has a size, colour and daily price. Customers book tents for a period; a booking has a customer, a start date, an end date, a deposit and a status. One booking can include several tents.',
      [
        'tents: size, colour, daily_price',
        'customers: name, email, phone',
        'bookings: start_date, end_date, deposit, status, customer_id',
        'booking_tents: booking_id, tent_id',
      ],
    ],
    [
      'A chess club database. Players have a name, rating and birth date. Tournaments have a name, start date, end date and place. Games are played in a tournament between a white player and a black player, with a round, a date and a result.',
      [
        'players: name, rating, birth_date',
        'tournaments: name, start_date, end_date, place',
        'games: round, date, result, tournament_id, white_player_id, black_player_id',
      ],
    ],
    [
      'We are a catering company. Customers place orders for events. An order has an event date, the number of guests, a location and a total price. Each order consists of dishes with a quantity. Dishes have a name, a category, a price per portion and allergens.',
      [
        'customers: name, email, phone',
        'orders: event_date, number_of_guests, location, total_price, customer_id, event_id',
        'events: name, date, location',
        'dishes: name, category, price_per_portion, allergens',
        'order_dishes: order_id, dish_id, quantity',
      ],
    ],
    [
      'A running club. Members have a name, age group and email. Races have a name, distance, date and town. For each race we want the results: which member ran, the finishing time and the position.',
      ['members: name, age_group, email', 'races: name, distance, date, town', 'results: finishing_time, position, race_id, member_id'],
    ],
    [
      'Please build a database for my physiotherapy practice:\n- patients: name, date of birth, phone\n- therapists: name, speciality\n- treatments: which patient, which therapist, date, duration\n- invoices per patient with amount and due date',
      [
        'patients: name, date_of_birth, phone',
        'therapists: name, speciality',
        'treatments: date, duration, patient_id, therapist_id',
        'invoices: amount, due_date, patient_id',
      ],
    ],
  ])('%s', (brief, tables) => {
    expect(tablesOf(brief)).toEqual(tables);
  });

  it('declines where a sentence is of no form', () => {
    const made = designSchema(
      'We take in animals: each animal has a name and a breed. Animals stay in kennels. People who want to adopt fill in an application with their name, phone and address for a particular animal.',
    );
    expect(made).toMatchObject({ kind: 'declined', reason: expect.stringContaining('animals') });
  });
});
