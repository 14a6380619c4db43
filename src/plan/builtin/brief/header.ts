import { snakeCase } from '../english/inflect.ts';
import { readClause } from './clause.ts';
import type { Draft } from './draft.ts';
import { isEntity } from './entity.ts';
import { asTable, readHead } from './head.ts';
import { stripLead } from './lead.ts';

/** "create a table from: name,email,signup_date", or such a line alone. False when the text is no such header. */
export function readHeader(draft: Draft, text: string): boolean {
  const match = HEADER.exec(text);
  if (!match?.groups) return false;
  const columns = (match.groups.columns ?? '').split(/[,;\t]/).map((each) => each.trim().replaceAll(/^"|"$/g, ''));
  // "book club: members, books, meetings" are three tables.
  if (/,\s/.test(match.groups.columns ?? '') && columns.every(isEntity)) return false;
  if (readClause(stripLead(match.groups.lead ?? '')) !== null) return false;
  const words = stripLead(match.groups.lead ?? '')
    .replace(SOURCE, '')
    .replaceAll(/\b(?:from|with|using)\b/gi, '')
    .trim();
  const table = draft.table(words === '' ? 'records' : asTable(readHead(words)));
  if (!words) draft.assumptions.push('the table is called records');
  for (const column of columns) if (snakeCase(column) !== 'id') draft.column(table, column);
  return true;
}

const HEADER = /^(?<lead>[^:]*?):?\s*\n?(?<columns>(?<=^|[:\n]\s*)"?[A-Za-z_][\w-]*"?(?:[,;\t]\s?"?[A-Za-z_][\w-]*"?)+)$/;
/** "from this csv header" */
const SOURCE = /\b(?:from|with|using)?\s*(?:this |the |a )?(?:csv|header|headers|columns|fields)?\s*(?:header|line|file|row)?s?$/i;
