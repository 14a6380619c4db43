import { pluralName, singularName, snakeCase } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import type { NewTable } from '../new-table.ts';

/** The tables of things and doings, without those that only stand between two. */
export const tablesOf = (draft: Draft): NewTable[] => [...draft.tables.values()].filter(({ links }) => links === undefined);

/** The table that goes by a noun. */
export const tableOf = (draft: Draft, noun: string): NewTable | undefined => draft.known(pluralName(singularName(snakeCase(noun))));

/** The names of the columns that are no keys. */
export const ownOf = ({ columns, references }: NewTable): string[] => [...columns.keys()].filter((name) => !references.has(name));
