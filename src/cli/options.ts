interface OptionRow {
  readonly flags: string;
  readonly summary: string;
  /** May be given several times. */
  readonly repeats?: true;
}

/** Every option of every command, under the name that its value has in `Flags`. */
export const OPTIONS = {
  db: { flags: '--db <db>', summary: 'the database, by id or name, in place of the active one' },
  engine: {
    flags: '--engine <engine>',
    summary: 'engine of a database that is made: postgres or clickhouse',
  },
  write: { flags: '--write', summary: 'also let its rows be written, where the login may; without, it is read alone' },
  table: { flags: '--table <name>', summary: 'tables alone whose names contain this; * stands for anything: order*' },
  url: {
    flags: '--url <url>',
    summary: 'the connection URL; else SVC_CONNECTION_URL, asked for and not shown, or of standard input, where no other user reads it',
  },
  model: { flags: '--model <model>', summary: 'auto, fast, best, or <provider>/<model> of `svc models`' },
  confirm: {
    flags: '--confirm',
    summary: 'do it without asking',
  },
  dryRun: { flags: '--dry-run', summary: 'only show what would be written or made' },
  forceQuery: { flags: '--force-query', summary: 'read the goal as a question to the database, never as a create' },
  params: { flags: '--params <json>', summary: 'values of $1..$n, as a JSON array' },
  transaction: { flags: '--transaction', summary: 'all statements as one transaction: they are done, or none is' },
  thread: {
    flags: '--thread <name>',
    summary: 'asks of one thread go on from each other: "and in Paris?"',
  },
  sql: { flags: '--sql <text>', summary: 'the same as a condition or an aggregate on one table' },
  replay: { flags: '--replay', summary: 'run its read again and say whether the result is the same' },
  csv: { flags: '--csv', summary: 'rows as CSV' },
  records: { flags: '-x, --records', summary: 'each row as lines down the page' },
  chart: { flags: '--chart', summary: 'grouped numbers as bars' },
  format: { flags: '--format <format>', summary: 'csv, json or ndjson, where the file does not say' },
  pack: { flags: '--pack <pack>', summary: 'tabular, notes, or repo (a git log, an export of issues), where the files do not say' },
  resume: { flags: '--resume <id>', summary: 'go on with an import; name its files again where they were not all sent' },
  name: { flags: '--name <name>', summary: 'of the database that is made' },
  goal: { flags: '--goal <text>', summary: 'what the database is for, in plain English' },
  key: {
    flags: '--key <key>',
    summary: 'the provider key; else asked for and not shown, or of standard input, where no other user reads it',
  },
  preset: { flags: '--preset <preset>', summary: 'tables that are there to be chosen, such as agent_memory_v1' },
  kind: { flags: '--kind <kind>', summary: 'fact, episode or entity (fact)' },
  type: { flags: '--type <type>', summary: 'the category of a fact, or the type of an entity' },
  role: { flags: '--role <role>', summary: 'who spoke, of an episode: user, assistant' },
  tag: { flags: '--tag <tag>', summary: 'a label of a fact; may be given several times', repeats: true },
  ttl: { flags: '--ttl <time>', summary: 'how long it is remembered: 7d, 24h, 30m' },
  subject: { flags: '--subject <name>', summary: 'whom or what a fact is about' },
  from: { flags: '--from <file>', summary: 'many at once: a .ndjson or .json file of objects with these fields; - is standard input' },
  recalledFrom: { flags: '--recalled-from <id>', summary: 'the row that the text was recalled from: it is not kept twice' },
  agent: { flags: '--agent <id>', summary: 'the agent that it belongs to' },
  endUser: { flags: '--end-user <id>', summary: 'the end user whom it belongs to' },
  readOnly: { flags: '--read-only', summary: 'the key reads and never writes' },
  publishable: { flags: '--publishable', summary: 'a key to show in pages: it reads one database, and nothing else' },
  origins: { flags: '--origins <list>', summary: 'origins whose pages may send it: https://a.example,https://b.example' },
  rows: {
    flags: '--rows <filter>',
    summary: `of a granted table the rows that meet a condition: "orders: region = 'EU'"; may be given several times`,
    repeats: true,
  },
  mask: {
    flags: '--mask <columns>',
    summary: 'of a granted table columns that are hidden: "customers: email, phone"; may be given several times',
    repeats: true,
  },
  browser: { flags: '--browser', summary: 'open the link in a browser, too' },
  host: { flags: '--host <host>', summary: 'address to listen on (SVC_HOST; 127.0.0.1)' },
  port: { flags: '--port <number>', summary: 'port to listen on, 0 for a free one (SVC_PORT; 8787)' },
  remote: { flags: '--remote', summary: 'the address of the service, in place of a process that the host starts' },
  file: {
    flags: '-f, --file <path>',
    summary: 'the file with the SQL',
  },
  skip: { flags: '--skip <rows>', summary: 'leave this many rows out: those that are in already' },
  refuse: { flags: '--refuse', summary: 'refuse it' },
  man: { flags: '--man', summary: 'the whole manual page, in the language of man' },
  check: { flags: '--check', summary: 'only say whether there is a newer version' },
  yes: { flags: '--yes', summary: 'change, or drop, without asking' },
  to: { flags: '--to <server>', summary: 'the server that it is moved to: a name of SVC_HOSTING_URLS, or main' },
  withoutClickhouse: { flags: '--without-clickhouse', summary: 'leave databases on ClickHouse out, which a backup does not hold' },
  databases: { flags: '--databases <number>', summary: 'databases that the tenant may have; 0 is no limit, `default` what holds for all' },
  mb: { flags: '--mb <number>', summary: 'megabytes of all of its databases, likewise' },
  statements: { flags: '--statements <number>', summary: 'statements of it at once, likewise' },
  reason: { flags: '--reason <text>', summary: 'what its callers are told' },
  dataDir: { flags: '--data-dir <folder>', summary: 'folder of the data (SVC_DATA_DIR; ~/.local/share/svc)' },
} as const satisfies Record<string, OptionRow>;

/** Options that every command takes. */
export const GLOBAL_OPTIONS = {
  apiUrl: { flags: '--api-url <url>', summary: 'address of the service (SVC_API_URL; http://127.0.0.1:8787)' },
  json: { flags: '--json', summary: 'the whole reply, or the error, as JSON' },
  updateCheck: { flags: '--no-update-check', summary: 'do not look for a newer version, which is done once a day' },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof OPTIONS;
type All = typeof OPTIONS & typeof GLOBAL_OPTIONS;

export type Flags = {
  readonly [K in keyof All]?: All[K] extends { repeats: true }
    ? readonly string[]
    : All[K]['flags'] extends `${string}<${string}>`
      ? string
      : boolean;
};

/** The same table where the differences between its rows do not matter. */
export const OPTION_ROWS: Readonly<Record<OptionName, OptionRow>> = OPTIONS;
