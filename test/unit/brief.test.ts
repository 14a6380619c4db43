import { describe, expect, it } from 'vitest';
import { createSchemaStatements } from '../../src/engines/postgres/ddl.ts';
import { briefDesigner, designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

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
    [
      'customers have many orders',
      [
        'customers(name:text, email:text, phone:text)',
        'orders(order_date:date, status:text, total:decimal, customer_id:integer) -> customer_id>customers',
      ],
    ],
    [
      'a CRM with contacts (name, email, phone) and deals (title, amount, stage, close date)',
      [
        'contacts(name:text, email:text, phone:text)',
        'deals(title:text, amount:decimal, stage:text, close_date:date, contact_id:integer) -> contact_id>contacts',
      ],
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
        'loans(reader_id:integer, book_id:integer, loan_date:date, due_date:date, return_date:date) -> reader_id>readers book_id>books',
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
      ['orders(order_date:date, total:decimal, customer_id:integer) -> customer_id>customers', 'customers(name:text)'],
    ],
    [
      'recipes with name, prep minutes and ingredients (name, quantity)',
      ['recipes(name:text, prep_minutes:integer)', 'ingredients(name:text, quantity:integer, recipe_id:integer) -> recipe_id>recipes'],
    ],
    [
      'a blog with posts, authors and comments',
      [
        'posts(title:text, body:text, published_at:timestamp, author_id:integer) -> author_id>authors',
        'authors(name:text, bio:text)',
        'comments(body:text, created_at:timestamp, post_id:integer) -> post_id>posts',
      ],
    ],
    [
      'create a database for a coffee shop with customers, products and orders',
      [
        'customers(name:text, email:text, phone:text)',
        'products(name:text, description:text, price:decimal, stock_quantity:integer)',
        'orders(order_date:date, status:text, total:decimal, customer_id:integer, product_id:integer) -> customer_id>customers product_id>products',
      ],
    ],
    [
      'build a database for a hotel with rooms and guests',
      ['rooms(number:integer, type:text, capacity:integer, price:decimal)', 'guests(name:text, email:text, phone:text)'],
    ],
    ['create a database for a coffee shop with name, city and phone', ['coffee_shops(name:text, city:text, phone:text)']],
    [
      'book club: members, books, meetings',
      [
        'members(name:text, email:text, phone:text)',
        'books(title:text, author:text, year:integer, isbn:text)',
        'meetings(title:text, date:date, notes:text)',
      ],
    ],
    [
      'create a database of customers and orders',
      [
        'customers(name:text, email:text, phone:text)',
        'orders(order_date:date, status:text, total:decimal, customer_id:integer) -> customer_id>customers',
      ],
    ],
    [
      'students and their grades',
      ['students(name:text, email:text, phone:text)', 'grades(grade:text, date:date, student_id:integer) -> student_id>students'],
    ],
    [
      'keep track of my books: title, author, pages, and whether I finished them',
      ['books(title:text, author:text, pages:integer, finished:boolean)'],
    ],
    [
      'movies with title and year, if I have watched it, when I bought it and how often I lend it',
      ['movies(title:text, year:integer, watched:boolean, when_bought:date, lending_frequency:text)'],
    ],
    ['recipes with ingredients and cooking time', ['recipes(title:text, ingredients:text, cooking_time:integer)']],
    [
      'each author has many books and each book has many reviews',
      [
        'authors(name:text, bio:text)',
        'books(title:text, year:integer, isbn:text, author_id:integer) -> author_id>authors',
        'reviews(rating:decimal, comment:text, created_at:timestamp, book_id:integer) -> book_id>books',
      ],
    ],
    [
      'A database of football teams and players. Each player belongs to a team. Teams have a name and a city.',
      [
        'football_teams(name:text, city:text)',
        'players(name:text, birth_date:date, position:text, football_team_id:integer) -> football_team_id>football_teams',
      ],
    ],
    [
      'a chess club with players with name and elo, and games with white player, black player and date',
      [
        'players(name:text, elo:integer)',
        'games(date:date, white_player_id:integer, black_player_id:integer) -> white_player_id>players black_player_id>players',
      ],
    ],
    [
      'a library where members borrow books',
      [
        'members(name:text, email:text, phone:text)',
        'books(title:text, author:text, year:integer, isbn:text)',
        'loans(member_id:integer, book_id:integer, loan_date:date, due_date:date, return_date:date) -> member_id>members book_id>books',
      ],
    ],
    [
      'users follow users',
      [
        'users(name:text, email:text, phone:text)',
        'follows(user_id:integer, other_user_id:integer, created_at:timestamp) -> user_id>users other_user_id>users',
      ],
    ],
    [
      '1. Members (name, email)\n2. Loans (member, due date)',
      ['members(name:text, email:text)', 'loans(due_date:date, member_id:integer) -> member_id>members'],
    ],
    ['tasks with title, status (todo, doing, done) and priority (1-5)', ['tasks(title:text, status:text, priority:integer)']],
    [
      'fill-ups: date, odometer, cost per liter, price paid, times per day, distance in miles',
      ['fill_ups(date:date, odometer:decimal, cost_per_liter:decimal, price_paid:decimal, times_per_day:integer, distance_miles:decimal)'],
    ],
    ['inventory: item name, quantity, reorder level', ['inventory(item_name:text, quantity:integer, reorder_level:integer)']],
    ['I run a bike shop and need to track repairs with problem and cost', ['repairs(date:date, problem:text, cost:decimal)']],
    [
      'volunteer shifts',
      [
        'volunteers(name:text, email:text, phone:text)',
        'shifts(date:date, start_time:time, end_time:time, volunteer_id:integer) -> volunteer_id>volunteers',
      ],
    ],
    [
      'dog grooming appointments',
      [
        'dogs(name:text, breed:text, birth_date:date)',
        'appointments(starts_at:timestamp, reason:text, status:text, dog_id:integer) -> dog_id>dogs',
      ],
    ],
    ['piano lessons', ['piano_lessons(title:text, date:date)']],
    ['job applications', ['job_applications(company:text, position:text, status:text, applied_on:date, salary:decimal)']],
    ['support tickets with priority and status', ['support_tickets(subject:text, priority:text, status:text)']],
    ['tickets (priority, status)', ['tickets(priority:text, status:text)']],
    ['budget by month and category', ['budgets(month:text, category:text, amount:decimal)']],
    ['sales with product and quantity', ['sales(date:date, product:text, quantity:integer)']],
    ['enrollments with semester and grade', ['enrollments(semester:text, grade:text)']],
    [
      'invoices and payments for my freelance business',
      [
        'invoices(number:integer, date:date, amount:decimal, due_date:date, paid:boolean)',
        'payments(date:date, amount:decimal, method:text, invoice_id:integer) -> invoice_id>invoices',
      ],
    ],
    [
      'barber here, need customers and appointments',
      [
        'customers(name:text, email:text, phone:text)',
        'appointments(starts_at:timestamp, reason:text, status:text, customer_id:integer) -> customer_id>customers',
      ],
    ],
    [
      'events and attendees',
      ['events(name:text, date:date, location:text)', 'attendees(name:text, email:text, phone:text, event_id:integer) -> event_id>events'],
    ],
    ['allotment waiting list', ['waiting_list_entries(name:text, phone:text, joined_on:date, status:text)']],
    ['want to track my spending', ['expenses(date:date, amount:decimal, category:text, description:text)']],
    ['movie watchlist', ['movies(title:text, year:integer, genre:text, watched_on:date, rating:decimal)']],
    ['track expenses with amount and date. I want to see how much I spend per month.', ['expenses(amount:decimal, date:date)']],
    [
      'Track page views of our website: url, country, duration in ms and when they happened',
      ['page_views(url:text, country:text, duration_in_ms:integer, happened_at:timestamp)'],
    ],
    [
      'Store billions of clickstream events per day for analytics: user, url and when they happened',
      ['clickstream_events(user:text, url:text, happened_at:timestamp)'],
    ],
    ['billions of rows of ad clicks with campaign and clicked at', ['ad_clicks(campaign:text, clicked_at:timestamp)']],
    ['page views: url, country, when', ['page_views(url:text, country:text, when:timestamp)']],
    ['incidents with place and when it occurred', ['incidents(place:text, happened_at:timestamp)']],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));

  it.each(['make me a database', 'something nice', 'create a database for stuff and whatever', ''])(
    'declines %j and says what to add',
    (brief) => {
      const result = designSchema(brief);
      expect(result.kind).toBe('declined');
      if (result.kind === 'declined') expect(result.reason).toContain('For example');
    },
  );

  it('says what it assumed, in words', () => {
    expect(designSchema('a shop with customers, products and orders')).toMatchObject({
      assumptions: [
        'orders point at customers and products',
        'not said, so supposed: customers have name, email and phone; products have name, description, price and stock quantity; orders have order date, status and total; say what else to know of each',
      ],
    });
    expect(designSchema('recipes with title and prep time')).toMatchObject({ assumptions: ['recipes.prep_time is a number of minutes'] });
  });

  it('keeps what stands beside a column as its comment', () => {
    const result = designSchema('tasks with title, status (open, closed), rating from 1 to 5, price in euros and genre (rock, jazz)');
    const columns = result.kind === 'schema' ? result.schema.tables[0]?.columns : [];
    expect(columns?.map((column) => column.comment)).toEqual([undefined, 'open, closed', 'from 1 to 5', 'in euros', 'rock, jazz']);
  });

  it.each<[string, object]>([
    ['rating from 1 to 5', { name: 'rating', type: 'decimal', check: { kind: 'range', min: 1, max: 5 } }],
    ['rating between 1 and 5 stars', { name: 'rating', type: 'decimal', check: { kind: 'range', min: 1, max: 5 } }],
    ['value between -40.5 and 85', { name: 'value', check: { kind: 'range', min: -40.5, max: 85 } }],
    ['rank out of 10', { name: 'rank', type: 'integer', check: { kind: 'range', min: 0, max: 10 } }],
    ['priority (1-5)', { name: 'priority', type: 'integer', check: { kind: 'range', min: 1, max: 5 } }],
    ['stock (at least 0, default 0)', { name: 'stock', check: { kind: 'range', min: 0 }, default: { kind: 'value', value: 0 } }],
    ['age at least 18', { name: 'age', check: { kind: 'range', min: 18 } }],
    ['total (non-negative)', { name: 'total', check: { kind: 'range', min: 0 } }],
    ['bio (up to 280 characters)', { name: 'bio', type: 'text', check: { kind: 'length', max: 280 } }],
    ['code (exactly 8 characters)', { name: 'code', check: { kind: 'length', min: 8, max: 8 } }],
    ['status (open, closed or cancelled)', { name: 'status', check: { kind: 'oneOf', values: ['open', 'closed', 'cancelled'] } }],
    ['state either open or closed', { name: 'state', check: { kind: 'oneOf', values: ['open', 'closed'] } }],
    ['urgency (low/medium/high)', { name: 'urgency', type: 'text', check: { kind: 'oneOf', values: ['low', 'medium', 'high'] } }],
    [
      'status (todo, in progress, done; default todo)',
      { check: { kind: 'oneOf', values: ['todo', 'in progress', 'done'] }, default: { kind: 'value', value: 'todo' } },
    ],
    ['verified (default false)', { name: 'verified', type: 'boolean', default: { kind: 'value', value: false } }],
    ['premium default true', { name: 'premium', type: 'boolean', default: { kind: 'value', value: true } }],
    ['created_at', { name: 'created_at', type: 'timestamp', default: { kind: 'now' } }],
    ['bought on (default today)', { name: 'bought_on', type: 'date', default: { kind: 'now' } }],
    ['price in euros', { name: 'price', type: 'decimal', comment: 'in euros' }],
    ['spending in us dollars', { name: 'spending', type: 'decimal', comment: 'in us dollars' }],
    ['name (required)', { name: 'name', nullable: false }],
    ['note (optional)', { name: 'note', nullable: true }],
    ['unique email', { name: 'email', unique: true }],
  ])('reads the rules of %j', (item, column) => {
    const result = designSchema(`shops with title, ${item}`);
    expect(result.kind === 'schema' ? result.schema.tables[0]?.columns[1] : result).toMatchObject(column);
    if (result.kind === 'schema') expect(createSchemaStatements(result.schema)).not.toHaveLength(0);
  });

  it.each([
    'genre (rock, jazz)',
    'status (e.g. open, closed)',
    'status (open, closed, etc)',
    'opening hours from 9 to 5',
    'price (gross, net)',
  ])('makes no rule of %j', (item) => {
    const result = designSchema(`shops with name and ${item}`);
    expect(result.kind === 'schema' ? result.schema.tables[0]?.columns[1]?.check : result).toBeUndefined();
  });

  it('links two rows once when each side has many of the other, and as often as one likes otherwise', () => {
    const once = designSchema('students have many courses and courses have many students');
    expect(once).toMatchObject({ schema: { tables: [{}, {}, { uniques: [['student_id', 'course_id']] }] } });
    const often = designSchema('readers with name; books with title; readers borrow books');
    expect(often.kind === 'schema' && often.schema.tables.every((table) => table.uniques === undefined)).toBe(true);
  });

  it('says the rules that it read', () => {
    expect(designSchema('tasks with title, status (open or closed) and code (8 characters)')).toMatchObject({
      assumptions: ['tasks.status is one of open, closed', 'tasks.code is exactly 8 characters long'],
    });
  });

  it('takes the title from the goal', async () => {
    const brief = await briefDesigner.design('create a database called Gym for workouts with date and reps', AbortSignal.timeout(1000));
    expect(brief).toMatchObject({ kind: 'schema', schema: { title: 'gym' } });
  });
});
