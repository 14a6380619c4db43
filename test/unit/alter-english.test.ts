import { describe, expect, test } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { FORMS, looksLikeAlter, readAlter } from '../../src/plan/builtin/writes/alter/alter.ts';
import { planWrite } from '../../src/plan/builtin/writes/write.ts';
import { validateChange } from '../../src/plan/check-change.ts';
import type { Outcome, Question } from '../../src/plan/planner.ts';
import { sayChange } from '../../src/plan/say-change.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

const schema: Schema = {
  fingerprint: 'office',
  tables: [
    table('customers', { id: 'integer', name: 'text', phone: 'text', city: 'text' }),
    table('products', { id: 'integer', name: 'text', price: 'text', stock: 'integer' }),
    table('orders', { id: 'integer', customer_id: 'integer', placed_on: 'date', status: 'text' }, [['customer_id', 'customers', 'id']]),
    table('tasks', { id: 'integer', title: 'text', notes: 'text', done: 'boolean', stage: 'text' }),
    table('deals', { id: 'integer', title: 'text', stage: 'text', amount: 'decimal' }),
    table('contacts', { id: 'integer', full_name: 'text', email: 'text' }),
  ],
};
const values = buildValueIndex([
  { table: 'customers', column: 'name', values: ['Ada', 'Bob'] },
  { table: 'customers', column: 'city', values: ['Paris', 'phone'] },
  { table: 'products', column: 'name', values: ['Desk Lamp', 'milk'] },
  { table: 'deals', column: 'stage', values: ['Lead', 'Won', 'notes'] },
]);

const question = (text: string): Question => ({ text, schema, values, now: new Date('2026-11-22'), signal: new AbortController().signal });
const read = (text: string): Outcome | null => readAlter(question(text), (words) => planWrite(question(words)));
/** What is read, as a command; a change that does not hold on the schema throws. */
const said = (text: string): string => {
  const outcome = read(text);
  if (outcome?.kind !== 'change') throw new Error(`${text}: ${JSON.stringify(outcome)}`);
  return sayChange(validateChange(outcome.change, schema));
};

