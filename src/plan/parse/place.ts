import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Query } from '../plan.ts';
import type { ScalarType, Schema } from '../schema.ts';

/** Where in a statement a part stands: what it may name, and how its own parts are lowered. */
export interface Place {
  readonly schema: Schema;
  /** Null outside of every query. */
  readonly scope: Scope | null;
  readonly ctes: ReadonlyMap<string, KnownCte>;
  /** WINDOW clauses of the query, by name. */
  readonly windows: ReadonlyMap<string, Json>;
  readonly depth: number;
  /** In a select list: takes a call that gives rows and stands for its column. Null wherever such a call may not stand. */
  readonly rows: TakeRows | null;
  readonly statement: Statement;
  readonly lower: Lower;
}

export type TakeRows = (name: string, call: Json) => Expr;

/** What all places of one statement share. */
export interface Statement {
  /** In lower case; a name that is not in it collides with none of the caller's. */
  readonly text: string;
  readonly cteNames: Set<string>;
  readonly madeNames: Set<string>;
  /** Names that tables of the plan have without having them in the text: what a write changes is under its own name. */
  readonly hiddenNames: Set<string>;
  /** PostgreSQL's own type of a lowered expression, where it is known. */
  readonly types: WeakMap<Expr, SqlType>;
}

/** Expressions and queries hold each other; each reaches the other through its place. */
export interface Lower {
  readonly expr: (node: unknown, place: Place) => Expr;
  readonly query: (select: Json, place: Place) => Lowered;
}

/** `bigint` is a whole number whose sum PostgreSQL makes a decimal. */
export type SqlType = ScalarType | 'bigint';

export interface Lowered {
  readonly query: Query;
  readonly columns: readonly Shown[];
}

/** A column of a query: `name` as SQL calls it, which several may share; `as` its own name in the plan. */
export interface Shown {
  readonly name: string;
  readonly as: string;
  readonly type: SqlType | undefined;
}

export interface KnownCte {
  /** Its name in the plan. */
  readonly name: string;
  readonly columns: readonly Shown[];
}

/** A name that stands for an expression, and where it comes from for the message that it is ambiguous. */
export interface Field {
  readonly name: string;
  readonly expr: Expr;
  readonly from: string;
}

/** What one alias in FROM offers. `scalar` is what the bare alias means when it names a function's only column. */
export interface Named {
  readonly alias: string;
  readonly fields: readonly Field[];
  readonly scalar?: Expr;
}

export interface Scope {
  readonly named: readonly Named[];
  /** What a bare name or `*` finds, in order; columns merged by USING stand once. */
  readonly visible: readonly Field[];
  readonly parent: Scope | null;
}

/** A name of the plan's own, which nothing in the statement has. */
export function freshName(base: string, { text, madeNames }: Statement): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (text.includes(name) || madeNames.has(name)) continue;
    madeNames.add(name);
    return name;
  }
}

/** The alias of a source in the plan: its own, where that is not what a write's table is called there. */
export const planAlias = (alias: string, { statement }: Place): string =>
  statement.hiddenNames.has(alias) ? freshName(`${alias}_2`, statement) : alias;
