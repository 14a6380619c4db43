interface OptionRow {
  readonly flags: string;
  readonly summary: string;
  /** May be given several times. */
  readonly repeats?: true;
}

/** Every option of every command, under the name that its value has in `Flags`. */
export const OPTIONS = {
  db: { flags: '--db <db>', summary: 'the database, by id or name, in place of the active one' },
  engine: { flags: '--engine <engine>', summary: 'engine of a database that is made or connected: postgres or clickhouse' },
  url: {
    flags: '--url <url>',
    summary: 'the connection URL; else SVC_CONNECTION_URL, asked for and not shown, or of standard input, where no other user reads it',
  },
  model: { flags: '--model <model>', summary: 'auto, fast, best, or <provider>/<model> of `svc models`' },
  confirm: { flags: '--confirm', summary: 'do it without asking; a write that was just shown is done as shown' },
  dryRun: { flags: '--dry-run', summary: 'only show what would be written or made' },
  forceQuery: { flags: '--force-query', summary: 'read the goal as a question to the database, never as a create' },
  params: { flags: '--params <json>', summary: 'values of $1..$n, as a JSON array' },
  thread: {
    flags: '--thread <name>',
    summary: 'asks of one thread go on from each other: "and in Paris?"; of what is remembered, its thread',
  },
  sql: { flags: '--sql <text>', summary: 'the same as a condition or an aggregate on one table' },
  replay: { flags: '--replay', summary: 'run its read again and say whether the result is the same' },
  csv: { flags: '--csv', summary: 'rows as CSV' },
  chart: { flags: '--chart', summary: 'grouped numbers as bars' },
  format: { flags: '--format <format>', summary: 'csv, json or ndjson, where the file does not say' },
  goal: { flags: '--goal <text>', summary: 'what the database is for, in plain English' },
  key: { flags: '--key <key>', summary: 'the provider key; else of standard input, or asked for and not shown' },
  preset: { flags: '--preset <preset>', summary: 'tables that are there to be chosen, such as agent_memory_v1' },
  kind: { flags: '--kind <kind>', summary: 'fact, episode or entity (fact)' },
  type: { flags: '--type <type>', summary: 'the category of a fact, or the type of an entity' },
  role: { flags: '--role <role>', summary: 'who spoke, of an episode: user, assistant' },
  tag: { flags: '--tag <tag>', summary: 'a label of a fact; may be given several times', repeats: true },
  ttl: { flags: '--ttl <time>', summary: 'how long it is remembered: 7d, 24h, 30m' },
  subject: { flags: '--subject <name>', summary: 'whom or what a fact is about' },
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
  host: { flags: '--host <host>', summary: 'address to listen on (SVC_HOST; 127.0.0.1); of `mcp serve`, the agent host that starts it' },
  port: { flags: '--port <number>', summary: 'port to listen on, 0 for a free one (SVC_PORT; 8787)' },
  remote: { flags: '--remote', summary: 'the address of the service, in place of a process that the host starts' },
  file: { flags: '--file <path>', summary: 'another file of this host, such as that of a project' },
  yes: { flags: '--yes', summary: 'change without asking' },
  dataDir: { flags: '--data-dir <folder>', summary: 'folder of the data (SVC_DATA_DIR; ~/.local/share/svc)' },
} as const satisfies Record<string, OptionRow>;

/** Options that every command takes. */
export const GLOBAL_OPTIONS = {
  apiUrl: { flags: '--api-url <url>', summary: 'address of the service (SVC_API_URL; http://127.0.0.1:8787)' },
  json: { flags: '--json', summary: 'the whole reply, or the error, as JSON' },
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
