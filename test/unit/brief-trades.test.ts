import { describe, expect, it } from 'vitest';
import { briefLines } from '../support/brief-lines.ts';

describe('briefs of shops, clinics and other trades', () => {
  it.each([
    [
      'a CRM with companies, contacts and deals (amount, stage, close date)',
      [
        'companies(name:text, industry:text, website:text, phone:text)',
        'contacts(name:text, email:text, phone:text, company_id:integer) -> company_id>companies',
        'deals(amount:decimal, stage:text, close_date:date, company_id:integer, contact_id:integer) -> company_id>companies contact_id>contacts',
      ],
    ],
    [
      'hotel booking system with rooms, guests and reservations (check-in, check-out)',
      [
        'rooms(number:integer, type:text, capacity:integer, price:decimal)',
        'guests(name:text, email:text, phone:text)',
        'reservations(check_in:date, check_out:date, room_id:integer, guest_id:integer) -> room_id>rooms guest_id>guests',
      ],
    ],
    [
      'Inventory database for a bike shop: products with sku, price and stock; suppliers; purchase orders',
      [
        'products(sku:text, price:decimal, stock:integer, supplier_id:integer) -> supplier_id>suppliers',
        'suppliers(name:text, contact_person:text, email:text, phone:text)',
        'purchase_orders(order_date:date, status:text, total:decimal, supplier_id:integer, product_id:integer) -> supplier_id>suppliers product_id>products',
      ],
    ],
    [
      'employees with name, email, salary, hire date and manager',
      ['employees(name:text, email:text, salary:decimal, hire_date:date, manager_id:integer) -> manager_id>employees'],
    ],
    [
      'veterinary clinic with owners, pets, vets and appointments (date, time, reason)',
      [
        'owners(name:text, email:text, phone:text)',
        'pets(name:text, species:text, breed:text, birth_date:date, status:text, owner_id:integer) -> owner_id>owners',
        'vets(name:text, specialty:text, email:text, phone:text)',
        'appointments(date:date, time:time, reason:text, pet_id:integer, vet_id:integer) -> pet_id>pets vet_id>vets',
      ],
    ],
    ['page views (page, country, time of view)', ['page_views(page:text, country:text, time_of_view:timestamp)']],
    ['shifts (driver, date, time of day)', ['shifts(driver:text, date:date, time_of_day:time)']],
    [
      'dental practice: patients (name, date of birth, phone), dentists, appointments (date, procedure, cost)',
      [
        'patients(name:text, date_of_birth:date, phone:text)',
        'dentists(name:text, specialty:text, email:text, phone:text)',
        'appointments(date:date, procedure:text, cost:decimal, patient_id:integer, dentist_id:integer) -> patient_id>patients dentist_id>dentists',
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
      'property management: buildings, apartments (number, rent), tenants (name, phone), leases (start date, end date, deposit)',
      [
        'buildings(name:text, address:text)',
        'apartments(number:text, rent:decimal, building_id:integer) -> building_id>buildings',
        'tenants(name:text, phone:text)',
        'leases(start_date:date, end_date:date, deposit:decimal, tenant_id:integer, apartment_id:integer) -> tenant_id>tenants apartment_id>apartments',
      ],
    ],
    [
      'car rental company with cars (plate unique, model, daily rate), customers and rentals (from, to, total)',
      [
        'cars(plate:text unique, model:text, daily_rate:decimal)',
        'customers(name:text, email:text, phone:text)',
        'rentals(from:date, to:date, total:decimal, car_id:integer, customer_id:integer) -> car_id>cars customer_id>customers',
      ],
    ],
    [
      'movie theater with movies, screens, showtimes and tickets (seat, price)',
      [
        'movies(title:text, year:integer, genre:text, watched_on:date, rating:decimal)',
        'screens(name:text, seats:integer)',
        'showtimes(date:date, notes:text, movie_id:integer, screen_id:integer) -> movie_id>movies screen_id>screens',
        'tickets(seat:text, price:decimal, showtime_id:integer) -> showtime_id>showtimes',
      ],
    ],
    [
      'restaurant with tables, menu items, customers, reservations (date, party size) and orders',
      [
        'tables(number:integer)',
        'menu_items(name:text, description:text, price:decimal)',
        'customers(name:text, email:text, phone:text)',
        'reservations(date:date, party_size:integer, table_id:integer, customer_id:integer) -> table_id>tables customer_id>customers',
        'orders(order_date:date, status:text, total:decimal, table_id:integer, menu_item_id:integer, customer_id:integer) -> table_id>tables menu_item_id>menu_items customer_id>customers',
      ],
    ],
    [
      'insurance agency: clients, policies (number unique, premium, start date), claims (amount, status)',
      [
        'clients(name:text, email:text, phone:text)',
        'policies(number:text unique, premium:decimal, start_date:date, client_id:integer) -> client_id>clients',
        'claims(amount:decimal, status:text, policy_id:integer) -> policy_id>policies',
      ],
    ],
    [
      'help desk with agents, customers and tickets (subject, priority low/medium/high, status, created at)',
      [
        'agents(name:text, email:text, phone:text)',
        'customers(name:text, email:text, phone:text)',
        'tickets(subject:text, priority:text, status:text, created_at:timestamp, customer_id:integer, agent_id:integer) -> customer_id>customers agent_id>agents',
      ],
    ],
    [
      'software project with projects, sprints, tasks (title, status, assignee) and developers',
      [
        'projects(name:text, description:text, start_date:date, end_date:date, status:text)',
        'sprints(name:text, start_date:date, end_date:date, project_id:integer) -> project_id>projects',
        'tasks(title:text, status:text, assignee_id:integer, project_id:integer) -> assignee_id>developers project_id>projects',
        'developers(name:text, email:text, phone:text)',
      ],
    ],
    [
      'hospital with patients, doctors, wards, admissions and prescriptions (drug, dose)',
      [
        'patients(name:text, birth_date:date, phone:text, email:text)',
        'doctors(name:text, specialty:text, email:text, phone:text)',
        'wards(name:text, floor:text)',
        'admissions(admitted_on:date, discharged_on:date, diagnosis:text, patient_id:integer, doctor_id:integer, ward_id:integer) -> patient_id>patients doctor_id>doctors ward_id>wards',
        'prescriptions(drug:text, dose:text, patient_id:integer, doctor_id:integer) -> patient_id>patients doctor_id>doctors',
      ],
    ],
    [
      'airline with airports, flights (number, departure, arrival), passengers and bookings',
      [
        'airports(name:text, notes:text)',
        'flights(number:text, departure:text, arrival:text, origin_airport_id:integer, destination_airport_id:integer) -> origin_airport_id>airports destination_airport_id>airports',
        'passengers(name:text, email:text, phone:text)',
        'bookings(date:date, status:text, flight_id:integer, passenger_id:integer) -> flight_id>flights passenger_id>passengers',
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
      [
        'students(name:text, email:text, phone:text)',
        'classes(name:text, schedule:text)',
        'class_packages(name:text, notes:text, class_id:integer) -> class_id>classes',
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
      'bank with customers, accounts (iban unique, balance), transactions (amount, booked at, kind deposit or withdrawal)',
      [
        'customers(name:text, email:text, phone:text)',
        'accounts(iban:text unique, balance:decimal, customer_id:integer) -> customer_id>customers',
        'transactions(amount:decimal, booked_at:timestamp, kind:text, account_id:integer) -> account_id>accounts',
      ],
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
      'Customers, Products, Orders, Order Items, Payments, Reviews',
      [
        'customers(name:text, email:text, phone:text)',
        'products(name:text, description:text, price:decimal, stock_quantity:integer)',
        'orders(order_date:date, status:text, total:decimal, customer_id:integer) -> customer_id>customers',
        'order_items(quantity:integer, unit_price:decimal, order_id:integer, product_id:integer) -> order_id>orders product_id>products',
        'payments(date:date, amount:decimal, method:text, order_id:integer) -> order_id>orders',
        'reviews(rating:decimal, comment:text, created_at:timestamp, customer_id:integer, product_id:integer) -> customer_id>customers product_id>products',
      ],
    ],
    [
      'an auction site with sellers, items, bids (amount, placed at) and bidders',
      [
        'sellers(name:text, notes:text)',
        'items(name:text, quantity:integer, price:decimal, seller_id:integer) -> seller_id>sellers',
        'bids(amount:decimal, placed_at:timestamp, item_id:integer, bidder_id:integer) -> item_id>items bidder_id>bidders',
        'bidders(name:text, paddle_number:integer, email:text, phone:text)',
      ],
    ],
    [
      'hotel: rooms (number, type single/double/suite, price per night, max guests), guests (name, email), bookings (room, guest, check-in, check-out, total)',
      [
        'rooms(number:text, type:text, price_per_night:decimal, max_guests:integer)',
        'guests(name:text, email:text)',
        'bookings(check_in:date, check_out:date, total:decimal, room_id:integer, guest_id:integer) -> room_id>rooms guest_id>guests',
      ],
    ],
    [
      'customers (name, email, phone), invoices (invoice date, due date, total), payments (amount, paid on, method one of cash, card or transfer)',
      [
        'customers(name:text, email:text, phone:text)',
        'invoices(invoice_date:date, due_date:date, total:decimal, customer_id:integer) -> customer_id>customers',
        'payments(amount:decimal, paid_on:date, method:text, invoice_id:integer) -> invoice_id>invoices',
      ],
    ],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));
});
