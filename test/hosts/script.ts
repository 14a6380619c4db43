/** A call that the scripted model makes, and what it must then have been given. */
export interface Step {
  readonly title: string;
  readonly tool: string;
  readonly input: (said: readonly string[]) => Record<string, unknown>;
  /** What the text that reaches the model has, whichever form its host passes on. */
  readonly expects: RegExp;
}

const COFFEES = Array.from({ length: 60 }, (_, n) => ({ roaster: `Roaster ${n + 1}`, price: 10 + n, rating: (n % 5) + 1 }));

/** JSON in JSON has its quotes escaped, once or twice. */
const plain = (text: string): string => text.replace(/\\+"/g, '"');

function found(said: readonly string[], pattern: RegExp): string {
  for (const text of [...said].reverse()) {
    const value = pattern.exec(plain(text))?.[1];
    if (value !== undefined) return value;
  }
  return 'nothing-found';
}

const db = (said: readonly string[]): string => found(said, /\b(db_[a-z0-9_]+_[a-z2-7]{8})\b/);

/** What an agent does in a day. What its user was not there for is approved before `outcome`, and the key is revoked before the last. */
export const STEPS: readonly Step[] = [
  { title: 'list', tool: 'databases', input: () => ({}), expects: /databases/ },
  {
    title: 'create',
    tool: 'create_database',
    input: () => ({ goal: 'track coffee beans with roaster, price and rating' }),
    expects: /db_[a-z0-9_]+_[a-z2-7]{8}[\s\S]*coffee_beans/,
  },
  {
    title: 'insert',
    tool: 'insert',
    input: (said) => ({ db: db(said), table: 'coffee_beans', rows: COFFEES }),
    expects: /"?inserted"?: ?60/,
  },
  { title: 'ask', tool: 'ask', input: (said) => ({ db: db(said), goal: 'How many coffee beans are there?' }), expects: /60 coffee beans/ },
  {
    title: 'run',
    tool: 'run',
    input: (said) => ({ db: db(said), sql: 'SELECT max(price) AS dearest FROM coffee_beans' }),
    expects: /dearest[\s\S]*\b69\b/,
  },
  {
    title: 'preview',
    tool: 'run',
    input: (said) => ({ db: db(said), sql: 'DELETE FROM coffee_beans WHERE price >= 65' }),
    expects: /Nothing is written yet[\s\S]*|"token"[\s\S]*Nothing is written yet/,
  },
  {
    title: 'confirm',
    tool: 'confirm',
    input: (said) => ({ token: found(said, /"token": ?"([^"]+)"/) }),
    // Who runs it without anybody before it has the question for the user closed or refused; the owner then decides on the page.
    expects: /Deleted 5 rows|nothing was written/,
  },
  {
    title: 'outcome',
    tool: 'confirm',
    input: (said) => ({ token: found(said, /"token": ?"([^"]+)"/) }),
    expects: /Deleted 5 rows|confirm_expired/,
  },
  {
    title: '51+ rows',
    tool: 'run',
    input: (said) => ({ db: db(said), sql: 'SELECT id, roaster FROM coffee_beans ORDER BY id' }),
    expects: /Roaster 50\b[\s\S]*There are more rows|There are more rows[\s\S]*Roaster 50\b/,
  },
  {
    title: 'more',
    tool: 'run',
    input: (said) => ({
      db: db(said),
      sql: 'SELECT id, roaster FROM coffee_beans ORDER BY id',
      offset: Number(found(said, /"offset": ?(\d+)/)),
    }),
    expects: /Roaster 55\b/,
  },
  {
    title: 'decline',
    tool: 'ask',
    input: (said) => ({ db: db(said), goal: 'Who is our darling in the fjords?' }),
    expects: /not_understood[\s\S]*coffee_beans|coffee_beans[\s\S]*not_understood/,
  },
  {
    title: 'own reading',
    tool: 'ask',
    input: (said) => ({
      db: db(said),
      goal: 'Who is our darling in the fjords?',
      sql: 'SELECT roaster FROM coffee_beans ORDER BY price DESC LIMIT 1',
    }),
    expects: /Roaster 55\b/,
  },
  {
    title: 'cut off',
    tool: 'databases',
    input: () => ({}),
    expects: /unauthorized|invalid_bearer|401|auth_required|authentication|authorization|has ended/i,
  },
];

/** How far a host came with them. */
export interface Course {
  /** What the model was given for each call, in order. */
  readonly said: string[];
  /** Requests of the host to the model's endpoint. */
  requests: number;
}
