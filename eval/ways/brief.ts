import type { Client } from '../../src/client/index.ts';
import type { CreatedSchema } from '../../src/contract/database.ts';
import { flawsOf } from '../run/judge-brief.ts';
import { answering } from './ask.ts';
import type { Opened } from './way.ts';

/** Briefs over HTTP: each makes a database, whose tables are judged. */
export function openBriefs(svc: Client): Opened {
  return {
    answer: ({ question, brief }) =>
      answering(undefined, async () => {
        const { schema } = await svc.createDatabase({ goal: question });
        const flaws = brief === null ? [] : flawsOf(schema, brief);
        return { kind: 'judged', made: tablesOf(schema), flaws, tokens: null };
      }),
    expected: async () => ({ results: [], tied: null }),
    close: async () => undefined,
  };
}

const tablesOf = ({ tables }: CreatedSchema): string =>
  tables.map(({ name, columns }) => `${name}(${columns.map((column) => column.name).join(', ')})`).join(' ');
