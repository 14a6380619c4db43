import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { briefLines } from '../support/brief-lines.ts';

describe('briefs of all kinds', () => {
  it.each([
    [
      'library with books, members and loans',
      [
        'books(title:text, author:text, year:integer, isbn:text)',
        'members(name:text, email:text, phone:text)',
        'loans(loan_date:date, due_date:date, return_date:date, book_id:integer, member_id:integer) -> book_id>books member_id>members',
      ],
    ],
    [
      'residents and permits',
      [
        'residents(name:text, email:text, phone:text)',
        'permits(type:text, start_date:date, end_date:date, resident_id:integer) -> resident_id>residents',
      ],
    ],
    [
      'pet care with pets, sitters and walks',
      [
        'pets(name:text, species:text, breed:text, birth_date:date, status:text)',
        'sitters(name:text, email:text, phone:text)',
        'walks(date:date, distance:decimal, minutes:integer, notes:text, pet_id:integer, sitter_id:integer) -> pet_id>pets sitter_id>sitters',
      ],
    ],
    [
      'events table for web analytics: timestamp, user id, url, referrer',
      ['events(timestamp:timestamp, user_id:text, url:text, referrer:text)'],
    ],
    [
      'a library with books (title, price), members (name, joined) and loans (book, member, borrowed, due, returned)',
      [
        'books(title:text, price:decimal)',
        'members(name:text, joined:date)',
        'loans(borrowed:date, due:date, returned:date, book_id:integer, member_id:integer) -> book_id>books member_id>members',
      ],
    ],
    [
      'tools (name, price) and checkouts (tool, due, returned)',
      ['tools(name:text, price:decimal)', 'checkouts(due:date, returned:boolean, tool_id:integer) -> tool_id>tools'],
    ],
    ['todo list', ['todos(title:text!, done:boolean, due_date:date)']],
    [
      'create a database for my gym: members (name, email unique, joined), classes (title, trainer, capacity), bookings linking members and classes',
      [
        'members(name:text, email:text unique, joined:date)',
        'classes(title:text, trainer:text, capacity:integer)',
        'bookings(member_id:integer, class_id:integer, date:date, status:text) -> member_id>members class_id>classes',
      ],
    ],
    [
      'a school with students, teachers, courses, classrooms and enrollments',
      [
        'students(name:text, email:text, phone:text)',
        'teachers(name:text, email:text, phone:text, subject:text)',
        'courses(title:text, description:text, teacher_id:integer, classroom_id:integer) -> teacher_id>teachers classroom_id>classrooms',
        'classrooms(name:text, notes:text)',
        'enrollments(date:date, status:text, student_id:integer, course_id:integer) -> student_id>students course_id>courses',
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
      'track my farm: fields (name, hectares), crops, harvests (date, weight in kg)',
      [
        'fields(name:text, hectares:decimal)',
        'crops(name:text)',
        'harvests(date:date, weight_kg:decimal, field_id:integer, crop_id:integer) -> field_id>fields crop_id>crops',
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
        'greenhouse_sensors(name:text, location:text)',
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
        'players(name:text, birth_date:date, position:text, team_id:integer) -> team_id>teams',
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
      'charity: donors (name, email), campaigns (title, goal), donations (amount, date)',
      [
        'donors(name:text, email:text)',
        'campaigns(title:text, goal:text)',
        'donations(amount:decimal, date:date, donor_id:integer, campaign_id:integer) -> donor_id>donors campaign_id>campaigns',
      ],
    ],
    [
      'daily habit tracker',
      ['habits(name:text, frequency:text)', 'habit_logs(date:date, done:boolean, notes:text, habit_id:integer) -> habit_id>habits'],
    ],
    [
      'gym: trainers, classes (title, starts at, capacity up to 30), members, bookings',
      [
        'trainers(name:text, email:text, phone:text)',
        'classes(title:text, starts_at:timestamp, capacity:integer, trainer_id:integer) -> trainer_id>trainers',
        'members(name:text, email:text, phone:text)',
        'bookings(date:date, status:text, class_id:integer, member_id:integer) -> class_id>classes member_id>members',
      ],
    ],
    [
      'beekeeping log with hives, inspections (date, notes, queen seen) and honey harvests (date, kg)',
      [
        'hives(name:text, location:text, queen_year:integer)',
        'inspections(date:date, notes:text, queen_seen:text, hive_id:integer) -> hive_id>hives',
        'honey_harvests(date:date, kg:decimal, hive_id:integer) -> hive_id>hives',
      ],
    ],
    [
      'church: families, members (name, birthday, email), attendance, offerings (amount, date)',
      [
        'families(name:text, notes:text)',
        'members(name:text, birthday:date, email:text, family_id:integer) -> family_id>families',
        'attendance(date:date, status:text, member_id:integer) -> member_id>members',
        'offerings(amount:decimal, date:date, member_id:integer) -> member_id>members',
      ],
    ],
    ['reading list', ['books(title:text, author:text, status:text, finished_on:date, rating:decimal)']],
    [
      'Personal finance: accounts, categories, transactions (date, amount, description)',
      [
        'accounts(name:text, type:text, balance:decimal)',
        'categories(name:text)',
        'transactions(date:date, amount:decimal, description:text, account_id:integer, category_id:integer) -> account_id>accounts category_id>categories',
      ],
    ],
    [
      'survey tool with surveys, questions, respondents and answers',
      [
        'surveys(title:text, created_at:timestamp)',
        'questions(text:text, created_at:timestamp, survey_id:integer) -> survey_id>surveys',
        'respondents(name:text, notes:text)',
        'answers(text:text, created_at:timestamp, question_id:integer, respondent_id:integer) -> question_id>questions respondent_id>respondents',
      ],
    ],
    [
      'forum with users, boards, threads and posts',
      [
        'users(name:text, email:text, phone:text)',
        'boards(name:text, notes:text)',
        'threads(title:text, created_at:timestamp, board_id:integer, user_id:integer) -> board_id>boards user_id>users',
        'posts(title:text, body:text, published_at:timestamp, user_id:integer, thread_id:integer) -> user_id>users thread_id>threads',
      ],
    ],
    [
      'kindergarten with children, parents, groups and attendance (date, present)',
      [
        'children(name:text, birth_date:date, parent_id:integer, group_id:integer) -> parent_id>parents group_id>groups',
        'parents(name:text, email:text, phone:text)',
        'groups(name:text, room:text)',
        'attendance(date:date, present:boolean, child_id:integer) -> child_id>children',
      ],
    ],
    [
      'tv shows with seasons and episodes',
      [
        'tv_shows(title:text, genre:text)',
        'seasons(name:text, start_date:date, end_date:date, tv_show_id:integer) -> tv_show_id>tv_shows',
        'episodes(title:text, number:integer, duration:integer, publish_date:date, season_id:integer) -> season_id>seasons',
      ],
    ],
    [
      'university: departments, professors, students (name, email, enrolled on), courses (code unique, title, credits), enrollments (semester, grade)',
      [
        'departments(name:text)',
        'professors(name:text, email:text, phone:text, subject:text)',
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
    ['I want to log my runs with distance, time and how I felt', ['runs(date:date, distance:decimal, time:integer, how_i_felt:text)']],
    [
      'user accounts with username (unique, required), password hash, email, created at, last login and is admin',
      [
        'user_accounts(username:text! unique, password_hash:text, email:text, created_at:timestamp, last_login:timestamp, is_admin:boolean)',
      ],
    ],
    [
      'a zoo with animals, species, enclosures, keepers and feedings',
      [
        'animals(name:text, breed:text, birth_date:date, status:text, enclosure_id:integer, species_id:integer) -> enclosure_id>enclosures species_id>species',
        'species(name:text)',
        'enclosures(name:text, location:text, size:text)',
        'keepers(name:text, notes:text)',
        'feedings(date:date, food:text, amount:decimal, animal_id:integer, keeper_id:integer) -> animal_id>animals keeper_id>keepers',
      ],
    ],
    ['create table customers (id serial primary key, name text not null, email text unique)', ['customers(name:text!, email:text unique)']],
    [
      'a wine cellar: wines (name, producer, vintage, bottles at least 0), tastings (date, score out of 100, notes)',
      [
        'wines(name:text, producer:text, vintage:integer, bottles:integer)',
        'tastings(date:date, score:decimal, notes:text, wine_id:integer) -> wine_id>wines',
      ],
    ],
    [
      'store orders: order number unique, customer name, total amount, status pending/paid/shipped, ordered at',
      ['orders(order_number:text unique, customer_name:text, total_amount:decimal, status:text, ordered_at:timestamp)'],
    ],
  ])('reads %j', (brief, tables) => expect(briefLines(brief)).toEqual(tables));

  it.each([
    ['library with books, members and loans', 'loans point at books and members'],
    [
      'library with books, members and loans',
      'not said, so supposed: books have title, author, year and isbn; members have name, email and phone; loans have loan date, due date and return date; say what else to know of each',
    ],
    ['todo list', 'not said, so supposed: todos have title, done and due date; say what else to know of each'],
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

  it('reads or declines a brief that breaks off anywhere', () => {
    for (const brief of BROKEN) {
      for (let at = 0; at < brief.length; at += 3) {
        for (const part of [brief.slice(0, at), brief.slice(at)]) expect(briefLines(part)).toBeDefined();
      }
    }
  });

  it.each([
    'orders per customer',
    'show me the list of customers',
    'average price of products',
    'which books are borrowed by members',
    'list all orders from last month',
    'how many are there?',
    'delete all customers',
    'create a database for my umbrella atelier',
    'a table with columns',
    'hello',
  ])('makes nothing of %j and says what to add', (brief) => {
    const result = designSchema(brief);
    expect(result).toMatchObject({ kind: 'declined', reason: expect.stringContaining('For example') });
  });
});

const BROKEN = [
  'hotel: rooms (number, type single/double), guests (name, email); bookings linking guests and rooms with check-in, check-out',
  'students enroll in courses, with a grade, and each course has one teacher and many lessons (title, starts at)',
  "employees with name, salary at least 0, state one of active, away or gone, and manager; my team's chores: chore, due",
];
