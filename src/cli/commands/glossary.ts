import { readFile } from 'node:fs/promises';
import type { Glossary } from '../../contract/glossary.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { requireDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { drawTable } from '../output/table.ts';
import { Stop } from '../stop.ts';

/** What the words of a business mean in a database. */
export const glossary: Run = async (context, _given, { db, json }) => {
  const client = await context.client();
  const found = await client.getGlossary({ id: await requireDatabase(context, db) });
  if (json) context.output.json(found);
  else show(context, found);
  return 'ok';
};

/** The whole glossary, of a JSON file `{"terms": […], "notes": "…"}`, in place of the one before. */
export const glossarySet: Run = async (context, [file = ''], { db, json }) => {
  let body: Glossary;
  try {
    body = JSON.parse(await readFile(file, 'utf8')) as Glossary;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Stop('usage', code === 'ENOENT' ? `${file}: there is no such file.` : `${file} is no glossary: ${message}.`);
  }
  return await put(context, db, body, json === true);
};

/** One term more, or another meaning of it. */
export const glossaryAdd: Run = async (context, [term = '', means = ''], { db, sql, json }) => {
  const id = await requireDatabase(context, db);
  const { terms, notes } = await (await context.client()).getGlossary({ id });
  const others = terms.filter((other) => other.term.toLowerCase() !== term.toLowerCase());
  return await put(context, id, { terms: [...others, { term, means, ...(sql === undefined ? {} : { sql }) }], notes }, json === true);
};

async function put(context: Context, db: string | undefined, { terms, notes }: Glossary, json: boolean): Promise<'ok'> {
  const client = await context.client();
  const stored = await client.putGlossary({ id: await requireDatabase(context, db), terms, notes });
  if (json) context.output.json(stored);
  else show(context, stored);
  return 'ok';
}

function show({ output }: Context, { terms, notes }: Glossary): void {
  if (terms.length === 0 && notes === '')
    output.line('No glossary yet; `svc glossary add "active customer" "customer with status active"` starts one.');
  if (terms.length > 0)
    output.line(
      drawTable(
        ['term', 'means', 'sql'],
        terms.map(({ term, means, sql }) => ({ term, means, sql: sql ?? '' })),
        output.width,
      ),
    );
  if (notes !== '') output.line(safeText(notes));
}
