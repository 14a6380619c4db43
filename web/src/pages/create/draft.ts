import type { Output } from '../../../../src/contract/operations.ts';
import { freshKey } from '../../client.ts';

export type Designed = Extract<Output<'ask'>, { design: unknown }>;
export type Design = Designed['design'];
type NewTable = Design['tables'][number];
type NewColumn = NewTable['columns'][number];
type OnDelete = NonNullable<NewTable['references']>[number]['onDelete'];

/** A column while it is edited. It has an id, so that what points at it follows when it gets another name. */
export interface DraftColumn extends NewColumn {
  readonly id: string;
  /** Id of the table that it points at. */
  readonly to: string | null;
  readonly onDelete: OnDelete;
}

export interface DraftTable {
  readonly id: string;
  readonly name: string;
  readonly comment: string | undefined;
  readonly columns: readonly DraftColumn[];
  /** Ids of columns that only together are unique. */
  readonly uniques: readonly (readonly string[])[];
}

/** Tables that are proposed, and can be changed before they are made. */
export interface Draft {
  readonly title: string;
  readonly engine: Designed['engine'];
  readonly assumptions: readonly string[];
  readonly tables: readonly DraftTable[];
}

export function draftOf({ design, engine, assumptions }: Designed): Draft {
  const ids = new Map(design.tables.map(({ name }) => [name, freshKey()]));
  const tables = design.tables.map((table): DraftTable => {
    const columns = table.columns.map((column): DraftColumn => {
      const reference = table.references?.find((one) => one.column === column.name);
      return { ...column, id: freshKey(), to: ids.get(reference?.table ?? '') ?? null, onDelete: reference?.onDelete };
    });
    const idOf = (name: string): string[] => columns.filter((column) => column.name === name).map(({ id }) => id);
    return {
      id: ids.get(table.name) ?? freshKey(),
      name: table.name,
      comment: table.comment,
      columns,
      uniques: (table.uniques ?? []).map((names) => names.flatMap(idOf)),
    };
  });
  return { title: design.title, engine, assumptions, tables };
}

/** As it is sent. */
export function designOf({ title, tables }: Draft): Design {
  const nameOf = (table: string): string => tables.find(({ id }) => id === table)?.name.trim() ?? '';
  return {
    title,
    tables: tables.map(({ name, comment, columns, uniques }) => {
      const columnOf = (column: string): string => columns.find(({ id }) => id === column)?.name.trim() ?? '';
      const references = columns.flatMap(({ name: column, to, onDelete }) =>
        to === null ? [] : [{ column: column.trim(), table: nameOf(to), ...(onDelete === undefined ? {} : { onDelete }) }],
      );
      return {
        name: name.trim(),
        ...(comment === undefined ? {} : { comment }),
        columns: columns.map(({ id: _, to: __, onDelete: ___, ...column }) => ({ ...column, name: column.name.trim() })),
        ...(uniques.length === 0 ? {} : { uniques: uniques.map((ids) => ids.map(columnOf)) }),
        ...(references.length === 0 ? {} : { references }),
      };
    }),
  };
}

export const withTable = (draft: Draft, table: DraftTable): Draft => ({
  ...draft,
  tables: draft.tables.map((one) => (one.id === table.id ? table : one)),
});

/** Without a table; what pointed at it are numbers. */
export const withoutTable = (draft: Draft, table: string): Draft => ({
  ...draft,
  tables: draft.tables
    .filter(({ id }) => id !== table)
    .map((one) => ({
      ...one,
      columns: one.columns.map((column) => (column.to === table ? { ...column, to: null, onDelete: undefined } : column)),
    })),
});

/** A rule over several columns goes with the first of them that does. */
export const withoutColumn = (table: DraftTable, column: string): DraftTable => ({
  ...table,
  columns: table.columns.filter(({ id }) => id !== column),
  uniques: table.uniques.filter((ids) => !ids.includes(column)),
});

export const newColumn = (): DraftColumn => ({ id: freshKey(), name: '', type: 'text', nullable: true, to: null, onDelete: undefined });

export const newTable = (): DraftTable => ({ id: freshKey(), name: '', comment: undefined, columns: [newColumn()], uniques: [] });

/** Of another type or pointing elsewhere. What a column of the former type may hold says nothing of the new one. */
export function withType({ check: _, default: __, ...column }: DraftColumn, type: DraftColumn['type'], to: string | null): DraftColumn {
  return { ...column, type, to, onDelete: undefined };
}

/** As the diagram draws it. */
export const drawnOf = ({ tables }: Draft) =>
  tables.map(({ id, name, columns }) => ({
    name: name.trim() === '' ? `(${id.slice(0, 4)})` : name.trim(),
    columns: [{ name: 'id', type: 'integer' }, ...columns.map((column) => ({ name: column.name, type: column.type }))],
    primaryKey: ['id'],
    foreignKeys: columns.flatMap(({ name: column, to }) => {
      const target = tables.find((one) => one.id === to);
      return target === undefined ? [] : [{ columns: [column], table: target.name.trim() }];
    }),
  }));
