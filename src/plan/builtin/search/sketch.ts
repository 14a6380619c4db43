import type { AggregateName } from '../../plan.ts';
import type { Moment } from '../english/dates/moment.ts';
import type { CompareOp } from '../english/words.ts';
import type { Attribute, Entity, Mention, Value } from '../linking/mention.ts';

export interface Item {
  readonly aggregate?: AggregateName;
  readonly distinct?: boolean;
  /** `distinct` was not said. */
  readonly implied?: boolean;
  /** Of these rows alone: "the number of failed payments". Where nothing else is worked out, all that is asked is of them. */
  readonly only?: Condition;
  /** `aggregate` was not said: "freight by country". */
  readonly assumed?: boolean;
  /** Null counts the subject's rows. `all` shows every column of the subject. */
  readonly of: Mention | null | 'all';
}

export type MatchPlace = 'anywhere' | 'start' | 'end';

export type Condition =
  | {
      readonly kind: 'compare';
      readonly left: Attribute;
      readonly op: CompareOp;
      readonly value: Value /** `op` was turned by a "not". */;
      readonly denied?: boolean;
    }
  | { readonly kind: 'value'; readonly value: Value; readonly not: boolean; readonly near?: Mention }
  | { readonly kind: 'between'; readonly left: Attribute; readonly low: Value; readonly high: Value }
  | { readonly kind: 'match'; readonly left: Attribute; readonly text: string; readonly place: MatchPlace; readonly not: boolean }
  /** Against an aggregate of all rows, or of those that meet `conditions`; of the same column where `of` is null. */
  | {
      readonly kind: 'against';
      readonly left: Attribute;
      readonly op: CompareOp;
      readonly aggregate: 'avg' | 'min' | 'max' | 'sum';
      readonly of: Attribute | null;
      readonly conditions: readonly Condition[];
      /** Of one row that the conditions tell: without any it is unknown which. */
      readonly told?: boolean;
    }
  /** Two columns of one row: "a lower price than cost". */
  | { readonly kind: 'columns'; readonly left: Attribute; readonly op: CompareOp; readonly right: Attribute }
  /** No more rows of `entity` than this, which may be none. */
  | { readonly kind: 'tally'; readonly entity: Entity; readonly op: '<' | '<=' | '<>'; readonly value: number }
  | {
      readonly kind: 'period';
      readonly op: CompareOp | 'between';
      readonly from: Moment;
      readonly to?: Moment;
      readonly left?: Attribute;
      /** The words before it, last first, of which one may say what happened then. */
      readonly said?: readonly string[];
    }
  /** On a Saturday or a Sunday. */
  | { readonly kind: 'weekend'; readonly not: boolean; readonly said: readonly string[] }
  | { readonly kind: 'has'; readonly entity: Entity; readonly not: boolean; readonly conditions: readonly Condition[] }
  | { readonly kind: 'missing'; readonly left: Attribute; readonly not: boolean }
  /** Of the kind that there is most, or least, of: "documents of the most common type". */
  | {
      readonly kind: 'commonest';
      readonly of: Mention;
      readonly direction: 'asc' | 'desc' /** Whose rows are said to be counted. */;
      readonly counted?: Entity;
    }
  | { readonly kind: 'or' | 'all'; readonly args: readonly Condition[] }
  /** What meets these is left out: "but not in 2010". */
  | { readonly kind: 'except'; readonly conditions: readonly Condition[] };

export interface Ordering {
  /** `count` orders by how many rows of `of` there are; `most` by the column, or by its sum where a row has several. */
  readonly by: 'column' | 'most' | 'count' | 'avg' | 'sum' | 'min' | 'max';
  readonly of: Mention | null;
  readonly direction: 'asc' | 'desc';
}

export interface Having {
  readonly aggregate: AggregateName;
  readonly of: Mention | null;
  readonly op: CompareOp;
  readonly value: number | Overall;
}

/** The same aggregate's measure over all rows, or those that meet the conditions: "above the average price of all products". */
export interface Overall {
  readonly aggregate: 'avg' | 'min' | 'max' | 'sum';
  readonly conditions: readonly Condition[];
}

export interface Sketch {
  readonly items: readonly Item[];
  readonly distinct: boolean;
  readonly subject: Entity | null;
  readonly conditions: readonly Condition[];
  /** Entities that have to be reachable, without a condition on them. */
  readonly touches: readonly Entity[];
  readonly groups: readonly Mention[];
  readonly having: readonly Having[];
  readonly orders: readonly Ordering[];
  readonly limit: number | null;
  /** Two sets of conditions of which no row need meet both: what the rows of each have in common. */
  readonly both: readonly [readonly Condition[], readonly Condition[]] | null;
  /** What the subject's shown columns are put together with: "the phones of all customers and suppliers". */
  readonly beside?: { readonly owner: Entity; readonly op: 'union' | 'intersect' };
}

export const EMPTY: Sketch = {
  items: [],
  distinct: false,
  subject: null,
  conditions: [],
  touches: [],
  groups: [],
  having: [],
  orders: [],
  limit: null,
  both: null,
};
