/** What some words of a question may stand for, and how far they are from its name; `within`: texts that have these words in them. */
export type Mark =
  /** `deed`: it keeps what was said to be done. */
  | { readonly kind: 'table'; readonly table: string; readonly cost: number; readonly deed?: true }
  | { readonly kind: 'column'; readonly table: string; readonly column: string; readonly cost: number }
  | {
      readonly kind: 'value';
      readonly table: string;
      readonly column: string;
      /** Null where a row has none. */
      readonly stored: string | number | null;
      readonly within?: boolean;
      readonly cost: number;
    };
