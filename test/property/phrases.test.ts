import { expect, it } from 'vitest';
import { FORMS } from '../../src/plan/builtin/phrases/forms.ts';
import { readPhrases } from '../../src/plan/builtin/phrases/phrases.ts';
import { theatreSchema as schema, theatreValues as values } from '../support/theatre-schema.ts';

const now = new Date('2026-11-21T10:00:00Z');

it.each(FORMS.flatMap(({ examples }) => examples))('a plain form is not read with a word that names nothing: %s', (example) => {
  const words = example.split(' ');
  expect(readPhrases({ text: example, schema, values, now })).not.toBeNull();
  for (let at = 1; at <= words.length; at += 1) {
    const text = [...words.slice(0, at), 'zebrafish', ...words.slice(at)].join(' ');
    expect(readPhrases({ text, schema, values, now }), text).toBeNull();
  }
});
