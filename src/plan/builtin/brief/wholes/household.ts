/** House, money and family: the names each list goes by, and its tables in the words of a brief. */
export const HOUSEHOLD: readonly (readonly [string, string])[] = [
  [
    'personal finance | personal finances | bookkeeping | accounting | finances | household finances | family finances | ledger | money management | cash book | cashbook',
    'accounts, categories (name, type), transactions (date, amount, description, account, category)',
  ],
  [
    'household budget | budget tracker | budgeting | budget | family budget | monthly budget | personal budget',
    'categories (name, type), budgets (month, amount, category), transactions (date, amount, description, category)',
  ],
  [
    'household expenses | shared expenses | flatmate expenses | roommate expenses | expense sharing | split bills | bill splitting | split expenses | group expenses | flat share expenses',
    'people, expenses (date, amount, description, paid by person), shares (amount, expense, person)',
  ],
  [
    'flat share | flatshare | shared flat | shared house | roommates | flatmates | house share',
    'flatmates (name, phone, moved in on), chores (name, due date, done, flatmate), expenses (date, amount, description, flatmate)',
  ],
  [
    'savings | savings goals | savings tracker | saving goals | piggy bank',
    'goals (name, target amount, target date), deposits (date, amount, goal)',
  ],
  [
    'debts | debt tracker | money lent | loans to friends | money owed | ious | who owes me money',
    'people, debts (date, amount, reason, due date, paid, person), repayments (date, amount, debt)',
  ],
  ['mortgage | home loan | loan repayments', 'loans (lender, amount, rate, start date), payments (date, amount, interest, loan)'],
  [
    'bills | household bills | bill tracker | bill reminder | utility bills | bill payments',
    'providers (name, customer number, phone), bills (date, amount, due date, paid, provider)',
  ],
  ['water bill', 'bills (date, amount, due date, paid)'],
  [
    'subscriptions | my subscriptions | subscription tracker | streaming subscriptions',
    'subscriptions (name, price, billing period, renewal date, category)',
  ],
  [
    'investments | investment portfolio | stock portfolio | stocks | share portfolio | stock trading | trading journal | trading log | share trading',
    'stocks (symbol, name, sector), trades (date, type, quantity, price, stock), dividends (date, amount, stock)',
  ],
  ['crypto portfolio | cryptocurrency | crypto | bitcoin wallet', 'coins (symbol, name), trades (date, type, quantity, price, coin)'],
  [
    'pension | retirement savings | retirement planning',
    'accounts (name, provider, type), contributions (date, amount, account), balances (date, amount, account)',
  ],
  [
    'tax documents | tax receipts | receipts | receipt tracker | tax deductions | tax return',
    'categories (name, description), receipts (date, shop, amount, description, category)',
  ],
  ['pocket money | allowance | kids allowance | kids pocket money', 'children, payments (date, amount, reason, child)'],
  [
    'insurance policies | family insurance | my insurance',
    'insurers (name, phone, email), policies (number, type, start date, end date, premium, insurer), claims (date, amount, status, policy)',
  ],
  [
    'warranties | warranty tracker | appliances | household appliances | appliance manuals | warranty',
    'appliances (name, brand, model, serial number, purchase date, price), warranties (start date, end date, appliance), repairs (date, description, cost, appliance)',
  ],
  [
    'home inventory | house inventory | household inventory | home contents | contents insurance | household items',
    'rooms (name, floor), items (name, brand, serial number, purchase date, price, room)',
  ],
  [
    'storage boxes | attic inventory | moving boxes | storage inventory | garage inventory | basement inventory | what is in which box',
    'boxes (number, label, location), items (name, quantity, box)',
  ],
  [
    'pantry | pantry inventory | food inventory | freezer inventory | fridge inventory | freezer | larder | freezer contents | kitchen inventory | food storage',
    'locations (name, description), items (name, quantity, unit, added on, expires on, location)',
  ],
  ['medicine cabinet | first aid kit | medicine chest | home pharmacy', 'medicines (name, dosage, quantity, expires on, location)'],
  [
    'shopping list | shopping lists | grocery list | groceries | grocery shopping | weekly shopping',
    'shops (name, address), items (name, quantity, unit, bought, shop)',
  ],
  [
    'price comparison | price tracker | grocery prices | price book',
    'products (name, unit), shops (name, address), prices (date, price, product, shop)',
  ],
  [
    'chores | chore chart | household chores | chore list | cleaning schedule | cleaning plan | cleaning rota | chore rota | family chores',
    'people, chores (name, frequency), chore logs (done on, chore, person)',
  ],
  [
    'home maintenance | house maintenance | house repairs | home repairs | home repair log',
    'rooms (name, floor), tasks (title, description, due date, done, cost, room, contractor), contractors (name, trade, phone)',
  ],
  [
    'house renovation | home renovation | renovation | kitchen renovation | house building | building a house | bathroom renovation | home improvement',
    'rooms (name, floor), contractors (name, trade, phone), tasks (title, status, due date, room, contractor), expenses (date, amount, description, contractor)',
  ],
  [
    'house hunting | flat hunting | apartment hunting | apartment search | house search | flat search',
    'properties (address, price, bedrooms, url, status, agent), viewings (starts at, rating, notes, property), agents (name, phone, email)',
  ],
  ['moving house | house move', 'rooms (name, floor), boxes (number, label, unpacked, room), items (name, quantity, box)'],
  [
    'family tree | genealogy | ancestry | ancestors | family history | family research',
    'people (name, birth date, birth place, death date, father, mother), marriages (date, place, husband person, wife person)',
  ],
  ['address book | phone book | contacts list | contact list | contact book | phone list', 'contacts (name, email, phone, address)'],
  [
    'christmas cards | christmas card list | christmas card | greeting cards | holiday cards',
    'people (name, address), cards (year, sent, received, person)',
  ],
  ['birthday reminder | birthday reminders | birthdays | birthday list | birthday calendar', 'people (name, birthday)'],
  [
    'gift idea | gift ideas | gifts | christmas gifts | gift list | christmas presents | birthday presents | present ideas | gift tracker | gift planner | present list',
    'people (name, birthday), gifts (idea, occasion, price, bought, person)',
  ],
  ['wish list | wishlist | wishlists | wish lists', 'people, wishes (name, url, price, bought, person)'],
  [
    'wedding planning | wedding planner | wedding',
    'guests (name, email, rsvp status, meal choice), vendors (name, service, phone, price), tasks (title, due date, done, vendor), expenses (date, amount, description, vendor)',
  ],
  [
    'wedding guest list | wedding guests | guest list | party guests | wedding rsvp',
    'households (name, address), guests (name, email, rsvp status, meal choice, household)',
  ],
  ['wedding seating | seating plan | seating chart', 'tables (number, seats), guests (name, meal choice, table)'],
  ['wedding budget', 'vendors (name, service, phone), expenses (description, amount, due date, paid, vendor)'],
  [
    'birthday party | party | christmas party | baby shower | hen party | stag party | bachelor party | bachelorette party | garden party | house party | family party',
    'guests (name, phone, rsvp status), tasks (title, due date, done, guest), items (name, quantity, price, guest)',
  ],
  ['potluck | potluck dinner | bring a dish', 'guests (name, phone), dishes (name, servings, guest)'],
  ['secret santa', 'people (name, email, wishes), draws (year, giver person, receiver person), gifts (description, price, draw)'],
  [
    'family reunion | class reunion | reunion',
    'people (name, email, phone), reunions (name, date, location), registrations (status, guests integer, paid, reunion, person)',
  ],
  [
    'holiday house | family cabin | shared cabin | family holiday home | shared holiday house',
    'families (name, email, phone), stays (arrival, departure, guests integer, family), expenses (date, amount, description, family)',
  ],
  [
    'family calendar | family planner | family organizer | appointments calendar',
    'people, events (title, starts at, ends at, location, person)',
  ],
  ['bucket list', 'goals (title, category, target date, done, done on)'],
  [
    'new year resolutions | life goals | personal goals | goal tracker | goals',
    'goals (title, category, target date, done), steps (description, due date, done, goal)',
  ],
  ['passwords | password manager | logins | online accounts', 'websites (name, url), logins (username, hint, changed on, website)'],
  [
    'important documents | family documents | household documents | personal documents',
    'people, documents (title, type, number, issued on, expires on, location, person)',
  ],
  [
    'wardrobe | clothes | clothing inventory | closet | capsule wardrobe | outfits | clothes inventory',
    'clothes (name, category, color, size, brand, bought on, price), outfits (name, occasion), outfit clothes (outfit, clothe)',
  ],
  ['kids clothes | childrens clothes | baby clothes', 'children, clothes (name, size, season, box, child)'],
  [
    'things lent | lent items | lending list | things i lent | loaned items | borrowed items',
    'people, items (name, description), loans (loan date, due date, return date, item, person)',
  ],
  [
    'garden | vegetable garden | vegetable patch | veg patch | veggie garden | kitchen garden | garden planner | garden log | garden diary | gardening diary | garden journal | gardening log | gardening',
    'beds (name, location), plants (name, variety, sown on, planted on, bed), harvests (date, weight, plant)',
  ],
  [
    'seeds | seed inventory | seed collection | seed box | seed bank',
    'seeds (name, variety, supplier, year, quantity), sowings (sown on, location, germinated on, seed)',
  ],
  [
    'plant care | plant watering | plants',
    'plants (name, species, location, bought on), waterings (date, amount, plant), repottings (date, pot size, plant)',
  ],
  ['lawn log | lawn diary', 'treatments (date, product, amount, notes)'],
  [
    'hot tub log | pool log | pool maintenance | swimming pool maintenance | pool chemistry | hot tub | swimming pool log | pool care',
    'pools (name, volume), water tests (date, ph decimal, chlorine decimal, temperature, pool), treatments (date, product, amount, pool)',
  ],
  ['firewood | wood pile', 'deliveries (date, wood type, volume, cost, supplier), suppliers'],
  [
    'babysitters list | contractors | tradesmen | tradespeople',
    'contractors (name, trade, phone, email), jobs (date, description, cost, rating, contractor)',
  ],
  [
    'restaurants tried | restaurant reviews | restaurant diary | restaurant list | restaurants visited | restaurants to try',
    'restaurants (name, cuisine, address, price range), visits (date, rating, notes, restaurant)',
  ],
  ['school lunches planner | lunch box planner | lunchbox planner', 'children, lunches (date, contents, child)'],
];
