/** Offices, teams and software: the names each goes by, and its tables in the words of a brief. */
export const WORK: readonly (readonly [string, string])[] = [
  [
    'crm | customer relationship | customer relationship management | client management',
    'companies, contacts (name, email, phone, position, company), deals (name, amount, stage, close date, company, contact), activities (type, date, notes, contact, deal)',
  ],
  [
    'sales pipeline | sales funnel | lead tracker | lead management | leads',
    'leads, stages, deals (name, amount, close date, lead, stage)',
  ],
  ['sales | sales log | sales tracker', 'customers, products, sales (date, quantity, amount, customer, product)'],
  [
    'helpdesk | help desk | support ticket | support tickets | customer support | ticketing | ticketing system | it support | it helpdesk | service desk | customer service',
    'customers, agents, tickets (subject, description, status, priority, created at, customer, agent), comments (body, created at, ticket, agent)',
  ],
  ['bug tracker | bug tracking | bug list', 'projects, users, bugs (title, description, status, priority, created at, project, assignee)'],
  ['issue tracker | issue tracking', 'projects, users, issues (title, description, status, priority, created at, project, assignee)'],
  [
    'feature requests | feature request | product feedback | user feedback | customer feedback | roadmap | product roadmap',
    'users (name, email), features (title, description, status, created at), votes (created at, feature, user)',
  ],
  [
    'project management | task management | team tasks | task tracker',
    'projects, users, tasks (title required, description, status, due date, project, assignee)',
  ],
  ['project tracker | project planner | project list', 'projects, tasks (title required, description, status, due date, project)'],
  [
    'kanban board | kanban | scrum board | task board',
    'boards (name, description), columns (name, position, board), cards (title, description, position, column)',
  ],
  [
    'scrum | agile project | sprint planning | software project | software development',
    'projects, sprints (name, start date, end date, project), users, stories (title, points, status, sprint, assignee)',
  ],
  [
    'okr | okrs | goals and okrs | objectives and key results',
    'objectives (title, quarter, owner), key results (title, target decimal, current decimal, objective)',
  ],
  ['time tracking | freelance time tracking', 'clients, projects (name, rate, client), time entries (date, task, hours, project)'],
  ['time tracker', 'projects (name, description), time entries (date, task, hours, project)'],
  [
    'timesheet | timesheets | time sheet | time sheets | working hours | work hours | hours worked | overtime',
    'employees, projects (name, client name), time entries (date, hours, notes, employee, project)',
  ],
  [
    'shift planning | shift schedule | shift planner | shift roster | staff rota | staff roster | duty roster | work schedule | rota | roster | shift plan | employee scheduling | staff scheduling',
    'employees, shifts (date, start time, end time, role, employee)',
  ],
  [
    'hr system | hr | human resources | employee management | personnel | staff directory | employee directory',
    'departments (name, location), employees (name, email, phone, position, hire date, salary, department, manager), absences (start date, end date, type, employee)',
  ],
  [
    'leave management | holiday requests | vacation requests | leave tracker | absence management | vacation tracker | annual leave | time off | leave requests | pto tracker | sick leave',
    'employees, leave requests (start date, end date, type, status, employee)',
  ],
  [
    'payroll | salaries | wages',
    'employees (name, email, position, salary), payslips (period, gross amount, tax, net amount, paid on, employee)',
  ],
  ['employee onboarding | onboarding', 'employees (name, email, position, start date), tasks (title, due date, done, employee)'],
  [
    'performance reviews | employee reviews | appraisals | performance review',
    'employees, reviews (date, rating, comment, employee, reviewer), goals (description, target date, done, employee)',
  ],
  [
    'employee training | staff training | training records | training log of employees',
    'employees, courses (title, provider), trainings (date, result, valid until, employee, course)',
  ],
  [
    'applicant tracking | recruiting | recruitment | hiring | recruitment agency | recruiter | headhunter',
    'jobs (title, description, status), candidates, applications (applied on, status, job, candidate), interviews (starts at, interviewer, result, application)',
  ],
  [
    'job board',
    'companies, jobs (title, location, salary, posted on, company), candidates, applications (applied on, status, job, candidate)',
  ],
  [
    'job search | job hunt | job hunting | job application tracker',
    'companies (name, website), job applications (position, applied on, status, salary, company), interviews (date, interviewer, result, job application)',
  ],
  [
    'asset management | it assets | asset tracker | it inventory | company assets | asset register | hardware inventory | laptop inventory | equipment inventory',
    'assets (name, type, serial number, purchase date, price), employees, assignments (start date, end date, asset, employee)',
  ],
  [
    'software licenses | license management | software licences | licence management',
    'software (name, vendor), licenses (license key, seats, purchased on, expires on, cost, software), employees, assignments (assigned on, license, employee)',
  ],
  [
    'key management | key register | office keys | building keys | key list',
    'doors (name, location), keys (number, door), people, handouts (given on, returned on, key, person)',
  ],
  [
    'equipment checkout | equipment loans | equipment lending | device loans',
    'items (name, description, serial number), people, loans (loan date, due date, return date, item, person)',
  ],
  [
    'visitor log | visitor book | visitor management | visitor register | reception',
    'visitors (name, company, phone), employees, visits (arrived at, left at, reason, visitor, employee)',
  ],
  ['desk booking | desk sharing | hot desking', 'desks (number, floor), employees, bookings (date, desk, employee)'],
  [
    'server inventory | servers | server monitoring | uptime monitoring | it infrastructure',
    'servers (name, ip address, location, operating system), incidents (started at, ended at, description, server), services (name, port integer, server)',
  ],
  [
    'incident log | incident reports | incident report | accident log | accident book | safety incidents',
    'people, incidents (occurred at, location, description, severity, person), measures (description, due date, done, incident)',
  ],
  ['domains | domain names | domain list', 'registrars (name, website), domains (name, registered on, expires on, price, registrar)'],
  [
    'contracts | contract management | contract list',
    'partners (name, email, phone), contracts (title, start date, end date, amount, notice period, status, partner)',
  ],
  ['document management | documents', 'categories (name, description), documents (title, date, location, notes, category)'],
  [
    'invoicing | invoice management | billing | invoice tracker',
    'clients, invoices (number, date, due date, amount, paid, client), invoice items (description, quantity, unit price, invoice)',
  ],
  [
    'purchasing | procurement | purchase orders',
    'suppliers, products (name, sku, price, supplier), purchase orders (number, date, status, total, supplier), order items (quantity, unit price, purchase order, product)',
  ],
  [
    'subscription management | saas | saas business | subscription billing',
    'customers, plans (name, price, billing period), subscriptions (start date, end date, status, customer, plan), payments (date, amount, subscription)',
  ],
  [
    'survey | surveys | questionnaire',
    'surveys (title, created at), questions (text, position, survey), respondents (name, email), answers (text, question, respondent)',
  ],
  [
    'poll | polls | voting | election | elections',
    'polls (title, created at), options (text, poll), voters (name, email), votes (voted at, option, voter)',
  ],
  ['quiz app | quiz | online quiz', 'quizzes (title, description), questions (text, position, quiz), answers (text, is correct, question)'],
  [
    'pub quiz | pub quiz league | quiz night | quiz nights | trivia night | trivia nights | quiz league',
    'teams (name, captain), quiz nights (date, location), results (points, rank, team, quiz night)',
  ],
  [
    'flashcards | flash card | flash cards | vocabulary trainer',
    'decks (name, description), cards (front, back, deck), reviews (reviewed at, correct, card)',
  ],
  [
    'social media planner | social media | content calendar | content planner | social media calendar | editorial calendar',
    'channels (name, url), posts (title, text, scheduled at, status, channel)',
  ],
  [
    'email marketing | marketing campaigns | ad campaigns',
    'campaigns (name, start date, end date, budget), subscribers (name, email), sends (sent at, opened, clicked, campaign, subscriber)',
  ],
  ['url shortener | link shortener', 'links (short code, url, created at), clicks (clicked at, referrer, country, link)'],
  [
    'chat app | messenger | chat',
    'users (name, email), conversations (title, created at), participants (joined at, conversation, user), messages (body, sent at, conversation, user)',
  ],
  [
    'startup investors | investor relations | investor crm | fundraising round',
    'investors (name, firm, email), meetings (date, notes, investor), commitments (amount, date, status, investor)',
  ],
  [
    'meeting minutes | meeting notes | board meetings',
    'meetings (title, date, location), people, agenda items (title, notes, meeting), actions (description, due date, done, meeting, person)',
  ],
  [
    'risk register | risks | risk management',
    'projects, risks (title, probability, impact, status, project), measures (description, due date, done, risk)',
  ],
  [
    'research papers | literature review | bibliography | references | paper library',
    'authors, papers (title, year, journal, doi), paper authors (position, paper, author), notes (text, created at, paper)',
  ],
  ['waiting list | waitlist', 'waiting list entries (name, phone, joined on, status)'],
  [
    'lost property | lost and found | lost property office | lost items',
    'items (description, found on, location, status), claims (name, phone, claimed on, item)',
  ],
];
