import type { WriteTransaction } from '../engine.ts';
import { claimOf, TTL } from './images.ts';
import { textLiteral } from './quote.ts';

/**
 * What takes one step of a change back. Defaults and definitions are the engine's own text, read from its catalogue. It is
 * run as the owner, so only the owner's login may store it.
 */
export type Reverse =
  /** While it holds only what the change itself put there: nothing, or one value in all rows. */
  | {
      readonly do: 'dropColumn';
      readonly table: string;
      readonly column: string;
      readonly filled: 'empty' | 'alike';
    }
  /** While it has no rows. */
  | { readonly do: 'dropTable'; readonly table: string }
  | { readonly do: 'renameColumn'; readonly table: string; readonly column: string; readonly to: string }
  | { readonly do: 'renameTable'; readonly table: string; readonly to: string }
  /** While every value reads back to the same in the type that it had. */
  | {
      readonly do: 'changeType';
      readonly table: string;
      readonly column: string;
      readonly type: string;
      readonly preset: string | null;
      readonly comment: string | null;
    }
  | { readonly do: 'setNullable'; readonly table: string; readonly column: string; readonly nullable: boolean }
  | { readonly do: 'dropConstraint'; readonly table: string; readonly name: string; readonly index: string | null }
  | {
      readonly do: 'addColumn';
      readonly table: string;
      readonly column: Definition;
      readonly key: readonly string[];
      readonly values: number;
    };

/** A column as the catalogue has it. */
export interface Definition {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly preset: string | null;
  readonly comment: string | null;
  /** What no plain definition says: an identity, a computed column, a sequence of its own. */
  readonly special: boolean;
  readonly constraints: readonly { readonly on: string; readonly name: string; readonly definition: string }[];
  readonly indexes: readonly string[];
}

/** Keeps how the change is taken back, or why it cannot be. */
export async function keepChange(transaction: WriteTransaction, refused: string | null, reverse: readonly Reverse[]): Promise<void> {
  const reason = refused === null ? 'NULL' : textLiteral(refused);
  await transaction.run(
    { sql: `SELECT svc.keep_change(${claimOf(transaction)}, ${reason}, $1::text::jsonb, ${TTL})`, params: [JSON.stringify(reverse)] },
    1,
    null,
  );
}

/** An entry of a dropped column's values: the column, the value as text, and the key of its row. */
export const valueEntry = (alias: string, column: string, key: readonly string[]): string =>
  `jsonb_build_array(${[textLiteral(column), ...[column, ...key].map((name) => `${alias}.${quoted(name)}::text`)].join(', ')})::text`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
