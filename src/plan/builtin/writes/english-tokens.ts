import type { Token } from '../english/tokens.ts';
import type { WriteReader } from './write-reader.ts';

/** The tokens of a write as those of a question, each in the same place. */
export const asEnglish = ({ tokens }: WriteReader): Token[] =>
  tokens.map(({ kind, text, lower, start, end }): Token => {
    const digits = kind === 'number' ? Number(text.replaceAll(/[^\d.]/g, '')) : Number.NaN;
    return {
      kind: kind === 'mark' ? (text === ',' ? 'comma' : 'stop') : kind,
      text,
      lower: lower.replaceAll(/['’]/g, ''),
      number: Number.isNaN(digits) ? null : digits,
      start,
      end,
    };
  });
