import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface PromptRow {
  readonly title: string;
  readonly description: string;
  readonly takes: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

/** What is chosen from names of a database may hold anything: it stays one quoted word of the sentence. */
const named = (name = ''): string => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

const db = { name: 'db', description: 'Id or slug of the database', required: true };
const table = { name: 'table', description: 'One of its tables', required: true };

/** THE table of prompts: what people begin with. Their arguments are completed as those of resources are. */
const PROMPTS: Readonly<Record<string, PromptRow>> = {
  explore: {
    title: 'What is in a database',
    description: 'Looks at its tables and says what they hold, with figures and what is worth asking.',
    takes: [db],
    text: (given) =>
      `Get to know the database ${named(given.db)}: describe it with databases, then use ask and run for the number of rows of each table, the time that they span, ` +
      'and the three figures that somebody who keeps such data would want to know. Tell me what it holds in a few sentences, with these figures, ' +
      'and five questions that it can answer. Change nothing.',
  },
  clean_up: {
    title: 'Clean a table up',
    description: 'Finds duplicates, gaps and odd values of a table, and shows each correction before it is made.',
    takes: [db, table],
    text: (given) =>
      `Look for what is wrong in the table ${named(given.table)} of the database ${named(given.db)}: rows that are there twice, values that are missing or written in several ways, ` +
      'numbers and dates that cannot be. List what you find with how many rows each concerns. Then propose one correction after the other: ' +
      'preview it with ask or run, show me its diff, and confirm it only when I say so.',
  },
  keep_track: {
    title: 'Make a database',
    description: 'Makes a database for something that is to be kept track of, and says how to fill it.',
    takes: [{ name: 'what', description: 'What is to be kept track of', required: true }],
    text: (given) =>
      `I want to keep track of this: ${given.what}. Say which tables and columns you would make, ask me what is unclear, and when I agree make it with create_database. ` +
      'Then offer to insert what I have.',
  },
};

export const PROMPT_LIST: Prompt[] = Object.entries(PROMPTS).map(([name, { title, description, takes }]) => ({
  name,
  title,
  description,
  arguments: takes.map((each) => ({ ...each })),
}));

/** @throws ProtocolError for a name that is none, and for an argument that is missing or is not taken */
export function promptNamed(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const row = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
  if (row === undefined) throw flaw(`Unknown prompt: ${name}. Known: ${Object.keys(PROMPTS).join(', ')}`);
  const missing = row.takes.filter((each) => !given[each.name]);
  if (missing.length > 0) throw flaw(`The prompt needs ${missing.map((each) => each.name).join(' and ')}.`);
  const unknown = Object.keys(given).find((field) => !row.takes.some((each) => each.name === field));
  if (unknown !== undefined) throw flaw(`The prompt takes ${row.takes.map((each) => each.name).join(' and ')}, not ${unknown}.`);
  return { description: row.description, messages: [{ role: 'user', content: { type: 'text', text: row.text(given) } }] };
}

const flaw = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
