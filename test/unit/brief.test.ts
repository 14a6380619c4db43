import { describe, expect, it } from 'vitest';
import { createSchemaStatements } from '../../src/engines/postgres/ddl.ts';
import { briefDesigner, designSchema } from '../../src/plan/builtin/brief.ts';
import { looksLikeCreate } from '../../src/plan/builtin/looks-like-create.ts';

/** A schema in one line a table: `name(column:type, …) -> column>table`. Every schema also has to become DDL. */
function read(brief: string): string[] | 'declined' {
  const result = designSchema(brief);
  if (result.kind === 'declined') return result.kind;
  expect(createSchemaStatements(result.schema).length).toBeGreaterThan(0);
  return result.schema.tables.map(({ name, columns, references }) => {
    const each = columns.map((one) => `${one.name}:${one.type}${one.nullable ? '' : '!'}${one.unique ? ' unique' : ''}`).join(', ');
    return `${name}(${each})${references ? ` -> ${references.map((one) => `${one.column}>${one.table}`).join(' ')}` : ''}`;
  });
}

describe('briefs', () => {
  it.each([
    ['track coffee beans with roaster, price and rating', ['coffee_beans(roaster:text, price:decimal, rating:decimal)']],
    [
      'a bakery: shops with name and city; cakes with name and price; sales with shop, cake, quantity and sold date',
      [
        'shops(name:text, city:text)',
        'cakes(name:text, price:decimal)',
        'sales(quantity:integer, sold_date:date, shop_id:integer, cake_id:integer) -> shop_id>shops cake_id>cakes',
      ],
    ],
    ['customers have many orders', ['customers()', 'orders(customer_id:integer) -> customer_id>customers']],
    [
      'a CRM with contacts (name, email, phone) and deals (title, amount, stage, close date)',
      ['contacts(name:text, email:text, phone:text)', 'deals(title:text, amount:decimal, stage:text, close_date:date)'],
    ],
    [
      'an inventory of products: name, sku, price, quantity; and suppliers with name and country; each product has a supplier',
      [
        'products(name:text, sku:text, price:decimal, quantity:integer, supplier_id:integer) -> supplier_id>suppliers',
        'suppliers(name:text, country:text)',
      ],
    ],
    [
      'books with title, author, published date and pages; readers with name; readers borrow books',
      [
        'books(title:text, author:text, published_date:date, pages:integer)',
        'readers(name:text)',
        'reader_books(reader_id:integer, book_id:integer) -> reader_id>readers book_id>books',
      ],
    ],
    ['create a table from: name,email,signup_date', ['records(name:text, email:text, signup_date:date)']],
    ['Create a contacts table from: name,email,is_active', ['contacts(name:text, email:text, is_active:boolean)']],
    [
      'I need a database to track my plants with species, watering date and whether it is indoor',
      ['plants(species:text, watering_date:date, is_indoor:boolean)'],
    ],
    [
      'set up a table of employees with name (required), unique email, salary and created_at',
      ['employees(name:text!, email:text unique, salary:decimal, created_at:timestamp)'],
    ],
    [
      'orders with customer and total; customers with name',
      ['orders(total:decimal, customer_id:integer) -> customer_id>customers', 'customers(name:text)'],
    ],
    [
      'recipes with name, prep minutes and ingredients (name, quantity)',
      ['recipes(name:text, prep_minutes:integer)', 'ingredients(name:text, quantity:integer, recipe_id:integer) -> recipe_id>recipes'],
    ],
  ])('reads %j', (brief, tables) => expect(read(brief)).toEqual(tables));

  it.each([
    'make me a database',
    'something nice',
    'create a database for stuff and whatever',
    'track my plants',
    'a blog with posts, authors and comments',
    '',
  ])('declines %j and says what to add', (brief) => {
    const result = designSchema(brief);
    expect(result.kind).toBe('declined');
    if (result.kind === 'declined') expect(result.reason).toContain('For example');
  });

  it('takes the title from the goal', async () => {
    const brief = await briefDesigner.design('create a database called Gym for workouts with date and reps', AbortSignal.timeout(1000));
    expect(brief).toMatchObject({ kind: 'schema', schema: { title: 'gym' } });
  });
});

describe('whether a goal creates', () => {
  it.each([
    'track coffee beans with roaster, price and rating',
    'Create a database for my bookstore',
    'please make me a table of customers with name and email',
    'I need a database to keep recipes',
    'customers have many orders',
    'an inventory of products: name, sku, price',
    'books with title and author; readers with name',
    'keep track of my expenses: amount, category, date',
    'add a table for suppliers',
  ])('yes: %j', (goal) => expect(looksLikeCreate(goal)).toBe(true));

  it.each([
    'how many tables are there',
    'create an order for Ada',
    'add a coffee bean named Yirgacheffe with price 18.5',
    'show customers with name and email',
    'which customers have many orders?',
    'create a new customer named Bob in the database',
    'record a sale of 5 beans',
    'track order 5',
    'customers with more than 3 orders',
    'show me the database schema',
    'delete the orders table',
    'set the price of Sumatra to 20',
    'start date of each project',
    'create a record in the customers table',
  ])('no: %j', (goal) => expect(looksLikeCreate(goal)).toBe(false));
});
