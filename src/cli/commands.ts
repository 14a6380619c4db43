import type { OperationName } from '../contract/operations.ts';
import type { Run } from './command-run.ts';
import type { OptionName } from './options.ts';

export interface CommandRow {
  /** Words after `svc`. */
  readonly path: readonly string[];
  /** In the notation of help, each with what it is: `<name>`, `[name]`, `<name...>`. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: readonly OptionName[];
  /** What an option is here, where the table of options says it of most commands. */
  readonly meanings: Readonly<Partial<Record<OptionName, string>>>;
  /** Arguments of `<name...>` are several things, such as files, and no words of one. */
  readonly apart?: true;
  readonly summary: string;
  /** What it calls; none for a command that does its work here. */
  readonly operations: readonly OperationName[];
  /** Loaded when it runs, so that help loads nothing. */
  readonly load: () => Promise<Run>;
}

const command = (
  words: string,
  summary: string,
  { arguments: names = {}, options = [], meanings = {}, operations = [], ...more }: Partial<CommandRow> & Pick<CommandRow, 'load'>,
): CommandRow => ({ path: words.split(' '), arguments: names, options, meanings, summary, operations, ...more });

/** THE tree of commands: the parser, help and `help --json` are made from it. */
export const COMMANDS: readonly CommandRow[] = [
  command('serve', 'Start the service; Ctrl-C stops it.', {
    options: ['host', 'port', 'dataDir'],
    load: async () => (await import('./commands/serve.ts')).serve,
  }),
  command('clickhouse install', 'Install the embedded ClickHouse, about 550 MB, into the data folder.', {
    options: ['dataDir'],
    load: async () => (await import('./commands/clickhouse-install.ts')).clickhouseInstall,
  }),
  command('admin backup', 'Copy all data of a service of this machine into a new folder or to S3, while it runs or not.', {
    arguments: { '<folder>': 'the folder of the backup, which is made, or s3://<bucket>/<prefix>' },
    options: ['dataDir', 'withoutClickhouse'],
    load: async () => (await import('./commands/admin-backup.ts')).adminBackup,
  }),
  command('admin restore', 'Make the data folder of a service from a backup, or a database of one in it.', {
    arguments: { '<folder>': 'the folder of the backup, or s3://<bucket>/<prefix>' },
    options: ['db', 'dataDir'],
    meanings: {
      db: 'this database of the backup alone, by id or name: made anew under its owner, in the service of the data folder, while it runs or not',
    },
    load: async () => (await import('./commands/admin-restore.ts')).adminRestore,
  }),
  command(
    'admin tenants',
    'List accounts and anonymous sessions: their databases, how large these are, and when something was last used.',
    {
      options: ['dataDir', 'csv'],
      load: async () => (await import('./commands/admin-tenants.ts')).adminTenants,
    },
  ),
  command('admin limits', 'Show what accounts and anonymous sessions may have, or set it for one.', {
    arguments: { '[tenant]': 'an id of `svc admin tenants`, or an address of an account' },
    options: ['databases', 'mb', 'statements', 'dataDir'],
    load: async () => (await import('./commands/admin-limits.ts')).adminLimits,
  }),
  command('admin block', 'Refuse the calls of an account or anonymous session, and end what runs for it.', {
    arguments: { '<tenant>': 'an id of `svc admin tenants`, or an address of an account' },
    options: ['reason', 'dataDir'],
    load: async () => (await import('./commands/admin-block.ts')).adminBlock,
  }),
  command('admin unblock', 'Let an account or anonymous session in again.', {
    arguments: { '<tenant>': 'an id of `svc admin tenants`, or an address of an account' },
    options: ['dataDir'],
    load: async () => (await import('./commands/admin-block.ts')).adminUnblock,
  }),
  command('admin drop', 'Drop all databases of an account or anonymous session.', {
    arguments: { '<tenant>': 'an id of `svc admin tenants`, or an address of an account' },
    options: ['yes', 'dataDir'],
    load: async () => (await import('./commands/admin-drop.ts')).adminDrop,
  }),
  command(
    'admin move',
    'Move a hosted database to another server of SVC_HOSTING_URLS, while it is used; once more goes on where it stopped.',
    {
      arguments: { '<db>': 'its id' },
      options: ['to', 'dataDir'],
      load: async () => (await import('./commands/admin-move.ts')).adminMove,
    },
  ),
  command('admin sweep', 'Remove now what is being deleted, was left half made, or has expired; services do it every ten minutes.', {
    options: ['dataDir'],
    load: async () => (await import('./commands/admin-sweep.ts')).adminSweep,
  }),
  command(
    'admin health',
    'Look whether the stores of a service are there and fit: PostgreSQL, control plane, secret, Redis, ClickHouse, disk.',
    {
      options: ['dataDir'],
      load: async () => (await import('./commands/admin-health.ts')).adminHealth,
    },
  ),
  command('ask', 'Ask the active database, or create one, in plain English.', {
    arguments: { '<goal...>': 'a question, an instruction, or what to keep' },
    options: ['db', 'engine', 'model', 'thread', 'dryRun', 'confirm', 'forceQuery', 'csv', 'chart', 'records'],
    meanings: { confirm: 'write without asking; a write that was just shown is done as shown' },
    operations: ['ask'],
    load: async () => (await import('./commands/ask.ts')).ask,
  }),
  command('new', 'Create a database from a goal, make it the active one and ask the goal.', {
    arguments: { '<goal...>': 'what to keep, in plain English' },
    options: ['engine'],
    operations: ['createDatabase', 'ask'],
    load: async () => (await import('./commands/new.ts')).newDatabase,
  }),
  command('query', 'Ask one database.', {
    arguments: { '<db>': 'its id or name', '<goal...>': 'a question or an instruction' },
    options: ['model', 'thread', 'dryRun', 'confirm', 'csv', 'chart', 'records'],
    meanings: { confirm: 'write without asking; a write that was just shown is done as shown' },
    operations: ['ask'],
    load: async () => (await import('./commands/query.ts')).query,
  }),
  command('run', 'Run SQL, of the argument, a file or standard input, one statement after the other. `svc -f query.sql` is short for it.', {
    arguments: { '[sql...]': 'SELECT, INSERT, UPDATE, DELETE, WITH, EXPLAIN or SHOW' },
    options: ['db', 'file', 'params', 'transaction', 'csv', 'chart', 'records'],
    operations: ['run', 'transaction'],
    load: async () => (await import('./commands/run.ts')).run,
  }),
  command('shell', 'A prompt for questions and SQL alike, with history and completion of names.', {
    arguments: { '[db]': 'its id or name; the active one when absent' },
    options: ['db', 'model'],
    operations: ['ask', 'run', 'describeDatabase', 'listDatabases', 'undo'],
    load: async () => (await import('./commands/shell.ts')).shell,
  }),
  command('insert', 'Insert the rows of a file; a table or column that is not there is made.', {
    arguments: { '<table>': 'the table', '[file]': 'a .csv, .json or .ndjson file; - or none is standard input' },
    options: ['db', 'format', 'skip'],
    operations: ['insert', 'describeDatabase'],
    load: async () => (await import('./commands/insert.ts')).insert,
  }),
  command('import', 'Import files, a folder of notes, an export of a repository or a URL into a new database, or one of yours.', {
    arguments: { '[file...]': '.csv, .tsv, .json, .ndjson, .xlsx, .parquet or .md files, what git log prints, folders, or one https URL' },
    options: ['db', 'pack', 'name', 'resume'],
    apart: true,
    operations: ['createImport', 'addToImport', 'getImport', 'advanceImport', 'retryImport'],
    load: async () => (await import('./commands/import.ts')).importFiles,
  }),
  command('remember', 'Remember a fact, a message or an entity in an agent memory, or many.', {
    arguments: { '[text...]': 'the fact, the message, or the name of the entity' },
    options: ['db', 'kind', 'type', 'role', 'tag', 'ttl', 'subject', 'agent', 'endUser', 'thread', 'recalledFrom', 'from'],
    meanings: { thread: 'the conversation that it belongs to' },
    operations: ['remember'],
    load: async () => (await import('./commands/remember.ts')).remember,
  }),
  command('undo', 'Undo a write of the last 24 hours, when none of its rows has changed since.', {
    arguments: { '[traceId]': 'trace.id of its reply; the last write to the active database when absent' },
    options: ['db'],
    operations: ['undo'],
    load: async () => (await import('./commands/undo.ts')).undo,
  }),
  command('schema', 'Show the tables and columns of a database.', {
    arguments: { '[db]': 'its id or name; the active one when absent' },
    options: ['db', 'table'],
    operations: ['describeDatabase'],
    load: async () => (await import('./commands/schema.ts')).schema,
  }),
  command('trace', 'Show the receipt of a request: what was asked, what ran and what came of it.', {
    arguments: { '<id>': 'the trace id of a reply, or the request id of an error' },
    options: ['replay'],
    operations: ['getTrace', 'replayTrace'],
    load: async () => (await import('./commands/trace.ts')).trace,
  }),
  command('glossary', 'Show what the words of your business mean in a database.', {
    options: ['db'],
    operations: ['getGlossary'],
    load: async () => (await import('./commands/glossary.ts')).glossary,
  }),
  command('glossary set', 'Put the glossary of a JSON file in place of the one there is.', {
    arguments: { '<file>': 'a file with {"terms": [{"term", "means", "sql"}], "notes"}' },
    options: ['db'],
    operations: ['putGlossary'],
    load: async () => (await import('./commands/glossary.ts')).glossarySet,
  }),
  command('glossary add', 'Add a term to the glossary, or change its meaning.', {
    arguments: { '<term>': 'as people say it', '<means>': 'the words that it stands for' },
    options: ['db', 'sql'],
    operations: ['getGlossary', 'putGlossary'],
    load: async () => (await import('./commands/glossary.ts')).glossaryAdd,
  }),
  command('use', 'Make a database the active one.', {
    arguments: { '<db>': 'its id or name' },
    operations: ['listDatabases'],
    load: async () => (await import('./commands/use.ts')).use,
  }),
  command('db list', 'List your databases.', {
    options: ['csv'],
    operations: ['listDatabases'],
    load: async () => (await import('./commands/db-list.ts')).dbList,
  }),
  command('db create', 'Create a database.', {
    arguments: { '[name]': 'its name' },
    options: ['goal', 'engine', 'preset'],
    operations: ['createDatabase'],
    load: async () => (await import('./commands/db-create.ts')).dbCreate,
  }),
  command('db connect', 'Connect a Postgres or ClickHouse database that is there already, for reading unless --write says more.', {
    arguments: { '[name]': 'what to call it here, its own name when absent; or its connection URL, as --url' },
    options: ['name', 'url', 'engine', 'write'],
    meanings: { name: 'what to call it here', engine: 'postgres or clickhouse, where its URL does not say' },
    operations: ['connectDatabase'],
    load: async () => (await import('./commands/db-connect.ts')).dbConnect,
  }),
  command('db reconnect', 'Give the URL of a connected database anew, such as after its password was changed.', {
    arguments: { '[db]': 'its id or name; the active one when absent' },
    options: ['db', 'url', 'write'],
    operations: ['reconnectDatabase'],
    load: async () => (await import('./commands/db-connect.ts')).dbReconnect,
  }),
  command('db check', 'Look whether a database can be read now.', {
    arguments: { '[db]': 'its id or name; the active one when absent' },
    options: ['db'],
    operations: ['checkDatabase', 'listDatabases'],
    load: async () => (await import('./commands/db-check.ts')).dbCheck,
  }),
  command('db rename', 'Give a database another name.', {
    arguments: { '<db>': 'its id or name', '<name>': 'the new name' },
    operations: ['updateDatabase', 'listDatabases'],
    load: async () => (await import('./commands/db-rename.ts')).dbRename,
  }),
  command('db delete', 'Delete a database and everything in it; a connected one is only forgotten.', {
    arguments: { '<db>': 'its id or name' },
    options: ['confirm'],
    operations: ['deleteDatabase', 'listDatabases'],
    load: async () => (await import('./commands/db-delete.ts')).dbDelete,
  }),
  command('keys create', 'Make a key for a program, or for a page that shows one database; it is printed once.', {
    arguments: { '[name]': 'its name in lists' },
    options: ['readOnly', 'publishable', 'db', 'origins'],
    operations: ['mintKey'],
    load: async () => (await import('./commands/keys.ts')).keysCreate,
  }),
  command('keys list', 'List your keys, active ones first.', {
    options: ['csv'],
    operations: ['listKeys'],
    load: async () => (await import('./commands/keys.ts')).keysList,
  }),
  command('keys revoke', 'Revoke a key at once and for good.', {
    arguments: { '<id>': 'its id, of `svc keys list`' },
    operations: ['revokeKey'],
    load: async () => (await import('./commands/keys.ts')).keysRevoke,
  }),
  command('grants create', 'Let another account read tables of a database, with the columns that they have now.', {
    arguments: { '<grantee>': 'the id of its account, or its e-mail address', '<tables...>': 'their names' },
    options: ['db', 'rows', 'mask'],
    operations: ['mintGrant'],
    load: async () => (await import('./commands/grants.ts')).grantsCreate,
  }),
  command('grants list', 'List the grants that you gave and those that you hold, active ones first.', {
    options: ['csv'],
    operations: ['listGrants'],
    load: async () => (await import('./commands/grants.ts')).grantsList,
  }),
  command('grants usage', 'Show how often a grant was used, and how many rows it gave.', {
    arguments: { '<id>': 'its id, of `svc grants list`' },
    options: ['csv'],
    operations: ['grantUsage'],
    load: async () => (await import('./commands/grants.ts')).grantsUsage,
  }),
  command('grants revoke', 'Revoke a grant that you gave, at once and for good.', {
    arguments: { '<id>': 'its id, of `svc grants list`' },
    operations: ['revokeGrant'],
    load: async () => (await import('./commands/grants.ts')).grantsRevoke,
  }),
  command('byollm set', 'Store your key of a model provider: your asks are then planned with it.', {
    arguments: {
      '<provider>': 'openai, anthropic, google-ai-studio, grok, openrouter, or one of `svc models`',
      '<model>': 'its own name of the model',
    },
    options: ['key'],
    operations: ['setByollm'],
    load: async () => (await import('./commands/byollm.ts')).byollmSet,
  }),
  command('byollm status', 'Show which provider key is stored.', {
    operations: ['byollmStatus'],
    load: async () => (await import('./commands/byollm.ts')).byollmStatus,
  }),
  command('byollm clear', 'Forget the stored provider key.', {
    operations: ['clearByollm'],
    load: async () => (await import('./commands/byollm.ts')).byollmClear,
  }),
  command('models', 'List what can plan a question, and which schema presets a new database can be made of.', {
    operations: ['listModels'],
    load: async () => (await import('./commands/models.ts')).models,
  }),
  command('approve', 'Show what agents ask you for, or decide one of them; what is approved does exactly what was shown.', {
    arguments: { '[id]': 'of what is asked for; all that wait are listed when absent' },
    options: ['confirm', 'refuse'],
    operations: ['listApprovals', 'getApproval', 'decideApproval'],
    load: async () => (await import('./commands/approve.ts')).approve,
  }),
  command('mcp detect', 'List the agent hosts of this machine: which are installed, their files, and whether svc is in them.', {
    load: async () => (await import('./commands/mcp-detect.ts')).mcpDetect,
  }),
  command('mcp install', 'Add svc to an agent host, or to all that are installed; each change is shown first.', {
    arguments: { '[host]': 'its name, of `svc mcp detect`; all that are installed when absent' },
    options: ['remote', 'file', 'dryRun', 'yes'],
    meanings: { file: 'another file of this host, such as that of a project' },
    operations: ['mintKey'],
    load: async () => (await import('./commands/mcp-install.ts')).mcpInstall,
  }),
  command('mcp uninstall', 'Take svc out of an agent host, or out of all that are installed; each change is shown first.', {
    arguments: { '[host]': 'its name, of `svc mcp detect`; all that are installed when absent' },
    options: ['file', 'dryRun', 'yes'],
    meanings: { file: 'another file of this host, such as that of a project' },
    operations: ['revokeKey'],
    load: async () => (await import('./commands/mcp-install.ts')).mcpUninstall,
  }),
  command('mcp serve', 'Serve an agent host over standard input and output.', {
    options: ['host', 'db', 'readOnly', 'confirm'],
    meanings: {
      host: 'the agent host that starts it',
      readOnly: 'the agent reads and never writes',
      confirm: 'the agent confirms writes without the user being asked',
    },
    operations: [
      'ask',
      'run',
      'insert',
      'remember',
      'createDatabase',
      'listDatabases',
      'getDatabase',
      'describeDatabase',
      'getTrace',
      'requestGrant',
      'getApproval',
    ],
    load: async () => (await import('./commands/mcp-serve.ts')).mcpServe,
  }),
  command('login', 'Sign this device in by a code that is approved in a browser; at your own service, print a link for a browser.', {
    options: ['browser'],
    operations: ['beginDevice', 'redeemDevice', 'makeSignInLink', 'whoAmI'],
    load: async () => (await import('./commands/login.ts')).login,
  }),
  command('whoami', 'Show the service, the credential, whose it is, and the active database.', {
    operations: ['whoAmI'],
    load: async () => (await import('./commands/whoami.ts')).whoami,
  }),
  command('logout', 'Sign this device out of the service; forget its anonymous session and the active database.', {
    options: ['confirm'],
    operations: ['revokeKey'],
    load: async () => (await import('./commands/logout.ts')).logout,
  }),
  command('doctor', 'Look whether everything is in order here: Node, folders, keychain, engine, disk, the service and its clock.', {
    load: async () => (await import('./commands/doctor.ts')).doctor,
  }),
  command('update', 'Look for a newer version, and install it with npm.', {
    options: ['check', 'yes'],
    load: async () => (await import('./commands/update.ts')).update,
  }),
  command('completion', 'Print what completes commands and options in a shell.', {
    arguments: { '<shell>': 'bash, zsh or fish' },
    load: async () => (await import('./commands/completion.ts')).completion,
  }),
  command('help', 'Show the help of a command; with --json, the whole tree.', {
    arguments: { '[command...]': 'its words' },
    options: ['man'],
    load: async () => (await import('./commands/help.ts')).help,
  }),
];

