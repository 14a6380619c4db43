import type { GuardScope } from '../../src/guard/guard.ts';
import type { Column, Schema } from '../../src/plan/schema.ts';

const column = (name: string, nativeType: string): Column => ({
  name,
  type: 'other',
  nativeType,
  nullable: true,
  hasDefault: false,
  generated: false,
  comment: null,
});

const table = (name: string, columns: readonly Column[]): Schema['tables'][number] => ({
  name,
  kind: 'table',
  comment: null,
  columns,
  primaryKey: ['id'],
  uniques: [],
  foreignKeys: [],
  rowEstimate: -1,
});

const LIBRARY: Schema = {
  fingerprint: 'library',
  tables: [
    table('books', [column('id', 'integer'), column('title', 'text'), column('year', 'integer'), column('author_id', 'integer')]),
    table('authors', [column('id', 'integer'), column('name', 'text')]),
    table('members', [column('id', 'integer'), column('profile', 'jsonb'), column('mood', 'public.mood'), column('kin', 'members[]')]),
    table('loans', [column('id', 'integer'), column('lent_at', 'timestamp with time zone'), column('proof', 'xml')]),
  ],
};

/** The owner of the library, and a reader who was granted `books` alone. */
export const OWNER: GuardScope = { relations: null, schema: LIBRARY };
export const GRANTEE: GuardScope = { relations: new Set(['books']), schema: LIBRARY };
