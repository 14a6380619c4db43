/** Crafts, building and workshops: the names each goes by, and its tables in the words of a brief. */
export const TRADES: readonly (readonly [string, string])[] = [
  [
    'plumbing business | plumbing | plumber | plumbers | electrician | electricians | electrical business | handyman | handyman business | locksmith | roofer | roofing business | roofing company | painter and decorator | painting business | house painter | decorator | tiler | plasterer | glazier | heating engineer | heating installer | carpenter business | joinery | flooring business | fencing business',
    'customers (name, address, phone, email), jobs (title, description, date, status, price, customer), invoices (number, date, amount, paid, job)',
  ],
  [
    'hvac | hvac company | heating company | boiler service | boiler maintenance | elevator maintenance | air conditioning business',
    'customers (name, address, phone), units (model, serial number, installed on, customer), service visits (date, work done, next due on, price, unit)',
  ],
  [
    'gardening business | gardener | gardeners | landscaping | landscaping business | landscaper | lawn care | lawn care business | lawn mowing | lawn mowing business | tree surgeon | garden maintenance | snow removal',
    'customers (name, address, phone), services (name, price), jobs (date, hours, price, paid, customer, service)',
  ],
  [
    'construction company | construction | construction business | builder | building company | general contractor | home builder',
    'clients, projects (name, address, start date, end date, budget, status, client), workers (name, trade, phone, hourly rate), work hours (date, hours, project, worker)',
  ],
  [
    'renovation company | kitchen fitter | kitchen installer | bathroom fitter | window installer | solar installer | solar company',
    'customers (name, address, phone), quotes (date, amount, status, customer), installations (date, description, price, status, customer)',
  ],
  [
    'architect | architecture firm | architects | architect office | interior designer | interior design | interior design business',
    'clients, projects (name, address, start date, budget, status, client), drawings (number, title, version, date, project)',
  ],
  [
    'surveyor | land surveyor | home inspector | building inspector',
    'clients, properties (address, type, client), inspections (date, findings, result, property)',
  ],
  [
    'carpentry | carpenter | woodworking business | cabinet maker | cabinetmaker | furniture maker | joiner | blacksmith | metal workshop | welding business | welder | upholsterer | upholstery',
    'customers, orders (description, due date, price, status, customer), materials (name, unit, cost, stock quantity), order materials (quantity, order, material)',
  ],
  [
    'tailor | tailor shop | seamstress | dressmaker | alterations | sewing business | clothing alterations | tailoring',
    'customers, measurements (date, chest decimal, waist decimal, hips decimal, inseam decimal, customer), orders (description, due date, price, status, customer)',
  ],
  [
    'pottery studio | pottery | ceramics studio | pottery workshop',
    'firings (date, temperature, type), pieces (name, glaze, size, price, sold, firing), customers, sales (date, price, piece, customer)',
  ],
  [
    'violin maker | luthier | guitar maker | piano tuner | piano tuning | instrument repair | guitar repair',
    'customers, instruments (type, maker, year, serial number, customer), jobs (date, work done, price, status, instrument)',
  ],
  [
    'bookbinder | restorer | art restoration | furniture restoration',
    'customers, items (name, description, condition, customer), treatments (date, work done, hours, price, item)',
  ],
  [
    'removal company | removals | movers | moving company | removal firm',
    'customers, trucks (license plate, model), jobs (date, from address, to address, price, status, customer, truck)',
  ],
  [
    'scrapyard | scrap yard | junkyard | recycling center | recycling centre',
    'suppliers, materials (name, price per kg), deliveries (date, weight, amount, supplier, material)',
  ],
  [
    'waste collection | skip hire | rubbish collection | garbage collection',
    'customers (name, address, phone), containers (number, size), pickups (date, weight, status, customer, container)',
  ],
  [
    'factory | manufacturing | manufacturer | production | small factory',
    'products (name, sku, price), machines (name, location), production runs (date, quantity, product, machine), materials (name, unit, stock quantity), product materials (quantity, product, material)',
  ],
  [
    'machine maintenance | equipment maintenance | maintenance | facility management | facilities management | maintenance management',
    'machines (name, location, serial number), technicians, maintenance jobs (date, description, cost, status, machine, technician)',
  ],
  [
    'machine shop | workshop | 3d printing | 3d printing business | 3d print shop | laser cutting',
    'customers, jobs (title, material, quantity, due date, price, status, customer, machine), machines (name, type)',
  ],
  [
    'quality control | quality assurance | quality management',
    'products, inspections (date, inspector, result, product), defects (description, severity, inspection)',
  ],
  [
    'sawmill | timber yard | lumber yard',
    'products (name, species, length, price, stock quantity), customers, orders (order date, status, total, customer), order items (quantity, unit price, order, product)',
  ],
  ['quarry | gravel pit', 'materials (name, price per ton), customers, deliveries (date, tons decimal, price, material, customer)'],
  ['pest control | exterminator', 'customers (name, address, phone), treatments (date, pest, method, price, next visit on, customer)'],
  [
    'web hosting | hosting company | hosting business',
    'customers, plans (name, price), domains (name, expires on, customer), subscriptions (start date, end date, status, customer, plan)',
  ],
  [
    'crane hire | scaffolding | scaffolding business | scaffolder',
    'customers, sites (address, customer), hires (start date, end date, price, status, site)',
  ],
  [
    'taxidermist | saddler | saddlery | engraver | candle maker | soap maker | leather workshop',
    'customers, orders (description, due date, price, status, customer), materials (name, unit, cost, stock quantity), order materials (quantity, order, material)',
  ],
  ['farrier', 'owners, horses (name, breed, stable, owner), visits (date, work done, price, horse)'],
];
