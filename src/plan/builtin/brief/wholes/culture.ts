/** Stages, museums and media: the names each goes by, and its tables in the words of a brief. */
export const CULTURE: readonly (readonly [string, string])[] = [
  [
    'cinema | movie theater | movie theatre | film theater | drive in cinema',
    'movies (title, genre, minutes, age rating), screens (name, seats), screenings (starts at, price, movie, screen), tickets (seat, price, screening)',
  ],
  [
    'theatre | theater | playhouse | theatre company | theater company | opera house | opera | puppet theatre | comedy club',
    'plays (title, author, minutes), performances (starts at, venue, play), customers, tickets (seat, price, performance, customer)',
  ],
  [
    'theatre group | theater group | drama group | drama club | amateur dramatics | amateur theatre | drama society | theatre club',
    'members, plays (title, author, year), roles (name, play, member), rehearsals (starts at, location, play), performances (starts at, venue, play)',
  ],
  [
    'concert hall | music venue | live music venue | concert venue',
    'artists (name, genre, contact email), concerts (name, starts at, price, artist), customers, tickets (seat, price, concert, customer)',
  ],
  [
    'music festival | festival | film festival | arts festival',
    'stages (name, capacity), artists (name, genre), performances (starts at, ends at, stage, artist)',
  ],
  [
    'circus',
    'performers (name, skill, phone), acts (name, minutes, performer), shows (starts at, town), show acts (position, show, act), tickets (seat, price, show)',
  ],
  [
    'museum | local museum | toy museum | history museum | heritage museum | railway museum | village museum',
    'objects (name, year, origin, description, location, donor), donors (name, phone), exhibitions (name, start date, end date), exhibits (exhibition, object)',
  ],
  [
    'art museum',
    'artists, artworks (title, year, medium, artist), exhibitions (name, start date, end date), exhibits (exhibition, artwork)',
  ],
  [
    'art gallery | gallery',
    'artists, artworks (title, year, medium, price, artist), customers, sales (date, price, artwork, customer), exhibitions (name, start date, end date), exhibits (exhibition, artwork)',
  ],
  [
    'artist portfolio | art studio | painter | artist studio | sculptor',
    'artworks (title, year, medium, width, height, price), exhibitions (name, venue, start date, end date), exhibits (exhibition, artwork), sales (date, price, buyer, artwork)',
  ],
  [
    'library | library loans | public library | village library | community library | lending library | library management | book lending',
    'books, members, loans (loan date, due date, return date, book, member)',
  ],
  [
    'archive | town archive | document archive | historical archive',
    'collections (name, description), documents (title, year, type, shelf, collection), loans (loan date, return date, borrower, document)',
  ],
  ['toy library', 'toys (name, age from integer, condition), members, loans (loan date, due date, return date, toy, member)'],
  [
    'tool library | tool lending | tool sharing',
    'tools (name, description, condition), members, loans (loan date, due date, return date, tool, member)',
  ],
  [
    'library of things | board game library | seed library | games library',
    'items (name, category, condition), members, loans (loan date, due date, return date, item, member)',
  ],
  [
    'radio station | community radio | internet radio',
    'presenters, shows (title, genre, weekday), broadcasts (starts at, minutes, show, presenter)',
  ],
  [
    'tv station | tv channel',
    'programs (title, genre, minutes), broadcasts (starts at, program), advertisers (name, email), spots (aired at, price, advertiser, broadcast)',
  ],
  [
    'record label | music label',
    'artists, albums (title, release date, artist), songs (title, duration, album), royalties (period, amount, album)',
  ],
  [
    'publisher | publishing house | publishing company | book publisher',
    'authors, books (title, isbn, published on, price, author), contracts (signed on, royalty percent, author, book), royalties (period, amount, contract)',
  ],
  [
    'newspaper | magazine | local newspaper | school newspaper | online magazine',
    'journalists, issues (number, date), articles (title, text, section, journalist, issue)',
  ],
  [
    'printing press | film production | film crew | movie production | video production',
    'projects (title, start date, end date, budget), scenes (number, description, location, project), crew members (name, role, phone, project), shoots (date, location, scene)',
  ],
  [
    'band | rock band | cover band | jazz band | music band | our band',
    'members (name, instrument, phone), songs (title, artist, song key, duration), gigs (date, venue, fee), setlist entries (position, gig, song), availabilities (status, gig, member)',
  ],
  [
    'setlist | setlists | set list | gig list | band gigs',
    'songs (title, artist, duration), gigs (date, venue, fee), setlist entries (position, gig, song)',
  ],
  [
    'choir | church choir | gospel choir | singing group | chorus | community choir | barbershop choir',
    'members (name, voice part, email, phone), pieces (title, composer), rehearsals (date, location, concert), attendances (status, rehearsal, member), concerts (name, date, venue), concert pieces (position, concert, piece)',
  ],
  [
    'orchestra | wind band | brass band | marching band | string quartet | youth orchestra | concert band | music society | big band | symphony orchestra | music club',
    'members (name, instrument, email, phone), pieces (title, composer), rehearsals (date, location, concert), attendances (status, rehearsal, member), concerts (name, date, venue), concert pieces (position, concert, piece)',
  ],
  [
    'sheet music | sheet music library | score library | music scores',
    'composers (name, birth year, country), scores (title, instrumentation, publisher, location, composer)',
  ],
  [
    'podcast | podcasts',
    'podcasts (title, description), episodes (title, number, duration, publish date, podcast), guests (name, email), guest appearances (episode, guest)',
  ],
  [
    'blog | personal blog | blogging',
    'users (name, email), posts (title, body, published at, user), comments (body, created at, post, user)',
  ],
  [
    'youtube channel | video channel | vlog',
    'videos (title, published on, minutes, views, likes), sponsors (name, email), sponsorships (amount, sponsor, video)',
  ],
  [
    'forum | message board | discussion board',
    'users (name, email), threads (title, created at, user), posts (body, created at, thread, user)',
  ],
  [
    'social network | social media app',
    'users (name, email, bio), posts (body, created at, user), comments (body, created at, post, user), likes (created at, post, user)',
  ],
  ['wiki | knowledge base', 'users (name, email), pages (title, body), revisions (body, created at, page, user)'],
  ['guestbook | guest book', 'entries (name, message, created at)'],
  [
    'newsletter | mailing list | email list | email newsletter',
    'subscribers (name, email, subscribed on), issues (title, sent at), sends (sent at, opened, issue, subscriber)',
  ],
  [
    'dance company | ballet company | ballet',
    'dancers, pieces (title, choreographer, minutes), performances (starts at, venue, piece), castings (role, piece, dancer)',
  ],
  [
    'poetry | writing | novel | book writing | novel writing',
    'books (title, genre, status), chapters (number, title, text, book), characters (name, age, description, book), scenes (title, location, summary, chapter)',
  ],
  ['planetarium | observatory', 'shows (title, starts at, price), visitors (name, email), bookings (seats, show, visitor)'],
  [
    'cultural center | cultural centre | arts center | arts centre | community center | community centre | youth center | youth club | youth centre',
    'members (name, birth date, phone), activities (name, weekday, start time, room), registrations (registered on, member, activity), visits (date, member)',
  ],
];