describe('a change of tables and columns in plain English', () => {
  test.each([
    ['we also need a nickname for each customer', 'Add the column nickname (text) to customers.'],
    ['I want to keep the birthday of customers as well', 'Add the column birthday (date) to customers.'],
    ['we dont need the notes column any more', 'Drop the column notes of tasks.'],
    [
      'we need a table for suppliers',
      'Add the table suppliers with id, name (text), contact_person (text), email (text) and phone (text).',
    ],
    ['add a phone number to customers', 'Add the column phone_number (text) to customers.'],
    ['please add an email address to the customers table.', 'Add the column email_address (text) to customers.'],
    ['Can you add a birthday to customers?', 'Add the column birthday (date) to customers.'],
    ['add a due date and a priority to tasks', 'Add the column due_date (date) to tasks; add the column priority (text) to tasks.'],
    ['add notes to orders', 'Add the column notes (text) to orders.'],
    ['add a column email to customers', 'Add the column email (text) to customers.'],
    ['add a column called "email" to customers', 'Add the column email (text) to customers.'],
    ['add an email column to customers', 'Add the column email (text) to customers.'],
    ['add a required field code to products', 'Add the column code (text, required) to products.'],
    ['add a unique sku column to products', 'Add the column sku (text, unique) to products.'],
    ['add a column weight to products as text', 'Add the column weight (text) to products.'],
    ['add a date column due to tasks', 'Add the column due (date) to tasks.'],
    ['add a column to customers called loyalty points', 'Add the column loyalty_points (whole number) to customers.'],
    ['add a column priority to tasks with default low', 'Add the column priority (text, "low" when nothing is given) to tasks.'],
    ['add a priority (low, medium, high) to tasks', 'Add the column priority (text, one of low, medium, high) to tasks.'],
    ['add a priority column (low or high) to tasks', 'Add the column priority (text, one of low, high) to tasks.'],
    ['add a priority to tasks (low, high)', 'Add the column priority (text, one of low, high) to tasks.'],
    ['add a priority column to tasks: low, medium or high', 'Add the column priority (text, one of low, medium, high) to tasks.'],
    ['add a stage to orders which can be new or repeat', 'Add the column stage (text, one of new, repeat) to orders.'],
    ['add a kind to orders with values new, repeat', 'Add the column kind (text, one of new, repeat) to orders.'],
    ['add a rating from 1 to 5 to products', 'Add the column rating (number, from 1 to 5) to products.'],
    ['add two columns to customers: email and fax', 'Add the column email (text) to customers; add the column fax (text) to customers.'],
    ['add a delivered at timestamp to orders', 'Add the column delivered_at (date and time) to orders.'],
    ['customers also need a birthday', 'Add the column birthday (date) to customers.'],
    ['add an archived flag to deals', 'Add the column archived (yes or no) to deals.'],
    ['add a supplier_id to products', 'Add the column supplier_id (text) to products.'],
    ['add a customer_id to tasks', 'Add the column customer_id (refers to customers) to tasks.'],
    ['call the stage column of deals status', 'Rename the column stage of deals to status.'],
    ['customers should have an email', 'Add the column email (text) to customers.'],
    ['every task needs a due date', 'Add the column due_date (date) to tasks.'],
    ['tasks should have a customer', 'Add the column customer_id (refers to customers) to tasks.'],
    ['customers must have a phone', 'Require phone in customers.'],
    ["we should also store each contact's birthday", 'Add the column birthday (date) to contacts.'],
    ['add a table of suppliers with name and city', 'Add the table suppliers with id, name (text) and city (text).'],
    ['add an email to customers and drop the notes column', 'Add the column email (text) to customers; drop the column notes of tasks.'],
    ['call the amount column of deals value', 'Rename the column amount of deals to value.'],
    ['give every customer a nickname', 'Add the column nickname (text) to customers.'],
    ['store a nickname for each customer', 'Add the column nickname (text) to customers.'],
    ['in the tasks table, add a due date', 'Add the column due_date (date) to tasks.'],
    ['link tasks to customers', 'Add the column customer_id (refers to customers) to tasks.'],
    ['add a table suppliers with name and city', 'Add the table suppliers with id, name (text) and city (text).'],
    [
      'create a shipments table (carrier, shipped on, order)',
      'Add the table shipments with id, carrier (text), shipped_on (date) and order_id (refers to orders).',
    ],
    ['rename status to state', 'Rename the column status of orders to state.'],
    ['rename the column stage of deals to status', 'Rename the column stage of deals to status.'],
    ["rename the deals' stage to status", 'Rename the column stage of deals to status.'],
    ['rename deals.stage to status', 'Rename the column stage of deals to status.'],
    ['rename stage to status in deals', 'Rename the column stage of deals to status.'],
    ['rename the contacts table to people', 'Rename the table contacts to people.'],
    ['call contacts people', 'Rename the table contacts to people.'],
    ['change the column name from full name to name in contacts', 'Rename the column full_name of contacts to name.'],
    ['drop the notes column', 'Drop the column notes of tasks.'],
    ['drop notes', 'Drop the column notes of tasks.'],
    ['remove the stock field from products', 'Drop the column stock of products.'],
    ['remove stock from products', 'Drop the column stock of products.'],
    ['delete columns stock and price from products', 'Drop the column stock of products; drop the column price of products.'],
    ["we don't need the notes column any more", 'Drop the column notes of tasks.'],
    ['drop the table contacts', 'Drop the table contacts.'],
    ['delete the contacts table', 'Drop the table contacts.'],
    ['make price a decimal', 'Change price of products to number.'],
    ['change the type of price in products to decimal', 'Change price of products to number.'],
    ['convert stock to text', 'Change stock of products to text.'],
    ['make email unique', 'Make email unique in contacts.'],
    ['the email of contacts must be required', 'Require email in contacts.'],
    ['no two contacts may have the same email', 'Make email unique in contacts.'],
  ] as const)('%s', (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  test('says which types it supposed', () => {
    expect(read('add a due date and a text field remark to tasks')).toMatchObject({ kind: 'change' });
    expect(read('add a due date and a priority to tasks')).toMatchObject({
      assumptions: ['tasks.due_date is a date', 'tasks.priority is text'],
    });
  });

  test('every example of a form looks like a change', () => {
    for (const { examples } of FORMS) for (const example of examples) expect(looksLikeAlter(example), example).toBe(true);
  });
});

describe('what could mean several things is asked back, in sentences that mean one', () => {
  test.each([
    ['rename stage to status', ['rename the column stage of tasks to status', 'rename the column stage of deals to status']],
    ['drop the stage column', ['drop the column stage of tasks', 'drop the column stage of deals']],
    ['make title unique', ['make title of tasks unique', 'make title of deals unique']],
    ['add a desk lamp to products', ['add a column desk lamp to products', 'add a product named "desk lamp"']],
    ['remove phone from customers', ['drop the column phone of customers', 'delete the rows of customers where city is "phone"']],
    ['rename notes to remarks', ['rename the column notes of tasks to remarks', 'set stage of deals to "remarks" where stage is "notes"']],
  ] as const)('%s', (text, goals) => {
    const outcome = read(text);
    if (outcome?.kind !== 'clarify') throw new Error(JSON.stringify(outcome));
    expect(outcome.options.map(({ goal }) => goal)).toEqual(goals);
    for (const goal of goals) expect(['change', 'plan'], goal).toContain((read(goal) ?? planWrite(question(goal))).kind);
  });
});

describe('what is about rows is left to those who read rows', () => {
  test.each([
    'add a customer named Bob',
    'add Bob to customers',
    'add 5 to price',
    'add 10% to price',
    'add milk to products',
    'add a customer to orders',
    'add a new row to customers',
    'add a note to order 5',
    'add a phone number 555-1234 to customers',
    'add a phone number to Bob',
    'add a phone number to the customer Bob',
    'add "email" to customers',
    'add name Bob to customers',
    'add tax of 5 to orders',
    'remove phone 555 from customers',
    'remove Ada from customers',
    'remove the notes from task 5',
    'delete notes of Bob',
    'delete the phone of Ada',
    'delete customers',
    'delete customers where city is Paris',
    'drop customers where city = Paris',
    'rename Bob to Robert',
    'rename the product Laptop to Notebook',
    'change price to 5',
    'change stage from Lead to Won',
    'set notes to text',
    'make all tasks done',
    'give all products a discount of 5',
    'give Ada a phone number',
    'orders should be shipped',
    'the price should be 20',
    'link Ada to Bob',
    'call Ada tomorrow',
    'drop all tables',
    'drop the database',
    'should customers have an email?',
    'add an email to customers and delete the tasks of Bob',
    'create a table of orders by month',
    'customers should have an email?',
    'what columns does customers have',
    'how do I add a column to customers?',
    'show the notes column of tasks',
    'add an email to customers; drop the tasks table',
    'add a column x"; drop table customers to customers',
    'I want a list of customers',
    'we need the total of orders',
    'I need a total for each customer',
    'keep the orders of our customers',
  ])('%s', (text) => {
    expect(read(text)).toBeNull();
  });

  test('a table of fields or properties keeps its word', () => {
    const estate = { ...schema, tables: [table('properties', { id: 'integer', address: 'text' })] };
    expect(
      readAlter({ ...question('add a property in Paris to properties'), schema: estate }, () => ({
        kind: 'declined',
        reason: '',
        unclear: [],
      })),
    ).toBeNull();
  });
});

describe('what is a change but cannot be read whole is declined with what is missing', () => {
  test.each([
    ['drop the column foo', 'No table has a column "foo".'],
    ['drop the column fax of customers', 'customers has no column "fax"; it has id, name, phone, city.'],
    ['drop the table foo', 'There is no table "foo".'],
    ['add a column phone to customers', 'customers has a column phone already.'],
    ['add a column to customers', 'Say what the column is called and what it holds.'],
    [
      'add a phone number for the boss to customers',
      'I could not read "a phone number for the boss" as the name of a column of customers.',
    ],
    [
      'rename the column stage of deals to the new state of the whole company',
      '"the new state of the whole company" is no name for a column.',
    ],
    ['link orders to customers', 'orders refers to customers already.'],
  ])('%s', (text, reason) => {
    expect(read(text)).toMatchObject({ kind: 'declined', reason });
  });
});
