import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('how things of a brief stand to each other', () => {
  it.each([
    [
      'students enroll in courses, with a grade',
      [
        'students(name:text)',
        'courses(title:text)',
        'enrollments(student_id:integer, course_id:integer, grade:text) -> student_id>students course_id>courses',
      ],
    ],
    [
      'blog with users, posts and comments. posts belong to a user, comments belong to a post',
      ['users(name:text)', 'posts(title:text, user_id:integer) -> user_id>users', 'comments(text:text, post_id:integer) -> post_id>posts'],
    ],
    [
      'photo club with members, photos and contests. Each photo belongs to a member. Members submit photos to contests.',
      [
        'members(name:text)',
        'photos(name:text, member_id:integer, contest_id:integer) -> member_id>members contest_id>contests',
        'contests(name:text)',
      ],
    ],
    [
      'employees belong to a department, and each department has a manager',
      [
        'employees(name:text, department_id:integer) -> department_id>departments',
        'departments(name:text, manager_id:integer) -> manager_id>employees',
      ],
    ],
    [
      'departments with name and budget; employees with name, email (unique), salary and department; projects with title and deadline; employees work on projects',
      [
        'departments(name:text, budget:decimal)',
        'employees(name:text, email:text unique, salary:decimal, department_id:integer) -> department_id>departments',
        'projects(title:text, deadline:date)',
        'assignments(employee_id:integer, project_id:integer) -> employee_id>employees project_id>projects',
      ],
    ],
    [
      'a music library: artists have many albums, albums have many tracks (title, duration)',
      [
        'artists(name:text)',
        'albums(title:text, artist_id:integer) -> artist_id>artists',
        'tracks(title:text, duration:integer, album_id:integer) -> album_id>albums',
      ],
    ],
    [
      'playlists contain songs; songs have title, artist and duration',
      [
        'playlists(name:text)',
        'songs(title:text, artist:text, duration:integer)',
        'playlist_songs(playlist_id:integer, song_id:integer) -> playlist_id>playlists song_id>songs',
      ],
    ],
    [
      'authors and books, many-to-many',
      ['authors(name:text)', 'books(title:text)', 'author_books(author_id:integer, book_id:integer) -> author_id>authors book_id>books'],
    ],
    [
      'recipes have many ingredients with quantity and unit',
      ['recipes(name:text)', 'ingredients(quantity:integer, unit:text, recipe_id:integer) -> recipe_id>recipes'],
    ],
    [
      'customers can have several addresses; each order has one customer and many products',
      [
        'customers(name:text)',
        'addresses(name:text, customer_id:integer) -> customer_id>customers',
        'orders(date:date, customer_id:integer) -> customer_id>customers',
        'products(name:text)',
        'order_products(order_id:integer, product_id:integer) -> order_id>orders product_id>products',
      ],
    ],
    [
      'users, groups and a membership table linking users and groups with role and joined date',
      [
        'users(name:text)',
        'groups(name:text)',
        'memberships(user_id:integer, group_id:integer, role:text, joined_date:date) -> user_id>users group_id>groups',
      ],
    ],
    [
      'volunteers sign up for shifts',
      [
        'volunteers(name:text)',
        'shifts(date:date)',
        'signups(volunteer_id:integer, shift_id:integer) -> volunteer_id>volunteers shift_id>shifts',
      ],
    ],
    [
      'users follow users and users like posts',
      [
        'users(name:text)',
        'follows(user_id:integer, other_user_id:integer) -> user_id>users other_user_id>users',
        'posts(title:text, user_id:integer) -> user_id>users',
        'likes(user_id:integer, post_id:integer) -> user_id>users post_id>posts',
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
        'registrations(date:date, event_id:integer, attendee_id:integer) -> event_id>events attendee_id>attendees',
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
      'Create a database to track our office equipment: items with name, serial number unique, purchase date, price; employees with name; each item is assigned to an employee',
      [
        'items(name:text, serial_number:text unique, purchase_date:date, price:decimal, employee_id:integer) -> employee_id>employees',
        'employees(name:text)',
      ],
    ],
    [
      'a podcast app where users subscribe to shows; shows have many episodes (title, duration, published date)',
      [
        'users(name:text)',
        'shows(title:text)',
        'subscriptions(user_id:integer, show_id:integer) -> user_id>users show_id>shows',
        'episodes(title:text, duration:integer, published_date:date, show_id:integer) -> show_id>shows',
      ],
    ],
    [
      'Track suppliers and the parts they supply',
      ['suppliers(name:text)', 'parts(name:text, supplier_id:integer) -> supplier_id>suppliers'],
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
        'doctors(name:text)',
        'patients(name:text)',
        'appointments(doctor_id:integer, patient_id:integer, date:date, notes:text) -> doctor_id>doctors patient_id>patients',
      ],
    ],
    ['categories with name and parent category', ['categories(name:text, parent_category_id:integer) -> parent_category_id>categories']],
    [
      'comments on posts by users',
      [
        'comments(text:text, post_id:integer, user_id:integer) -> post_id>posts user_id>users',
        'posts(title:text, user_id:integer) -> user_id>users',
        'users(name:text)',
      ],
    ],
    [
      'flights between airports with departure time and arrival time',
      [
        'airports(name:text)',
        'flights(airport_id:integer, other_airport_id:integer, departure_time:time, arrival_time:time) -> airport_id>airports other_airport_id>airports',
      ],
    ],
    [
      'reviews of products by customers with rating from 1 to 5',
      [
        'reviews(rating:decimal, product_id:integer, customer_id:integer) -> product_id>products customer_id>customers',
        'products(name:text)',
        'customers(name:text)',
      ],
    ],
    ['one profile per user', ['profiles(name:text, user_id:integer unique) -> user_id>users', 'users(name:text)']],
    [
      'each user has one profile with bio and avatar url',
      ['users(name:text)', 'profiles(bio:text, avatar_url:text, user_id:integer unique) -> user_id>users'],
    ],
    ['an album has many photos', ['albums(title:text)', 'photos(name:text, album_id:integer) -> album_id>albums']],
    ['a team has players, a player plays for one team', ['players(name:text, team_id:integer) -> team_id>teams', 'teams(name:text)']],
    [
      'patients book appointments with doctors',
      [
        'appointments(date:date, patient_id:integer, doctor_id:integer) -> patient_id>patients doctor_id>doctors',
        'patients(name:text)',
        'doctors(name:text)',
      ],
    ],
    [
      'customers rent bikes from shops with start and end',
      [
        'customers(name:text)',
        'bikes(name:text)',
        'shops(name:text)',
        'rentals(customer_id:integer, bike_id:integer, shop_id:integer, start:timestamp, end:timestamp) -> customer_id>customers bike_id>bikes shop_id>shops',
      ],
    ],
    [
      'guests stay in rooms',
      ['guests(name:text)', 'rooms(name:text)', 'stays(guest_id:integer, room_id:integer) -> guest_id>guests room_id>rooms'],
    ],
    ['employees report to a manager', ['employees(name:text, manager_id:integer) -> manager_id>managers', 'managers(name:text)']],
    [
      'issue tracker with projects, issues (title, status, priority), users and labels; issues have an assignee and a reporter',
      [
        'projects(title:text)',
        'issues(title:text, status:text, priority:text, assignee_id:integer, reporter_id:integer, project_id:integer) -> assignee_id>users reporter_id>users project_id>projects',
        'users(name:text)',
        'labels(name:text)',
        'issue_labels(issue_id:integer, label_id:integer) -> issue_id>issues label_id>labels',
      ],
    ],
    [
      'a marketplace where sellers list products and buyers place orders',
      [
        'products(name:text, seller_id:integer) -> seller_id>sellers',
        'sellers(name:text)',
        'orders(date:date, buyer_id:integer) -> buyer_id>buyers',
        'buyers(name:text)',
      ],
    ],
    [
      'drivers deliver packages to customers',
      [
        'drivers(name:text)',
        'packages(name:text)',
        'customers(name:text)',
        'deliveries(driver_id:integer, package_id:integer, customer_id:integer) -> driver_id>drivers package_id>packages customer_id>customers',
      ],
    ],
    [
      'movies have many actors and actors play in many movies',
      ['movies(title:text)', 'actors(name:text)', 'actor_movies(actor_id:integer, movie_id:integer) -> actor_id>actors movie_id>movies'],
    ],
    [
      'members join clubs; clubs organize events; members attend events',
      [
        'members(name:text)',
        'clubs(name:text)',
        'memberships(member_id:integer, club_id:integer) -> member_id>members club_id>clubs',
        'events(title:text, club_id:integer) -> club_id>clubs',
        'attendances(member_id:integer, event_id:integer) -> member_id>members event_id>events',
      ],
    ],
    [
      'doctors treat patients, with diagnosis and date',
      [
        'doctors(name:text)',
        'patients(name:text)',
        'treatments(doctor_id:integer, patient_id:integer, diagnosis:text, date:date) -> doctor_id>doctors patient_id>patients',
      ],
    ],
    [
      'invoice has many line items, each line item belongs to a product',
      [
        'invoices(date:date)',
        'line_items(quantity:integer, invoice_id:integer, product_id:integer) -> invoice_id>invoices product_id>products',
        'products(name:text)',
      ],
    ],
    [
      'each room belongs to a hotel and has a number and a price',
      ['rooms(number:text, price:decimal, hotel_id:integer) -> hotel_id>hotels', 'hotels(name:text)'],
    ],
    [
      'products are stored in warehouses',
      ['products(name:text, warehouse_id:integer) -> warehouse_id>warehouses', 'warehouses(name:text)'],
    ],
    ['tasks are assigned to employees', ['tasks(title:text, employee_id:integer) -> employee_id>employees', 'employees(name:text)']],
    [
      'employees are assigned to projects with role',
      [
        'employees(name:text)',
        'projects(title:text)',
        'assignments(employee_id:integer, project_id:integer, role:text) -> employee_id>employees project_id>projects',
      ],
    ],
    [
      'products have tags; a product can have many tags',
      ['products(name:text)', 'tags(name:text)', 'product_tags(product_id:integer, tag_id:integer) -> product_id>products tag_id>tags'],
    ],
    [
      'people with name and father and mother',
      ['people(name:text, father_id:integer, mother_id:integer) -> father_id>people mother_id>people'],
    ],
    [
      'dance school: each student can take many classes, each class has one teacher and a room',
      [
        'students(name:text)',
        'classes(teacher:text, room:text)',
        'enrollments(student_id:integer, class_id:integer) -> student_id>students class_id>classes',
      ],
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
      'I want to keep track of who borrowed my tools and when',
      ['loans(person:text, date:date, tool_id:integer) -> tool_id>tools', 'tools(name:text)'],
    ],
    [
      'museum with artists, artworks (title, year, medium) and exhibitions (title, start date, end date); artworks are shown in exhibitions',
      [
        'artists(name:text)',
        'artworks(title:text, year:integer, medium:text, artist_id:integer) -> artist_id>artists',
        'exhibitions(title:text, start_date:date, end_date:date)',
        'artwork_exhibitions(artwork_id:integer, exhibition_id:integer) -> artwork_id>artworks exhibition_id>exhibitions',
      ],
    ],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));

  it('keeps one of each where one is said', () => {
    const both = designSchema('products with name; customers with name; one review per customer and product');
    expect(both).toMatchObject({ schema: { tables: [{}, {}, { name: 'reviews', uniques: [['customer_id', 'product_id']] }] } });
    const mutual = designSchema('authors and books, many-to-many');
    expect(mutual).toMatchObject({ schema: { tables: [{}, {}, { name: 'author_books', uniques: [['author_id', 'book_id']] }] } });
    expect(briefLines('one profile per user')).toContain('profiles(name:text, user_id:integer unique) -> user_id>users');
  });

  it('supposes nothing of a table that the brief points somewhere', () => {
    expect(briefLines('users, posts and comments. comments belong to a post')).toEqual([
      'users(name:text)',
      'posts(title:text, user_id:integer) -> user_id>users',
      'comments(text:text, post_id:integer) -> post_id>posts',
    ]);
  });

  it('does not suppose what could be of anything', () => {
    const brief = designSchema('trucks, depots, towns, cranes, sheds and inspections');
    expect(brief.kind === 'schema' && brief.schema.tables.every((table) => table.references === undefined)).toBe(true);
  });
});
