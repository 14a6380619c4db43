/** Kitchens, farms and what they make: the names each goes by, and its tables in the words of a brief. */
export const FOOD: readonly (readonly [string, string])[] = [
  [
    'restaurant reservation | restaurant booking | table reservation | table booking | table reservations | restaurant reservations',
    'tables (number, seats), customers, reservations (starts at, party size, status, table, customer)',
  ],
  [
    'restaurant | bistro | pizzeria | trattoria | steakhouse | diner | sushi bar | burger bar | brasserie | gastropub | canteen | beer garden',
    'tables (number, seats), menu items, orders (ordered at, status, total, table), order items (quantity, unit price, order, menu item)',
  ],
  [
    'cafe | food truck | food stall | takeaway | take away | snack bar | fast food | fast food restaurant | kebab shop | pizza delivery | pizza shop | sandwich bar | sandwich shop | fish and chip shop | ghost kitchen',
    'menu items, orders (ordered at, status, total), order items (quantity, unit price, order, menu item)',
  ],
  [
    'bar | pub | cocktail bar | wine bar | nightclub',
    'drinks (name, type, price), tabs (opened at, closed at, total, table), tables (number, seats), tab items (quantity, price, tab, drink)',
  ],
  [
    'catering | catering business | caterer | catering company | event catering | private chef',
    'clients, events (date, location, number of guests, status, client), dishes (name, price), event dishes (quantity, event, dish)',
  ],
  [
    'food delivery | meal delivery | food delivery service',
    'restaurants, dishes (name, description, price, restaurant), customers (name, address, phone), drivers, orders (ordered at, status, total, customer, restaurant, driver), order items (quantity, unit price, order, dish)',
  ],
  [
    'meal kit | meal box | vegetable box | veg box | veg box scheme | community supported agriculture | csa | milk delivery | milkman',
    'customers (name, address, phone), boxes (name, price), subscriptions (start date, frequency, status, customer, box), deliveries (date, status, subscription)',
  ],
  [
    'food bank | food pantry',
    'donors, donations (date, notes, donor), items (name, quantity, expires on, donation), families (name, size, phone), handouts (date, quantity, family, item)',
  ],
  ['soup kitchen', 'volunteers, meals (date, dish, servings, shift), shifts (date, start time, end time, volunteer)'],
  [
    'coffee roaster | coffee roastery | coffee roasting | roastery',
    'beans (name, origin, variety, price per kg, stock decimal), roasts (date, weight, temperature, minutes, bean), customers, orders (order date, weight, total, customer, bean)',
  ],
  [
    'brewery | microbrewery | craft brewery',
    'beers (name, style, alcohol percent), batches (number, brewed on, quantity, beer), tanks (name, volume), fermentations (started on, ended on, batch, tank)',
  ],
  [
    'home brewing | homebrewing | home brew | homebrew | beer brewing | brewing',
    'recipes (name, style, instructions), batches (brewed on, original gravity, final gravity, liters, notes, recipe), tastings (date, rating, notes, batch)',
  ],
  [
    'distillery | gin distillery | whisky distillery | whiskey distillery',
    'spirits (name, type, alcohol percent), batches (number, distilled on, liters, spirit), casks (number, wood, filled on, batch)',
  ],
  [
    'cidery | cider making | cider maker | wine making | winemaking | home wine making',
    'batches (name, started on, liters, fruit), readings (date, gravity, temperature, batch), bottlings (date, bottles integer, batch)',
  ],
  [
    'winery',
    'vineyards (name, area, grape), wines (name, grape, vintage, price, vineyard), barrels (number, liters, wine), customers, orders (order date, quantity, total, customer, wine)',
  ],
  ['vineyard', 'plots (name, grape, area), wines (name, vintage, price), harvests (date, weight, sugar, plot, wine)'],
  [
    'cheese maker | cheese making | creamery | cheesemaker',
    'cheeses (name, milk type, aging days integer), batches (made on, liters, weight, cheese), customers, orders (order date, weight, total, customer, cheese)',
  ],
  [
    'dairy | dairy farm | cattle farm | cattle | cow herd',
    'cows (tag number, name, breed, birth date), milkings (date, liters, cow), treatments (date, treatment, medication, cow), calvings (date, sex of calf, cow)',
  ],
  [
    'farm | farming | organic farm | arable farm',
    'fields (name, area), crops (name, variety), plantings (planted on, field, crop), harvests (date, quantity, unit, planting)',
  ],
  [
    'livestock | livestock farm | cattle ranch | ranch | smallholding',
    'animals (tag number, species, breed, sex, birth date), treatments (date, treatment, medication, animal), weights (date, weight, animal)',
  ],
  [
    'sheep farm | sheep | goat farm | goats | alpaca farm | flock of sheep',
    'animals (tag number, name, breed, sex, birth date), births (date, number born, mother animal), shearings (date, wool weight, animal), treatments (date, treatment, animal)',
  ],
  ['pig farm', 'pigs (tag number, breed, sex, birth date, pen), pens (number, capacity), weighings (date, weight, pig)'],
  [
    'chicken farm | poultry farm | egg farm | chickens | backyard chickens | chicken coop | hens | chicken keeping | egg production',
    'coops (name, capacity), hens (name, breed, hatched on, status, coop), egg collections (date, eggs integer, notes, coop), feedings (date, feed, amount, cost, coop)',
  ],
  ['egg log | egg count | egg diary', 'hens (name, breed), eggs (date, count, notes, hen)'],
  [
    'fish farm | trout farm',
    'ponds (name, volume), stockings (date, species, quantity, pond), feedings (date, feed, amount, pond), harvests (date, weight, pond)',
  ],
  [
    'beekeeping | beekeeper | apiary | bees | beehives | bee hives | hive inspections | bee yard',
    'hives (name, location, queen year), inspections (date, queen seen, brood, notes, hive), honey harvests (date, weight, hive)',
  ],
  [
    'honey business | honey sales',
    'products (name, size, price, stock quantity), customers, sales (date, quantity, amount, product, customer)',
  ],
  [
    'orchard | fruit farm | apple orchard | olive grove',
    'trees (variety, planted on, location), harvests (date, weight, tree), sprayings (date, product, amount, tree)',
  ],
  ['greenhouse | greenhouses', 'plants (name, species, sown on, location), waterings (date, amount, plant)'],
  ['mushroom farm | mushroom growing', 'batches (species, started on, substrate), harvests (date, weight, batch)'],
  [
    'christmas tree farm | tree farm | forestry | forest | woodland',
    'stands (name, area, species), plantings (date, quantity, stand), fellings (date, volume, stand)',
  ],
  [
    'tractor rental | machinery ring | farm machinery',
    'machines (name, type, hourly rate), members, bookings (date, hours, machine, member)',
  ],
  [
    'recipes | recipe collection | cookbook | recipe book | cook book | recipe app | recipe | family recipes | recipe manager',
    'recipes (title, servings, minutes, instructions), recipe ingredients (name, quantity, unit, recipe)',
  ],
  [
    'cocktail recipes | cocktails | cocktail book',
    'cocktails (name, glass, instructions), cocktail ingredients (name, amount, unit, cocktail)',
  ],
  [
    'meal plan | meal planner | meal planning | menu planner | weekly menu | dinner planner',
    'recipes (title, servings, instructions), meals (date, meal, recipe)',
  ],
];
