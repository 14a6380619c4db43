import { singularName } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import type { NewTable } from './new-table.ts';
import { lastWord, sortOf } from './nouns.ts';
import { isAuthored } from './usual-owners.ts';

/** Columns that name a person by what they do are keys to where people are kept: the manager of an employee, the author of a post. */
export function linkRoles(draft: Draft, table: NewTable): void {
  for (const [name, column] of [...table.columns]) {
    if (column.type !== 'text' || column.check || column.unique) continue;
    const kept = ROLES.find(([roles]) => roles.has(name) && (!MAKERS.has(name) || isUttered(table.name)))?.[1];
    const own = selfRole(table.name, name);
    const people = own
      ? table
      : [...draft.tables.values()].find((other) => kept?.has(lastWord(singularName(other.name))) && other !== table);
    if (!people) continue;
    table.columns.delete(name);
    draft.point(table.name, people.name, { role: name });
  }
}

/** The manager of an employee is an employee; the parent of a category a category. */
function selfRole(table: string, role: string): boolean {
  const noun = lastWord(singularName(table));
  return SELF.some(([nouns, roles]) => nouns.has(noun) && roles.has(role));
}

/** What users write here, rather than works of authors elsewhere. */
const isUttered = (table: string): boolean => isAuthored(table) || sortOf(table) === 'said';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const MAKERS = set('author writer poster');

const SELF: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [set('employee worker staff manager agent user member person'), set('manager supervisor boss team_lead line_manager reports_to mentor')],
  [set('category folder page comment task department location topic account node region unit organization'), set('parent')],
  [set('comment message reply post'), set('reply_to in_reply_to')],
  [set('person people animal horse dog cat cow sheep goat bird'), set('father mother sire dam')],
];

/** Roles → where who has them may be kept, as the last word of a table. */
const ROLES: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [
    set('author writer creator owner uploader sender recipient receiver follower organizer organiser host poster reporter reviewer'),
    set('user member person'),
  ],
  [set('created_by updated_by uploaded_by posted_by submitted_by'), set('user member person employee')],
  [
    set('assignee assigned_to responsible handled_by approved_by approver'),
    set('user employee member person agent technician developer engineer worker designer'),
  ],
  [set('manager supervisor salesperson sales_rep team_lead cashier'), set('employee staff worker user')],
  [set('white black winner loser player_one player_two'), set('player member person')],
  [set('buyer borrower'), set('customer member user student reader')],
  [set('instructor coach teacher trainer'), set('employee instructor coach teacher trainer')],
];
