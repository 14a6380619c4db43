import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('how things of a brief stand to each other', () => {
  it.each([
    [
      'blog with users, posts and comments. posts belong to a user, comments belong to a post',
      [
        'users(name:text, email:text, phone:text)',
        'posts(title:text, body:text, published_at:timestamp, user_id:integer) -> user_id>users',
        'comments(body:text, created_at:timestamp, post_id:integer) -> post_id>posts',
      ],
    ],
    [
      'employees belong to a department, and each department has a manager',
      [
        'employees(name:text, email:text, phone:text, position:text, hire_date:date, department_id:integer) -> department_id>departments',
        'departments(name:text, manager_id:integer) -> manager_id>employees',
      ],
    ],
    [
      'a music library: artists have many albums, albums have many tracks (title, duration)',
      [
        'artists(name:text, bio:text)',
        'albums(title:text, year:integer, genre:text, artist_id:integer) -> artist_id>artists',
        'tracks(title:text, duration:integer, album_id:integer) -> album_id>albums',
      ],
    ],
    [
      'playlists contain songs; songs have title, artist and duration',
      [
        'playlists(name:text, notes:text)',
        'songs(title:text, artist:text, duration:integer)',
        'playlist_songs(playlist_id:integer, song_id:integer) -> playlist_id>playlists song_id>songs',
      ],
    ],
    [
      'authors and books, many-to-many',
      [
        'authors(name:text, bio:text)',
        'books(title:text, year:integer, isbn:text)',
        'author_books(author_id:integer, book_id:integer) -> author_id>authors book_id>books',
      ],
    ],
    [
      'recipes have many ingredients with quantity and unit',
      [
        'recipes(title:text, servings:integer, instructions:text)',
        'ingredients(name:text, quantity:integer, unit:text, recipe_id:integer) -> recipe_id>recipes',
      ],
    ],
    [
      'customers can have several addresses; each order has one customer and many products',
      [
        'customers(name:text, email:text, phone:text)',
        'addresses(street:text, city:text, postal_code:text, country:text, customer_id:integer) -> customer_id>customers',
        'orders(order_date:date, status:text, total:decimal, customer_id:integer) -> customer_id>customers',
        'products(name:text, description:text, price:decimal, stock_quantity:integer)',
        'order_products(order_id:integer, product_id:integer) -> order_id>orders product_id>products',
      ],
    ],
    [
      'users, groups and a membership table linking users and groups with role and joined date',
      [
        'users(name:text, email:text, phone:text)',
        'groups(name:text, notes:text)',
        'memberships(user_id:integer, group_id:integer, role:text, joined_date:date) -> user_id>users group_id>groups',
      ],
    ],
    [
      'charity: donors (name, email), campaigns (title, goal), donations (amount, date)',
      [
        'donors(name:text, email:text)',
        'campaigns(title:text, goal:text)',
        'donations(amount:decimal, date:date, donor_id:integer, campaign_id:integer) -> donor_id>donors campaign_id>campaigns',
      ],
    ],
    [
      'events with title, date, venue; attendees with name, email; one registration per event and attendee',
      [
        'events(title:text, date:date, venue:text)',
        'attendees(name:text, email:text)',
        'registrations(date:date, status:text, event_id:integer, attendee_id:integer) -> event_id>events attendee_id>attendees',
      ],
    ],
    [
      'book lending app with users (name, email unique), books (title, isbn unique, copies), and loans between users and books with due date and returned',
      [
        'users(name:text, email:text unique)',
        'books(title:text, isbn:text unique, copies:integer)',
        'loans(user_id:integer, book_id:integer, due_date:date, returned:boolean) -> user_id>users book_id>books',
      ],
    ],
    [
      'Track suppliers and the parts they supply',
      [
        'suppliers(name:text, contact_person:text, email:text, phone:text)',
        'parts(name:text, quantity:integer, price:decimal, supplier_id:integer) -> supplier_id>suppliers',
      ],
    ],
    [
      'A database for our dog shelter: dogs (name, breed, born, arrived on), adopters (name, phone), adoptions linking dogs and adopters with date and fee',
      [
        'dogs(name:text, breed:text, born:date, arrived_on:date)',
        'adopters(name:text, phone:text)',
        'adoptions(dog_id:integer, adopter_id:integer, date:date, fee:decimal) -> dog_id>dogs adopter_id>adopters',
      ],
    ],
    [
      'customers with name and email, products with name and price, orders linking customers and products with quantity and date',
      [
        'customers(name:text, email:text)',
        'products(name:text, price:decimal)',
        'orders(customer_id:integer, product_id:integer, quantity:integer, date:date) -> customer_id>customers product_id>products',
      ],
    ],
    [
      'hospital: doctors; patients; appointments between doctors and patients with date and notes',
      [
        'doctors(name:text, specialty:text, email:text, phone:text)',
        'patients(name:text, birth_date:date, phone:text, email:text)',
        'appointments(doctor_id:integer, patient_id:integer, date:date, notes:text) -> doctor_id>doctors patient_id>patients',
      ],
    ],
    ['categories with name and parent category', ['categories(name:text, parent_category_id:integer) -> parent_category_id>categories']],
    [
      'comments on posts by users',
      [
        'comments(body:text, created_at:timestamp, post_id:integer, user_id:integer) -> post_id>posts user_id>users',
        'posts(title:text, body:text, published_at:timestamp, user_id:integer) -> user_id>users',
        'users(name:text, email:text, phone:text)',
      ],
    ],
    [
      'flights between airports with departure time and arrival time',
      [
        'airports(name:text, notes:text)',
        'flights(airport_id:integer, other_airport_id:integer, departure_time:time, arrival_time:time) -> airport_id>airports other_airport_id>airports',
      ],
    ],
    [
      'reviews of products by customers with rating from 1 to 5',
      [
        'reviews(rating:decimal, product_id:integer, customer_id:integer) -> product_id>products customer_id>customers',
        'products(name:text, description:text, price:decimal, stock_quantity:integer)',
        'customers(name:text, email:text, phone:text)',
      ],
    ],
    [
      'one profile per user',
      ['profiles(name:text, notes:text, user_id:integer unique) -> user_id>users', 'users(name:text, email:text, phone:text)'],
    ],
    [
      'each user has one profile with bio and avatar url',
      ['users(name:text, email:text, phone:text)', 'profiles(bio:text, avatar_url:text, user_id:integer unique) -> user_id>users'],
    ],
    [
      'an album has many photos',
      [
        'albums(title:text, artist:text, year:integer, genre:text)',
        'photos(title:text, url:text, taken_on:date, album_id:integer) -> album_id>albums',
      ],
    ],
    [
      'a team has players, a player plays for one team',
      ['players(name:text, birth_date:date, position:text, team_id:integer) -> team_id>teams', 'teams(name:text)'],
    ],
    [
      'issue tracker with projects, issues (title, status, priority), users and labels; issues have an assignee and a reporter',
      [
        'issues(title:text, status:text, priority:text, assignee_id:integer, reporter_id:integer, project_id:integer) -> assignee_id>users reporter_id>users project_id>projects',
        'projects(name:text, description:text, start_date:date, end_date:date, status:text)',
        'users(name:text, email:text, phone:text)',
        'labels(name:text)',
        'issue_labels(issue_id:integer, label_id:integer) -> issue_id>issues label_id>labels',
      ],
    ],
    [
      'invoice has many line items, each line item belongs to a product',
      [
        'invoices(number:integer, date:date, amount:decimal, due_date:date, paid:boolean)',
        'line_items(quantity:integer, unit_price:decimal, invoice_id:integer, product_id:integer) -> invoice_id>invoices product_id>products',
        'products(name:text, description:text, price:decimal, stock_quantity:integer)',
      ],
    ],
    [
      'each room belongs to a hotel and has a number and a price',
      ['rooms(number:text, price:decimal, hotel_id:integer) -> hotel_id>hotels', 'hotels(name:text, address:text)'],
    ],
    [
      'products have tags; a product can have many tags',
      [
        'products(name:text, description:text, price:decimal, stock_quantity:integer)',
        'tags(name:text)',
        'product_tags(product_id:integer, tag_id:integer) -> product_id>products tag_id>tags',
      ],
    ],
    [
      'people with name and father and mother',
      ['people(name:text, father_id:integer, mother_id:integer) -> father_id>people mother_id>people'],
    ],
    [
      'Clients with name and email. Projects belong to clients and have a name and a budget. Tasks belong to projects, with title, due date and done.',
      [
        'clients(name:text, email:text)',
        'projects(name:text, budget:decimal, client_id:integer) -> client_id>clients',
        'tasks(title:text, due_date:date, done:boolean, project_id:integer) -> project_id>projects',
      ],
    ],
    [
      'each employee has one manager and many skills',
      [
        'employees(name:text, email:text, phone:text, position:text, hire_date:date, manager_id:integer) -> manager_id>employees',
        'skills(name:text, notes:text)',
        'employee_skills(employee_id:integer, skill_id:integer) -> employee_id>employees skill_id>skills',
      ],
    ],
    [
      'tickets belong to a customer and may have several comments',
      [
        'tickets(subject:text, description:text, status:text, priority:text, created_at:timestamp, customer_id:integer) -> customer_id>customers',
        'customers(name:text, email:text, phone:text)',
        'comments(body:text, created_at:timestamp, ticket_id:integer) -> ticket_id>tickets',
      ],
    ],
    [
      'A movie database: movies (title, year, genre), actors (name, birth date), roles linking actors and movies with character name',
      [
        'movies(title:text, year:integer, genre:text)',
        'actors(name:text, birth_date:date)',
        'roles(actor_id:integer, movie_id:integer, character_name:text) -> actor_id>actors movie_id>movies',
      ],
    ],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));

  it('keeps one of each where one is said', () => {
    const both = designSchema('products with name; customers with name; one review per customer and product');
    expect(both).toMatchObject({ schema: { tables: [{}, {}, { name: 'reviews', uniques: [['customer_id', 'product_id']] }] } });
    const mutual = designSchema('authors and books, many-to-many');
    expect(mutual).toMatchObject({ schema: { tables: [{}, {}, { name: 'author_books', uniques: [['author_id', 'book_id']] }] } });
    expect(briefLines('one profile per user')).toContain('profiles(name:text, notes:text, user_id:integer unique) -> user_id>users');
  });

  it('supposes nothing of a table that the brief points somewhere', () => {
    expect(briefLines('users, posts and comments. comments belong to a post')).toEqual([
      'users(name:text, email:text, phone:text)',
      'posts(title:text, body:text, published_at:timestamp, user_id:integer) -> user_id>users',
      'comments(body:text, created_at:timestamp, post_id:integer) -> post_id>posts',
    ]);
  });

  it('does not suppose what could be of anything', () => {
    const brief = designSchema('trucks, depots, towns, cranes, sheds and inspections');
    expect(brief.kind === 'schema' && brief.schema.tables.every((table) => table.references === undefined)).toBe(true);
  });
});
