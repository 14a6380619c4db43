import type { PlainNames } from './names.ts';

/** The words that are still to be read. */
export class Said {
  private at = 0;
  private readonly text: string;
  readonly names: PlainNames;
  /** The tables that the text names anywhere: none of the others is read. */
  readonly tables: PlainNames['tables'];

  constructor(text: string, names: PlainNames) {
    this.text = text;
    this.names = names;
    const lower = text.toLowerCase();
    this.tables = names.tables.filter(
      ({ plural, singular }) => lower.includes(plural.toLowerCase()) || lower.includes(singular.toLowerCase()),
    );
  }

  isDone = (): boolean => this.at >= this.text.length;

  mark = (): number => this.at;

  back(to: number): null {
    this.at = to;
    return null;
  }

  /** Reads some words if they come next. */
  word(words: string): boolean {
    const next = this.text.slice(this.at, this.at + words.length);
    const after = this.text[this.at + words.length];
    if (next.toLowerCase() !== words.toLowerCase() || (after !== undefined && !/[\s,]/.test(after))) return false;
    this.at += words.length;
    while (this.text[this.at] === ' ') this.at += 1;
    return true;
  }

  match(pattern: RegExp): string | null {
    const [whole, part = ''] = new RegExp(`^(?:${pattern.source})`, 'i').exec(this.text.slice(this.at)) ?? [];
    if (whole === undefined) return null;
    this.at += whole.length;
    while (this.text[this.at] === ' ') this.at += 1;
    return part;
  }

  /** The longest of some names that comes next. */
  one<T>(all: readonly T[], nameOf: (one: T) => string): T | null {
    const longest = [...all].sort((a, b) => nameOf(b).length - nameOf(a).length);
    return longest.find((each) => this.word(nameOf(each))) ?? null;
  }

  table = (number: 'plural' | 'singular'): string | null => this.one(this.tables, (one) => one[number])?.table ?? null;

  column = (table: string): string | null => this.one(this.names.columns(table), ({ name }) => name)?.column ?? null;
}
