import { describe, expect, it } from 'vitest';
import { briefLines } from '../support/brief-lines.ts';

describe('what things of a brief do to each other', () => {
  it.each([
    [
      'students enroll in courses, with a grade',
      [
        'students(name:text, email:text, phone:text)',
        'courses(title:text, description:text)',
        'enrollments(student_id:integer, course_id:integer, grade:text) -> student_id>students course_id>courses',
      ],
    ],
    [
      'photo club with members, photos and contests. Each photo belongs to a member. Members submit photos to contests.',
      [
        'members(name:text, email:text, phone:text)',
        'photos(title:text, url:text, taken_on:date, member_id:integer, contest_id:integer) -> member_id>members contest_id>contests',
        'contests(name:text, notes:text)',
      ],
    ],
    [
      'departments with name and budget; employees with name, email (unique), salary and department; projects with title and deadline; employees work on projects',
      [
        'departments(name:text, budget:decimal)',
        'employees(name:text, email:text unique, salary:decimal, department_id:integer) -> department_id>departments',
        'projects(title:text, deadline:date)',
        'assignments(employee_id:integer, project_id:integer, title:text, due_date:date) -> employee_id>employees project_id>projects',
      ],
    ],
    [
      'volunteers sign up for shifts',
      [
        'volunteers(name:text, email:text, phone:text)',
        'shifts(date:date, start_time:time, end_time:time)',
        'signups(volunteer_id:integer, shift_id:integer, date:date, notes:text) -> volunteer_id>volunteers shift_id>shifts',
      ],
    ],
    [
      'users follow users and users like posts',
      [
        'users(name:text, email:text, phone:text)',
        'follows(user_id:integer, other_user_id:integer, created_at:timestamp) -> user_id>users other_user_id>users',
        'posts(title:text, body:text, published_at:timestamp, user_id:integer) -> user_id>users',
        'likes(user_id:integer, post_id:integer, created_at:timestamp) -> user_id>users post_id>posts',
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
        'users(name:text, email:text, phone:text)',
        'shows(title:text, genre:text)',
        'subscriptions(user_id:integer, show_id:integer, name:text, price:decimal, start_date:date, renewal_date:date) -> user_id>users show_id>shows',
        'episodes(title:text, duration:integer, published_date:date, show_id:integer) -> show_id>shows',
      ],
    ],
    [
      'patients book appointments with doctors',
      [
        'appointments(starts_at:timestamp, reason:text, status:text, patient_id:integer, doctor_id:integer) -> patient_id>patients doctor_id>doctors',
        'patients(name:text, birth_date:date, phone:text, email:text)',
        'doctors(name:text, specialty:text, email:text, phone:text)',
      ],
    ],
    [
      'customers rent bikes from shops with start and end',
      [
        'customers(name:text, email:text, phone:text)',
        'bikes(name:text, model:text, price:decimal)',
        'shops(name:text, address:text)',
        'rentals(customer_id:integer, bike_id:integer, shop_id:integer, start:timestamp, end:timestamp) -> customer_id>customers bike_id>bikes shop_id>shops',
      ],
    ],
    [
      'guests stay in rooms',
      [
        'guests(name:text, email:text, phone:text)',
        'rooms(number:integer, type:text, capacity:integer, price:decimal)',
        'stays(guest_id:integer, room_id:integer, check_in:date, check_out:date, status:text) -> guest_id>guests room_id>rooms',
      ],
    ],
    [
      'employees report to a manager',
      ['employees(name:text, email:text, phone:text, position:text, hire_date:date, manager_id:integer) -> manager_id>employees'],
    ],
    [
      'a marketplace where sellers list products and buyers place orders',
      [
        'products(name:text, description:text, price:decimal, stock_quantity:integer, seller_id:integer) -> seller_id>sellers',
        'sellers(name:text, notes:text)',
        'orders(order_date:date, status:text, total:decimal, buyer_id:integer) -> buyer_id>buyers',
        'buyers(name:text, email:text, phone:text)',
      ],
    ],
    [
      'drivers deliver packages to customers',
      [
        'drivers(name:text, phone:text, license_number:text)',
        'packages(name:text, notes:text)',
        'customers(name:text, email:text, phone:text)',
        'deliveries(driver_id:integer, package_id:integer, customer_id:integer, delivery_date:date, address:text, status:text) -> driver_id>drivers package_id>packages customer_id>customers',
      ],
    ],
    [
      'movies have many actors and actors play in many movies',
      [
        'movies(title:text, year:integer, genre:text, watched_on:date, rating:decimal)',
        'actors(name:text, bio:text)',
        'actor_movies(actor_id:integer, movie_id:integer) -> actor_id>actors movie_id>movies',
      ],
    ],
    [
      'members join clubs; clubs organize events; members attend events',
      [
        'members(name:text, email:text, phone:text)',
        'clubs(name:text)',
        'memberships(member_id:integer, club_id:integer, type:text, start_date:date, end_date:date) -> member_id>members club_id>clubs',
        'events(name:text, date:date, location:text, club_id:integer) -> club_id>clubs',
        'attendances(member_id:integer, event_id:integer, date:date, status:text) -> member_id>members event_id>events',
      ],
    ],
    [
      'doctors treat patients, with diagnosis and date',
      [
        'doctors(name:text, specialty:text, email:text, phone:text)',
        'patients(name:text, birth_date:date, phone:text, email:text)',
        'treatments(doctor_id:integer, patient_id:integer, diagnosis:text, date:date) -> doctor_id>doctors patient_id>patients',
      ],
    ],
    [
      'products are stored in warehouses',
      [
        'products(name:text, description:text, price:decimal, stock_quantity:integer, warehouse_id:integer) -> warehouse_id>warehouses',
        'warehouses(name:text, address:text)',
      ],
    ],
    [
      'tasks are assigned to employees',
      [
        'tasks(title:text!, description:text, status:text, due_date:date, employee_id:integer) -> employee_id>employees',
        'employees(name:text, email:text, phone:text, position:text, hire_date:date)',
      ],
    ],
    [
      'employees are assigned to projects with role',
      [
        'employees(name:text, email:text, phone:text, position:text, hire_date:date)',
        'projects(name:text, description:text, start_date:date, end_date:date, status:text)',
        'assignments(employee_id:integer, project_id:integer, role:text) -> employee_id>employees project_id>projects',
      ],
    ],
    [
      'dance school: each student can take many classes, each class has one teacher and a room',
      [
        'students(name:text, email:text, phone:text)',
        'classes(teacher:text, room:text)',
        'enrollments(student_id:integer, class_id:integer, date:date, status:text) -> student_id>students class_id>classes',
      ],
    ],
    [
      'I want to keep track of who borrowed my tools and when',
      ['loans(person:text, date:date, tool_id:integer) -> tool_id>tools', 'tools(name:text, description:text)'],
    ],
    [
      'museum with artists, artworks (title, year, medium) and exhibitions (title, start date, end date); artworks are shown in exhibitions',
      [
        'artists(name:text, bio:text)',
        'artworks(title:text, year:integer, medium:text, artist_id:integer) -> artist_id>artists',
        'exhibitions(title:text, start_date:date, end_date:date)',
        'artwork_exhibitions(artwork_id:integer, exhibition_id:integer) -> artwork_id>artworks exhibition_id>exhibitions',
      ],
    ],
    [
      'Create a database for a small library. Books have a title, an author, an ISBN (unique) and a year. Members have a name and an email. Loans record which member borrowed which book, the loan date and the return date.',
      [
        'books(title:text, author:text, isbn:text unique, year:integer)',
        'members(name:text, email:text)',
        'loans(loan_date:date, return_date:date, member_id:integer, book_id:integer) -> member_id>members book_id>books',
      ],
    ],
    [
      'an app where users can post photos, follow other users and like photos',
      [
        'photos(title:text, url:text, taken_on:date, user_id:integer) -> user_id>users',
        'users(name:text, email:text, phone:text)',
        'follows(user_id:integer, other_user_id:integer, created_at:timestamp) -> user_id>users other_user_id>users',
        'likes(user_id:integer, photo_id:integer, created_at:timestamp) -> user_id>users photo_id>photos',
      ],
    ],
    [
      'courses have a title and credits, professors teach courses, students enroll in courses and get a grade',
      [
        'courses(title:text, credits:integer, professor_id:integer) -> professor_id>professors',
        'professors(name:text, email:text, phone:text, subject:text)',
        'students(name:text, email:text, phone:text)',
        'enrollments(student_id:integer, course_id:integer, grade:text) -> student_id>students course_id>courses',
      ],
    ],
    [
      'a food bank where donors give donations and families receive parcels',
      [
        'donations(date:date, amount:decimal, donor_id:integer) -> donor_id>donors',
        'donors(name:text, email:text, phone:text)',
        'parcels(name:text, notes:text, family_id:integer) -> family_id>families',
        'families(name:text, size:text, phone:text)',
      ],
    ],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));
});
