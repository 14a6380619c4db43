/** Shops and what is let: the names each goes by, and its tables in the words of a brief. */
export const SHOPS: readonly (readonly [string, string])[] = [
  [
    'online store | online shop | web shop | webshop | web store | ecommerce | ecommerce store | ecommerce shop | e commerce | e commerce store | shop | store | retail store | retail shop | order management',
    'customers, products (name, description, sku, price, stock quantity), orders (order date, status, total, customer), order items (quantity, unit price, order, product)',
  ],
  [
    'inventory | stock control | stock keeping | stockroom',
    'products (name, sku, quantity, price, supplier), suppliers, stock movements (date, quantity, type, product)',
  ],
  [
    'warehouse | storage warehouse',
    'products (name, sku, quantity, price, location), locations (name, aisle, shelf), stock movements (date, quantity, type, product, location)',
  ],
  [
    'point of sale | pos | till | cash register',
    'products, sales (sold at, total, payment method), sale items (quantity, unit price, sale, product)',
  ],
  [
    'coffee shop | coffee bar | coffee house | coffee stand | tea room | tea shop | juice bar | bubble tea shop | ice cream parlour | ice cream parlor | ice cream shop | milkshake bar',
    'products, orders (ordered at, status, total), order items (quantity, unit price, order, product)',
  ],
  [
    'bakery | bakery shop | cake shop | patisserie | pastry shop | cupcake shop | home bakery | cake business | cake maker | confectioner | chocolate shop | chocolatier',
    'products, customers, orders (order date, pickup date, status, total, customer), order items (quantity, unit price, order, product)',
  ],
  [
    'butcher | butcher shop | butchers | fishmonger | fish shop | greengrocer | greengrocers | grocery store | grocery shop | corner shop | convenience store | deli | delicatessen | farm shop | cheese shop | health food shop | supermarket',
    'products (name, category, unit, price, stock quantity, supplier), suppliers, sales (date, total), sale items (quantity, unit price, sale, product)',
  ],
  [
    'florist | flower shop | florist shop | flower stand',
    'products (name, type, price, stock quantity), customers, orders (delivery date, delivery address, card message, status, total, customer), order items (quantity, unit price, order, product)',
  ],
  [
    'bookshop | book shop | bookstore | book store | second hand bookshop | used bookstore',
    'books (title, author, isbn, price, stock quantity), customers, sales (date, total, customer), sale items (quantity, unit price, sale, book)',
  ],
  [
    'comic shop | comic book shop | comic book store',
    'comics (title, issue number, publisher, price, stock quantity), customers, sales (date, total, customer), sale items (quantity, unit price, sale, comic)',
  ],
  [
    'record shop | record store | vinyl shop | music store',
    'records (title, artist, format, year, condition, price, stock quantity), customers, sales (date, total, customer), sale items (quantity, unit price, sale, record)',
  ],
  [
    'wine shop | wine merchant | wine store | off licence | liquor store | bottle shop',
    'wines (name, producer, grape, vintage, price, stock quantity, supplier), suppliers, customers, sales (date, total, customer), sale items (quantity, unit price, sale, wine)',
  ],
  [
    'bike shop | bicycle shop | bike store | cycle shop',
    'bikes (brand, model, size, price, stock quantity), customers, sales (date, price, bike, customer), repairs (date, description, status, cost, customer)',
  ],
  [
    'bike repair | bicycle repair | bike workshop | bike repair shop | bicycle workshop',
    'customers, bikes (brand, model, color, serial number, customer), repairs (received on, problem, work done, cost, status, bike)',
  ],
  [
    'clothing store | clothes shop | clothing shop | boutique | fashion boutique | fashion store | shoe shop | shoe store | sportswear shop | lingerie shop',
    'products (name, brand, size, color, price, stock quantity), customers, sales (date, total, customer), sale items (quantity, unit price, sale, product)',
  ],
  [
    'jewelry store | jeweller | jeweler | jewellery shop | jewelry shop | goldsmith',
    'pieces (name, metal, stone, weight, price, sold), customers, sales (date, price, piece, customer), repairs (received on, description, price, status, customer)',
  ],
  [
    'furniture store | furniture shop | carpet shop | mattress store',
    'products (name, category, material, price, stock quantity), customers, orders (order date, delivery date, status, total, customer), order items (quantity, unit price, order, product)',
  ],
  [
    'antique shop | antiques shop | antique dealer | antiques dealer',
    'items (name, period, origin, condition, purchase price, price, sold), customers, sales (date, price, item, customer)',
  ],
  [
    'thrift store | thrift shop | charity shop | second hand shop | second hand store',
    'items (name, category, condition, price, received on, sold, donor), donors, sales (date, price, item)',
  ],
  [
    'consignment shop | consignment store',
    'consignors (name, phone, email), items (name, price, commission percent, received on, status, consignor), sales (date, price, item)',
  ],
  [
    'pawn shop | pawnbroker',
    'customers, items (name, description, value, customer), pawns (date, due date, loan amount, interest, status, item)',
  ],
  [
    'toy shop | toy store | gift shop | souvenir shop | stationery shop | stationery store | craft shop | art supply store | museum shop | kiosk | newsagent',
    'products (name, category, price, stock quantity, supplier), suppliers, sales (date, total), sale items (quantity, unit price, sale, product)',
  ],
  [
    'hardware store | hardware shop | diy store | electronics shop | electronics store | computer shop | paint shop | lighting shop',
    'products (name, category, sku, price, stock quantity, supplier), suppliers, sales (date, total), sale items (quantity, unit price, sale, product)',
  ],
  [
    'pet shop | pet store | aquarium shop',
    'products, animals (species, breed, birth date, price), customers, sales (date, total, customer), sale items (quantity, unit price, sale, product, animal)',
  ],
  [
    'garden centre | garden center | plant nursery | plant shop | tree nursery',
    'plants (name, species, pot size, price, stock quantity, supplier), suppliers, customers, sales (date, total, customer), sale items (quantity, unit price, sale, plant)',
  ],
  [
    'optician | opticians | optometrist | eyewear shop | glasses shop',
    'patients, eye tests (date, right eye, left eye, notes, patient), orders (date, frame, lens type, price, status, patient)',
  ],
  [
    'hearing aid shop | audiologist',
    'patients, hearing tests (date, left ear, right ear, notes, patient), hearing aids (brand, model, serial number, fitted on, price, patient)',
  ],
  [
    'phone repair | phone repair shop | computer repair | computer repair shop | laptop repair | electronics repair | tv repair',
    'customers, devices (brand, model, serial number, customer), repairs (received on, problem, cost, status, finished on, device)',
  ],
  [
    'watch repair | shoe repair | appliance repair | repair shop | cobbler | watchmaker',
    'customers, items (brand, model, serial number, customer), repairs (received on, problem, cost, status, finished on, item)',
  ],
  [
    'car dealership | car dealer | used car dealer | used car dealership',
    'cars (make, model, year, price, mileage, sold), customers, sales (date, price, car, customer)',
  ],
  [
    'motorcycle dealership | motorbike shop | motorcycle shop',
    'motorcycles (make, model, year, price, mileage, sold), customers, sales (date, price, motorcycle, customer)',
  ],
  ['boat dealership | boat dealer', 'boats (make, model, year, length, price, sold), customers, sales (date, price, boat, customer)'],
  [
    'car rental | car hire',
    'cars (make, model, year, license plate, daily rate), customers (name, email, phone, license number), rentals (start date, end date, price, car, customer)',
  ],
  [
    'van rental | van hire | truck rental | camper rental | campervan rental | rv rental | motorhome rental',
    'vehicles (make, model, license plate, daily rate), customers (name, email, phone, license number), rentals (start date, end date, price, vehicle, customer)',
  ],
  [
    'bike rental | bike hire | bicycle rental | bicycle hire | bike sharing',
    'bikes (name, model, size, daily rate), customers, rentals (start time, end time, price, bike, customer)',
  ],
  [
    'scooter rental | scooter hire',
    'scooters (name, model, hourly rate), customers, rentals (start time, end time, price, scooter, customer)',
  ],
  [
    'boat rental | boat hire | canoe rental | kayak rental | canoe hire | kayak hire | paddleboard hire | boat charter',
    'boats (name, type, capacity, price), customers, rentals (start time, end time, price, boat, customer)',
  ],
  [
    'ski rental | ski hire | snowboard rental',
    'equipment (name, type, size, daily rate), customers (name, email, phone, height, shoe size), rentals (start date, end date, price, equipment, customer)',
  ],
  [
    'rental shop | hire shop | rental business | hire business | equipment rental | equipment hire | plant hire | party rental | party hire | marquee hire | event hire | camera rental | furniture rental',
    'items (name, type, quantity, daily rate), customers, rentals (start date, end date, price, item, customer)',
  ],
  ['tool rental | tool hire', 'tools (name, brand, daily rate), customers, rentals (start date, end date, price, deposit, tool, customer)'],
  [
    'costume rental | costume hire | costume shop | dress rental | suit hire | bridal shop | bridal boutique | wedding dress shop',
    'dresses (name, designer, size, color, price), customers, fittings (date, notes, dress, customer), rentals (start date, end date, price, dress, customer)',
  ],
  [
    'video rental | dvd rental | video store',
    'movies (title, year, genre), members, rentals (rented on, due date, returned on, price, movie, member)',
  ],
  [
    'self storage | storage units | storage facility | storage unit rental',
    'units (number, size, monthly rent), tenants, leases (start date, end date, rent, unit, tenant), payments (date, amount, lease)',
  ],
  [
    'print shop | printing business | copy shop | t shirt printing | sign maker',
    'customers, orders (order date, description, quantity, due date, price, status, customer)',
  ],
  [
    'framing shop | picture framer | picture framing',
    'customers, frames (name, material, color, price), orders (date, picture, width, height, price, status, frame, customer)',
  ],
  [
    'etsy shop | etsy store | craft business | handmade business | soap making business | candle business | jewelry business',
    'products (name, price, stock quantity), materials (name, unit, cost, quantity), product materials (quantity, product, material), customers, orders (order date, status, total, customer), order items (quantity, unit price, order, product)',
  ],
  [
    'market stall | market stand | farmers market stall | craft fair',
    'products, markets (date, location, stall fee), sales (quantity, amount, product, market)',
  ],
  [
    'farmers market | flea market | christmas market',
    'vendors (name, products, phone, email), stalls (number, size, fee), bookings (date, status, stall, vendor)',
  ],
  ['garage sale | yard sale | car boot sale', 'items (name, price, sold, sold for)'],
  [
    'auction | auction house | charity auction | silent auction',
    'lots (number, title, description, estimate, starting price), bidders (name, paddle number, email, phone), bids (amount, placed at, lot, bidder)',
  ],
  [
    'vending machines | vending machine | vending business',
    'machines (name, location), products (name, price), refills (date, quantity, machine, product), collections (date, amount, machine)',
  ],
  [
    'wholesaler | wholesale | wholesale business | distributor',
    'customers, suppliers, products (name, sku, price, stock quantity, supplier), orders (order date, status, total, customer), order items (quantity, unit price, order, product)',
  ],
  [
    'subscription box | subscription boxes',
    'subscribers (name, email, address), plans (name, price, frequency), subscriptions (start date, end date, status, subscriber, plan), shipments (date, status, subscription)',
  ],
  [
    'pharmacy | drugstore | chemist',
    'customers, medications (name, dosage, price, stock quantity, expires on), prescriptions (date, dosage, quantity, doctor, customer, medication)',
  ],
  [
    'gas station | petrol station | fuel station',
    'fuels (name, price per liter), pumps (number, fuel), sales (sold at, liters, amount, pump), deliveries (date, liters, cost, fuel)',
  ],
  [
    'laundry | dry cleaner | dry cleaners | dry cleaning | laundromat | laundry service',
    'customers, orders (dropped off on, picked up on, status, total, customer), order items (garment, quantity, price, order)',
  ],
];
