/** What people collect, make and keep on shelves: the names each goes by, and its tables in the words of a brief. */
export const COLLECTIONS: readonly (readonly [string, string])[] = [
  [
    'movie collection | film collection | dvd collection | blu ray collection | movie library',
    'movies (title, year, genre, director, format, location, watched on, rating)',
  ],
  [
    'book collection | home library | personal library | book library | my library | book shelf | bookshelf | bookshelves',
    'books (title, author, year, isbn, genre, shelf, read)',
  ],
  [
    'rare books | rare book collection | antique books | first editions',
    'authors, books (title, year, edition, publisher, condition, purchase price, acquired on, author)',
  ],
  [
    'comic collection | comics collection | manga collection | comic book collection | comics',
    'series (title, publisher), comics (issue number, title, year, condition, value, series)',
  ],
  ['music library | music collection', 'artists, albums (title, year, genre, artist), songs (title, duration, album)'],
  [
    'record collection | vinyl collection | lp collection | cd collection',
    'artists, records (title, year, label, format, condition, price, bought on, artist)',
  ],
  [
    'video game collection | game collection | video games | games backlog | video game backlog | gaming backlog | retro game collection | game library',
    'platforms (name, manufacturer), games (title, genre, year, status, finished on, rating, platform)',
  ],
  [
    'board game collection | board games | boardgame collection',
    'games (title, publisher, min players integer, max players integer, minutes, rating), plays (date, winner name, notes, game)',
  ],
  [
    'puzzle collection | jigsaw puzzles | jigsaw collection | puzzles',
    'puzzles (title, brand, pieces integer, condition), completions (finished on, hours, puzzle)',
  ],
  [
    'lego collection | lego sets | lego',
    'themes (name, description), sets (set number, name, year, pieces integer, price, built boolean, theme)',
  ],
  [
    'wine cellar | wine collection | wine inventory | wine rack | wines',
    'wines (name, producer, grape, vintage, region, quantity, price, location), tastings (date, rating, notes, wine)',
  ],
  [
    'whisky collection | whiskey collection | gin collection | rum collection | spirits collection | liquor cabinet | bar inventory | home bar',
    'bottles (name, distillery, type, age, alcohol percent, price, opened on), tastings (date, rating, notes, bottle)',
  ],
  ['beer collection | beer cellar', 'beers (name, brewery, style, alcohol percent, quantity), tastings (date, rating, notes, beer)'],
  ['cigar collection | humidor', 'cigars (name, brand, country, size, quantity, price), tastings (date, rating, notes, cigar)'],
  ['tea collection', 'teas (name, type, origin, harvest year, grams decimal), tastings (date, rating, notes, tea)'],
  ['spice rack | spices', 'spices (name, origin, quantity, bought on, expires on)'],
  [
    'stamp collection | stamps | philately | stamp album',
    'stamps (name, country, year, face value, catalog number, condition, value, album), albums (name, theme)',
  ],
  [
    'coin collection | coins | numismatics | banknote collection | currency collection',
    'coins (name, country, year, denomination, metal, condition, value, purchase price, acquired on), sales (date, price, buyer, coin)',
  ],
  [
    'medal collection | badge collection | pin collection | militaria collection | medals',
    'medals (name, country, year, material, condition, value, acquired on)',
  ],
  ['postcard collection | postcards', 'postcards (title, place, year, publisher, condition, acquired on)'],
  ['autograph collection | autographs', 'people (name, known for), autographs (item, signed on, authenticated boolean, value, person)'],
  [
    'trading cards | trading card collection | card collection | pokemon cards | pokemon card collection | baseball cards | football stickers | magic cards | sports cards | baseball card collection',
    'sets (name, publisher, year), cards (number, name, rarity, condition, quantity, value, set)',
  ],
  [
    'watch collection | clock collection | watches',
    'watches (brand, model, reference number, year, condition, purchase price, value), services (date, description, cost, watch)',
  ],
  ['jewelry collection | jewellery collection | jewelry box', 'pieces (name, type, metal, stone, purchase price, acquired on, location)'],
  ['perfume collection | perfumes | fragrance collection', 'perfumes (name, brand, notes, size, price, bought on, rating)'],
  [
    'makeup collection | makeup | cosmetics collection | nail polish collection | skincare',
    'products (name, brand, category, shade, price, opened on, expires on)',
  ],
  ['shoe collection', 'shoes (brand, model, color, size, price, bought on, condition)'],
  ['sneaker collection | sneakers', 'sneakers (brand, model, color, size, price, bought on, condition)'],
  ['bag collection | handbag collection', 'bags (brand, model, color, price, bought on, condition)'],
  [
    'doll collection | toy collection | action figures | model car collection | figurine collection | teddy bear collection | toy car collection | model cars | miniatures collection | action figure collection | dolls',
    'items (name, maker, series, year, condition, purchase price, value, acquired on)',
  ],
  [
    'model railway | model trains | model railroad | model train collection',
    'vehicles (name, type, maker, scale, number, price, bought on), services (date, description, vehicle)',
  ],
  [
    'model kits | model building | miniature painting | scale models | warhammer army | model aircraft | warhammer',
    'kits (name, maker, scale, price, status), paints (name, brand, color, quantity), kit paints (kit, paint)',
  ],
  [
    'art collection | painting collection',
    'artists, artworks (title, year, medium, purchase price, acquired on, location, artist), valuations (date, value, artwork)',
  ],
  [
    'antique collection | antiques | antiques collection | porcelain collection | china collection',
    'items (name, maker, period, origin, condition, purchase price, value, acquired on)',
  ],
  [
    'mineral collection | rock collection | fossil collection | gem collection | crystal collection | minerals | fossils',
    'locations (name, country), specimens (name, type, found on, weight, size, value, location)',
  ],
  [
    'shell collection | insect collection | butterfly collection | herbarium | leaf collection',
    'species (name, scientific name), specimens (number, collected on, location, collector, species)',
  ],
  [
    'gun collection | gun safe | firearms | gun inventory',
    'guns (make, model, caliber, serial number, acquired on, price), cleanings (date, notes, gun)',
  ],
  [
    'camera collection | photography gear | camera gear | photo equipment | photography equipment',
    'cameras (brand, model, serial number, bought on, price), lenses (brand, model, focal length, price, camera)',
  ],
  [
    'photo collection | photo album | photo albums | photo library | photos | photo archive',
    'albums (title, description), photos (title, taken on, location, url, album), people (name, relation), photo people (photo, person)',
  ],
  [
    'instrument collection | guitar collection | guitars | musical instruments',
    'instruments (name, brand, model, year, serial number, price), services (date, description, cost, instrument)',
  ],
  [
    'car collection | classic cars | car collector | classic car collection | motorcycle collection',
    'cars (make, model, year, purchase price, value, acquired on), repairs (date, description, cost, car)',
  ],
  [
    'tool inventory | tools | tool collection | workshop inventory | my tools | garage tools',
    'tools (name, brand, type, price, bought on, location), loans (loan date, return date, borrower, tool)',
  ],
  [
    'yarn stash | yarn collection | knitting projects | knitting | crochet | crochet projects | yarn | knitting log',
    'yarns (name, brand, color, weight, quantity), projects (title, pattern, started on, finished on, status), project yarns (quantity, project, yarn)',
  ],
  [
    'fabric stash | sewing projects | sewing | sewing patterns | quilting | quilting projects',
    'fabrics (name, type, color, meters decimal, price), patterns (name, brand, size), projects (title, started on, finished on, status, pattern, fabric)',
  ],
  [
    'woodworking | woodworking projects | diy projects | craft projects | maker projects | hobby projects',
    'projects (title, started on, finished on, status), materials (name, quantity, unit, cost, project)',
  ],
  [
    'electronics parts | electronic components | electronics inventory | parts inventory | component inventory',
    'components (name, type, value text, package, quantity, location), suppliers, purchases (date, quantity, price, component, supplier)',
  ],
  [
    'filament inventory | 3d printer filament | 3d prints | 3d print log',
    'filaments (material, color, brand, grams decimal, price), prints (name, date, minutes, grams decimal, success boolean, filament)',
  ],
  ['art supplies | paint collection | craft supplies | paint inventory', 'supplies (name, brand, color, quantity, location, price)'],
  [
    'bonsai collection | orchid collection | cactus collection | succulent collection | rose garden | plant collection | bonsai | orchids',
    'plants (name, species, acquired on, location, price), care logs (date, type, notes, plant)',
  ],
  [
    'fishing tackle | fishing gear | camping gear | hiking gear | outdoor gear | ski equipment | sports equipment | climbing gear | gear list',
    'items (name, brand, category, weight, price, bought on)',
  ],
  [
    'bookmark manager | bookmarks | links | link collection | bookmark collection',
    'folders (name, description), bookmarks (title, url, notes, added on, folder)',
  ],
  ['quotes | quote collection | favourite quotes | favorite quotes', 'authors, quotes (text, source, added on, author)'],
  ['joke collection | jokes', 'categories (name, description), jokes (title, text, rating, category)'],
  [
    'notes | notebook | note taking | note app | notes app | zettelkasten',
    'notebooks (name, description), notes (title, text, created at, notebook)',
  ],
  [
    'ideas | idea list | idea collection | business ideas | project ideas',
    'categories (name, description), ideas (title, description, created at, status, category)',
  ],
  ['prompt library | code snippets | snippets', 'languages (name, description), snippets (title, code, notes, created at, language)'],
  ['magazine collection | newspaper clippings | magazines', 'magazines (title, publisher), issues (number, date, condition, magazine)'],
  ['map collection | maps | globe collection | poster collection | posters', 'items (title, year, publisher, size, condition, price)'],
  [
    'fridge magnets | magnet collection | souvenir collection | snow globe collection | mug collection | keychain collection | bottle cap collection',
    'items (name, place, country, acquired on, notes)',
  ],
];
