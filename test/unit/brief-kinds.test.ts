import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('briefs of all kinds', () => {
  it.each([
    [
      'library with books, members and loans',
      [
        'books(title:text)',
        'members(name:text)',
        'loans(date:date, book_id:integer, member_id:integer) -> book_id>books member_id>members',
      ],
    ],
    [
      'a CRM with companies, contacts and deals (amount, stage, close date)',
      [
        'companies(name:text)',
        'contacts(name:text, company_id:integer) -> company_id>companies',
        'deals(amount:decimal, stage:text, close_date:date, company_id:integer, contact_id:integer) -> company_id>companies contact_id>contacts',
      ],
    ],
    [
      'hotel booking system with rooms, guests and reservations (check-in, check-out)',
      [
        'rooms(name:text)',
        'guests(name:text)',
        'reservations(check_in:date, check_out:date, room_id:integer, guest_id:integer) -> room_id>rooms guest_id>guests',
      ],
    ],
    [
      'events table for web analytics: timestamp, user id, url, referrer',
      ['events(timestamp:timestamp, user_id:text, url:text, referrer:text)'],
    ],
    ['todo list', ['todos(title:text!, done:boolean, due_date:date)']],
    [
      'Inventory database for a bike shop: products with sku, price and stock; suppliers; purchase orders',
      [
        'products(sku:text, price:decimal, stock:integer, supplier_id:integer) -> supplier_id>suppliers',
        'suppliers(name:text)',
        'purchase_orders(date:date, supplier_id:integer, product_id:integer) -> supplier_id>suppliers product_id>products',
      ],
    ],
    [
      'create a database for my gym: members (name, email unique, joined), classes (title, trainer, capacity), bookings linking members and classes',
      [
        'members(name:text, email:text unique, joined:date)',
        'classes(title:text, trainer:text, capacity:integer)',
        'bookings(member_id:integer, class_id:integer) -> member_id>members class_id>classes',
      ],
    ],
    [
      'employees with name, email, salary, hire date and manager',
      ['employees(name:text, email:text, salary:decimal, hire_date:date, manager_id:integer) -> manager_id>employees'],
    ],
    [
      'veterinary clinic with owners, pets, vets and appointments (date, time, reason)',
      [
        'owners(name:text)',
        'pets(name:text, owner_id:integer) -> owner_id>owners',
        'vets(name:text)',
        'appointments(date:date, time:time, reason:text, pet_id:integer, vet_id:integer) -> pet_id>pets vet_id>vets',
      ],
    ],
    [
      'dental practice: patients (name, date of birth, phone), dentists, appointments (date, procedure, cost)',
      [
        'patients(name:text, date_of_birth:date, phone:text)',
        'dentists(name:text)',
        'appointments(date:date, procedure:text, cost:decimal, patient_id:integer, dentist_id:integer) -> patient_id>patients dentist_id>dentists',
      ],
    ],
    [
      'a school with students, teachers, courses, classrooms and enrollments',
      [
        'students(name:text)',
        'teachers(name:text)',
        'courses(title:text, teacher_id:integer, classroom_id:integer) -> teacher_id>teachers classroom_id>classrooms',
        'classrooms(name:text)',
        'enrollments(date:date, student_id:integer, course_id:integer) -> student_id>students course_id>courses',
      ],
    ],
    [
      'school database: teachers with name and subject; classes with name and room; students with name, grade level and class',
      [
        'teachers(name:text, subject:text)',
        'classes(name:text, room:text, teacher_id:integer) -> teacher_id>teachers',
        'students(name:text, grade_level:integer, class_id:integer) -> class_id>classes',
      ],
    ],
    [
      'online shop with customers (name, email unique, address), products (name, price, stock), orders (order date, status), and order items (quantity, unit price)',
      [
        'customers(name:text, email:text unique, address:text)',
        'products(name:text, price:decimal, stock:integer)',
        'orders(order_date:date, status:text, customer_id:integer) -> customer_id>customers',
        'order_items(quantity:integer, unit_price:decimal, order_id:integer, product_id:integer) -> order_id>orders product_id>products',
      ],
    ],
    [
      'Bakery: cakes with name and price, customers with name and phone, orders with customer, cake, pickup date and paid',
      [
        'cakes(name:text, price:decimal)',
        'customers(name:text, phone:text)',
        'orders(pickup_date:date, paid:boolean, customer_id:integer, cake_id:integer) -> customer_id>customers cake_id>cakes',
      ],
    ],
    [
      'track my farm: fields (name, hectares), crops, harvests (date, weight in kg)',
      [
        'fields(name:text, hectares:decimal)',
        'crops(name:text)',
        'harvests(date:date, weight_in_kg:decimal, field_id:integer, crop_id:integer) -> field_id>fields crop_id>crops',
      ],
    ],
    [
      'dairy farm with cows (ear tag unique, born, breed), milkings (date, liters) and vaccinations (date, vaccine)',
      [
        'cows(ear_tag:text unique, born:date, breed:text)',
        'milkings(date:date, liters:decimal, cow_id:integer) -> cow_id>cows',
        'vaccinations(date:date, vaccine:text, cow_id:integer) -> cow_id>cows',
      ],
    ],
    [
      'greenhouse sensors with location, and readings with sensor, temperature, humidity and timestamp',
      [
        'greenhouse_sensors(location:text)',
        'readings(temperature:decimal, humidity:decimal, timestamp:timestamp, greenhouse_sensor_id:integer) -> greenhouse_sensor_id>greenhouse_sensors',
      ],
    ],
    [
      'nginx access log: timestamp, ip, method, path, status code, bytes',
      ['nginx_access_logs(timestamp:timestamp, ip:text, method:text, path:text, status_code:integer, bytes:integer)'],
    ],
    [
      'football league with teams, players and matches (date, home score, away score)',
      [
        'teams(name:text)',
        'players(name:text, team_id:integer) -> team_id>teams',
        'matches(date:date, home_score:decimal, away_score:decimal, home_team_id:integer, away_team_id:integer) -> home_team_id>teams away_team_id>teams',
      ],
    ],
    [
      'chess club: members with name, rating and joined; games with white, black, result and date',
      [
        'members(name:text, rating:decimal, joined:date)',
        'games(result:text, date:date, white_id:integer, black_id:integer) -> white_id>members black_id>members',
      ],
    ],
    ['expense tracker', ['expenses(date:date, amount:decimal, category:text, description:text)']],
    [
      'book tracker with title, author, started, finished and rating 1-5',
      ['books(title:text, author:text, started:date, finished:boolean, rating:decimal)'],
    ],
    ['workout log: date, exercise, sets, reps, weight', ['workouts(date:date, exercise:text, sets:integer, reps:integer, weight:decimal)']],
    [
      'job applications tracker with company, role, applied on, status (applied, interview, offer, rejected) and notes',
      ['job_applications(company:text, role:text, applied_on:date, status:text, notes:text)'],
    ],
    [
      'property management: buildings, apartments (number, rent), tenants (name, phone), leases (start date, end date, deposit)',
      [
        'buildings(name:text)',
        'apartments(number:text, rent:decimal, building_id:integer) -> building_id>buildings',
        'tenants(name:text, phone:text)',
        'leases(start_date:date, end_date:date, deposit:decimal, tenant_id:integer, apartment_id:integer) -> tenant_id>tenants apartment_id>apartments',
      ],
    ],
    [
      'car rental company with cars (plate unique, model, daily rate), customers and rentals (from, to, total)',
      [
        'cars(plate:text unique, model:text, daily_rate:decimal)',
        'customers(name:text)',
        'rentals(from:date, to:date, total:decimal, car_id:integer, customer_id:integer) -> car_id>cars customer_id>customers',
      ],
    ],
    [
      'movie theater with movies, screens, showtimes and tickets (seat, price)',
      [
        'movies(title:text)',
        'screens(name:text)',
        'showtimes(date:date, movie_id:integer, screen_id:integer) -> movie_id>movies screen_id>screens',
        'tickets(seat:text, price:decimal, showtime_id:integer) -> showtime_id>showtimes',
      ],
    ],
    [
      'restaurant with tables, menu items, customers, reservations (date, party size) and orders',
      [
        'tables(name:text)',
        'menu_items(name:text)',
        'customers(name:text)',
        'reservations(date:date, party_size:integer, table_id:integer, customer_id:integer) -> table_id>tables customer_id>customers',
        'orders(date:date, table_id:integer, menu_item_id:integer, customer_id:integer) -> table_id>tables menu_item_id>menu_items customer_id>customers',
      ],
    ],
    [
      'insurance agency: clients, policies (number unique, premium, start date), claims (amount, status)',
      [
        'clients(name:text)',
        'policies(number:text unique, premium:decimal, start_date:date, client_id:integer) -> client_id>clients',
        'claims(amount:decimal, status:text, policy_id:integer) -> policy_id>policies',
      ],
    ],
    [
      'help desk with agents, customers and tickets (subject, priority low/medium/high, status, created at)',
      [
        'agents(name:text)',
        'customers(name:text)',
        'tickets(subject:text, priority:text, status:text, created_at:timestamp, customer_id:integer, agent_id:integer) -> customer_id>customers agent_id>agents',
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
    ['daily habit tracker', ['habits(name:text, date:date, done:boolean)']],
    [
      'software project with projects, sprints, tasks (title, status, assignee) and developers',
      [
        'projects(title:text)',
        'sprints(name:text, project_id:integer) -> project_id>projects',
        'tasks(title:text, status:text, assignee_id:integer, project_id:integer) -> assignee_id>developers project_id>projects',
        'developers(name:text)',
      ],
    ],
    [
      'gym: trainers, classes (title, starts at, capacity up to 30), members, bookings',
      [
        'trainers(name:text)',
        'classes(title:text, starts_at:timestamp, capacity:integer, trainer_id:integer) -> trainer_id>trainers',
        'members(name:text)',
        'bookings(date:date, class_id:integer, member_id:integer) -> class_id>classes member_id>members',
      ],
    ],
    [
      'beekeeping log with hives, inspections (date, notes, queen seen) and honey harvests (date, kg)',
      [
        'hives(name:text)',
        'inspections(date:date, notes:text, queen_seen:text, hive_id:integer) -> hive_id>hives',
        'honey_harvests(date:date, kg:decimal, hive_id:integer) -> hive_id>hives',
      ],
    ],
    [
      'hospital with patients, doctors, wards, admissions and prescriptions (drug, dose)',
      [
        'patients(name:text)',
        'doctors(name:text)',
        'wards(name:text)',
        'admissions(date:date, patient_id:integer, doctor_id:integer, ward_id:integer) -> patient_id>patients doctor_id>doctors ward_id>wards',
        'prescriptions(drug:text, dose:text, patient_id:integer, doctor_id:integer) -> patient_id>patients doctor_id>doctors',
      ],
    ],
    [
      'airline with airports, flights (number, departure, arrival), passengers and bookings',
      [
        'airports(name:text)',
        'flights(number:text, departure:text, arrival:text, origin_airport_id:integer, destination_airport_id:integer) -> origin_airport_id>airports destination_airport_id>airports',
        'passengers(name:text)',
        'bookings(date:date, flight_id:integer, passenger_id:integer) -> flight_id>flights passenger_id>passengers',
      ],
    ],
    [
      'warehouse inventory: products (sku unique, name, quantity at least 0), warehouses (city), stock movements (date, quantity, type in or out)',
      [
        'products(sku:text unique, name:text, quantity:integer, warehouse_id:integer) -> warehouse_id>warehouses',
        'warehouses(city:text)',
        'stock_movements(date:date, quantity:integer, type:text, product_id:integer, warehouse_id:integer) -> product_id>products warehouse_id>warehouses',
      ],
    ],
    [
      'I run a small yoga studio. I need a database for students, classes and class packages',
      ['students(name:text)', 'classes(name:text)', 'class_packages(name:text, class_id:integer) -> class_id>classes'],
    ],
    [
      'church: families, members (name, birthday, email), attendance, offerings (amount, date)',
      [
        'families(name:text)',
        'members(name:text, birthday:date, email:text, family_id:integer) -> family_id>families',
        'attendance(date:date, member_id:integer) -> member_id>members',
        'offerings(amount:decimal, date:date, member_id:integer) -> member_id>members',
      ],
    ],
    [
      'fleet management with vehicles (plate, make, model, year), drivers (name, license number), fuel logs (date, liters, cost) and maintenance records (date, description, cost)',
      [
        'vehicles(plate:text, make:text, model:text, year:integer)',
        'drivers(name:text, license_number:text)',
        'fuel_logs(date:date, liters:decimal, cost:decimal, vehicle_id:integer, driver_id:integer) -> vehicle_id>vehicles driver_id>drivers',
        'maintenance_records(date:date, description:text, cost:decimal, vehicle_id:integer, driver_id:integer) -> vehicle_id>vehicles driver_id>drivers',
      ],
    ],
    ['reading list', ['books(title:text, author:text, finished_on:date, rating:decimal)']],
    [
      'Personal finance: accounts, categories, transactions (date, amount, description)',
      [
        'accounts(name:text)',
        'categories(name:text)',
        'transactions(date:date, amount:decimal, description:text, account_id:integer, category_id:integer) -> account_id>accounts category_id>categories',
      ],
    ],
    [
      'survey tool with surveys, questions, respondents and answers',
      [
        'surveys(name:text)',
        'questions(text:text, survey_id:integer) -> survey_id>surveys',
        'respondents(name:text)',
        'answers(text:text, question_id:integer, respondent_id:integer) -> question_id>questions respondent_id>respondents',
      ],
    ],
    [
      'forum with users, boards, threads and posts',
      [
        'users(name:text)',
        'boards(name:text)',
        'threads(name:text, board_id:integer, user_id:integer) -> board_id>boards user_id>users',
        'posts(title:text, user_id:integer, thread_id:integer) -> user_id>users thread_id>threads',
      ],
    ],
    [
      'crypto trades with symbol, side (buy or sell), price, amount and traded at',
      ['crypto_trades(symbol:text, side:text, price:decimal, amount:decimal, traded_at:timestamp)'],
    ],
    [
      'art gallery: artists (name, country), paintings (title, year, price), sales (date, price, buyer)',
      [
        'artists(name:text, country:text)',
        'paintings(title:text, year:integer, price:decimal, artist_id:integer) -> artist_id>artists',
        'sales(date:date, price:decimal, buyer:text, painting_id:integer) -> painting_id>paintings',
      ],
    ],
    [
      'kindergarten with children, parents, groups and attendance (date, present)',
      [
        'children(name:text, parent_id:integer, group_id:integer) -> parent_id>parents group_id>groups',
        'parents(name:text)',
        'groups(name:text)',
        'attendance(date:date, present:boolean, child_id:integer) -> child_id>children',
      ],
    ],
    [
      'bank with customers, accounts (iban unique, balance), transactions (amount, booked at, kind deposit or withdrawal)',
      [
        'customers(name:text)',
        'accounts(iban:text unique, balance:decimal, customer_id:integer) -> customer_id>customers',
        'transactions(amount:decimal, booked_at:timestamp, kind:text, account_id:integer) -> account_id>accounts',
      ],
    ],
    [
      'tv shows with seasons and episodes',
      [
        'tv_shows(title:text)',
        'seasons(name:text, tv_show_id:integer) -> tv_show_id>tv_shows',
        'episodes(title:text, season_id:integer) -> season_id>seasons',
      ],
    ],
    [
      'university: departments, professors, students (name, email, enrolled on), courses (code unique, title, credits), enrollments (semester, grade)',
      [
        'departments(name:text)',
        'professors(name:text)',
        'students(name:text, email:text, enrolled_on:date)',
        'courses(code:text unique, title:text, credits:integer, professor_id:integer, department_id:integer) -> professor_id>professors department_id>departments',
        'enrollments(semester:text, grade:text, student_id:integer, course_id:integer) -> student_id>students course_id>courses',
      ],
    ],
    [
      'rooms with number, type one of single, double, suite, price per night; guests with name and passport number; stays of guests in rooms with check-in and check-out',
      [
        'rooms(number:text, type:text, price_per_night:decimal)',
        'guests(name:text, passport_number:text)',
        'stays(check_in:date, check_out:date, guest_id:integer, room_id:integer) -> guest_id>guests room_id>rooms',
      ],
    ],
    [
      'a wine cellar: wines (name, producer, vintage, bottles at least 0), tastings (date, score out of 100, notes)',
      [
        'wines(name:text, producer:text, vintage:integer, bottles:integer)',
        'tastings(date:date, score:decimal, notes:text, wine_id:integer) -> wine_id>wines',
      ],
    ],
    [
      'Our choir: singers (name, voice one of soprano, alto, tenor or bass), concerts (date, venue), pieces (title, composer)',
      ['singers(name:text, voice:text)', 'concerts(date:date, venue:text)', 'pieces(title:text, composer:text)'],
    ],
    [
      'a garage with customers (name, phone), cars (plate unique, make, model, year) and repairs (date, description, cost)',
      [
        'customers(name:text, phone:text)',
        'cars(plate:text unique, make:text, model:text, year:integer)',
        'repairs(date:date, description:text, cost:decimal, customer_id:integer, car_id:integer) -> customer_id>customers car_id>cars',
      ],
    ],
    [
      'store the temperature and humidity of my greenhouse every hour',
      ['readings(measured_at:timestamp, temperature:decimal, humidity:decimal)'],
    ],
    [
      'Library database:\n- books (title, author)\n- members (name)\n- loans (due date)',
      [
        'books(title:text, author:text)',
        'members(name:text)',
        'loans(due_date:date, book_id:integer, member_id:integer) -> book_id>books member_id>members',
      ],
    ],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));

  it.each([
    ['library with books, members and loans', 'loans point at books and members'],
    [
      'library with books, members and loans',
      'books have only a title, members a name and loans a date so far; say what else to know of each',
    ],
    ['todo list', 'nothing was said of todos, so they have title, done and due_date; say what else to know of each'],
    ['employees with name and manager', 'employees.manager_id points at employees'],
    [
      'students enroll in courses, with a grade',
      '"students enroll in courses" is kept in enrollments, so that each may be linked many times',
    ],
    ['store the temperature and humidity of my greenhouse every hour', 'each of the readings is of one moment'],
  ])('says of %j that %s', (brief, assumption) => {
    const result = designSchema(brief);
    expect(result.kind === 'schema' ? result.assumptions : []).toContain(assumption);
  });

  it.each([
    'orders per customer',
    'show me the list of customers',
    'average price of products',
    'which books are borrowed by members',
    'list all orders from last month',
    'how many are there?',
    'delete all customers',
    'create a database for my bookstore',
    'a table with columns',
    'a simple crm',
    'hello',
  ])('makes nothing of %j and says what to add', (brief) => {
    const result = designSchema(brief);
    expect(result).toMatchObject({ kind: 'declined', reason: expect.stringContaining('For example') });
  });
});
