export const CUSTOMERS = [
  { name: 'Ada Lovelace', city: 'London', joinedDate: '2025-02-11' },
  { name: 'Grace Hopper', city: 'New York', joinedDate: '2025-03-02' },
  { name: 'Katherine Johnson', city: 'Hampton', joinedDate: '2025-06-19' },
  { name: 'Alan Turing', city: 'London', joinedDate: '2025-08-30' },
  { name: 'Barbara Liskov', city: 'Boston', joinedDate: '2026-01-15' },
  { name: 'Radia Perlman', city: 'Boston', joinedDate: '2026-04-07' },
  { name: 'Edsger Dijkstra', city: 'Austin', joinedDate: '2026-05-21' },
  { name: 'Margaret Hamilton', city: 'Boston', joinedDate: '2026-07-03' },
] as const;

export const PRODUCTS = [
  { name: 'Yirgacheffe', category: 'filter', price: 19.5 },
  { name: 'Huila', category: 'filter', price: 16 },
  { name: 'Gesha', category: 'filter', price: 42 },
  { name: 'Santos', category: 'espresso', price: 12.5 },
  { name: 'Monsoon Malabar', category: 'espresso', price: 14 },
  { name: 'Swiss Water Decaf', category: 'decaf', price: 15 },
] as const;

export const ORDERS = [
  { customerId: 1, productId: 1, quantity: 2, orderedDate: '2026-08-04' },
  { customerId: 1, productId: 3, quantity: 1, orderedDate: '2026-09-12' },
  { customerId: 2, productId: 4, quantity: 3, orderedDate: '2026-08-20' },
  { customerId: 3, productId: 2, quantity: 1, orderedDate: '2026-09-01' },
  { customerId: 4, productId: 5, quantity: 2, orderedDate: '2026-09-15' },
  { customerId: 4, productId: 1, quantity: 1, orderedDate: '2026-10-02' },
  { customerId: 5, productId: 6, quantity: 4, orderedDate: '2026-10-11' },
  { customerId: 6, productId: 4, quantity: 2, orderedDate: '2026-09-28' },
  { customerId: 6, productId: 3, quantity: 1, orderedDate: '2026-10-19' },
  { customerId: 8, productId: 2, quantity: 5, orderedDate: '2026-11-05' },
] as const;