/** Operations without a command, each with why. */
export const NOT_OFFERED: Readonly<Partial<Record<OperationName, string>>> = {
  postChatMessage: '`svc ask --thread` is a chat',
  listChatMessages: '`svc ask --thread` is a chat, and `svc trace` shows what came of it',
  keyStatus: '`svc keys list` shows it',
  listTraces: 'a list for programs and the console: GET /v1/traces; one of them is `svc trace`',
  usage: 'figures for programs and the console: GET /v1/usage',
  listAudit: 'a log for programs: GET /v1/audit, as CSV or NDJSON too',
  adoptAnonymous: 'done by the first command that meets its own service, with the token that was remembered',
  correctImport: 'types, keys and relations that were found are looked at and corrected on the page that imports',
  deleteImport: 'what is not complete is forgotten within a day',
  getDatabase: '`svc db list` and `svc schema` show all of it',
  signInMethods: 'the sign-in page of a browser asks for it',
  requestSignIn: 'asked for by the sign-in page of a browser',
  lookUpSignIn: 'asked for by the sign-in page of a browser',
  verifySignIn: 'signs a browser in',
  connectProviders: 'asked for by a page: providers of databases are agreed with in a browser',
  startConnectOAuth: 'providers of databases are agreed with in a browser',
  finishConnectOAuth: 'providers of databases are agreed with in a browser',
  pickDatabase: 'providers of databases are agreed with in a browser, which shows what there is to choose',
  startOAuth: 'signs a browser in',
  finishOAuth: 'signs a browser in',
  mcpCallback: 'a browser gives its consent to an agent host by it',
  lookUpDevice: 'devices are approved in a browser',
  decideDevice: 'devices are approved in a browser',
  listSessions: 'browsers are listed, and signed out, in a browser',
  endSession: 'browsers are listed, and signed out, in a browser',
  signOut: 'signs a browser out',
  signOutEverywhere: 'browsers are listed, and signed out, in a browser',
};
