import type { Brief, Designer } from '../planner.ts';
import { Draft } from './brief/draft.ts';
import { finish } from './brief/finish.ts';
import { readHeader } from './brief/header.ts';
import { relate } from './brief/relate.ts';
import { schemaOf } from './brief/schema-of.ts';
import { suppose } from './brief/suppose.ts';
import { readText } from './brief/text.ts';
import { Unclear } from './brief/unclear.ts';

/** Reads a plain-English brief into a schema, by rules. Declines, with what to add, when part of it found no place. */
export const briefDesigner: Designer = {
  name: 'builtin',
  design: async (brief) => designSchema(brief),
};

export function designSchema(brief: string): Brief {
  try {
    const draft = new Draft();
    const text = tidy(brief);
    if (!readHeader(draft, text)) readText(draft, text);
    const named = [...draft.tables.keys()];
    relate(draft);
    suppose(draft);
    finish(draft);
    refuseMisread(draft);
    return { kind: 'schema', schema: schemaOf(draft, named), assumptions: [...new Set(draft.assumptions)] };
  } catch (problem) {
    if (problem instanceof Unclear) return { kind: 'declined', reason: problem.message };
    throw problem;
  }
}

/** Tables that a sentence ran together, or made of words that stand for nobody's things: nothing of it would be of use. */
function refuseMisread(draft: Draft): void {
  const odd = [...draft.tables.values()].find(({ name, links }) => {
    const words = name.split('_');
    return words.some((word) => STRAY.test(word)) || (links === undefined && words.filter((word) => word !== 'per').length > WORDS_MAX);
  });
  if (odd === undefined) return;
  const things = [...draft.tables.values()].flatMap(({ name }) => (name === odd.name ? name.split('_') : [name.replaceAll('_', ' ')]));
  const nouns = [...new Set(things)].filter((word) => word.length > 2 && !STRAY.test(word)).slice(0, THINGS_MAX);
  throw new Unclear(
    `I could not tell the things to keep apart. Say each with what to know of it: "${nouns.map((noun) => `${noun} (name)`).join(', ')}".`,
  );
}

const WORDS_MAX = 3;
const THINGS_MAX = 6;
const STRAY = /^(?:ive|im|id|its|others?|who|whom|what|when|where|which|they|them|someone|somebody|each|every|many|of|by|to|from|for)$/;

const tidy = (brief: string): string =>
  brief
    .trim()
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    // What stands in brackets is one remark, and a range one limit: neither ends a sentence or an item of a list.
    .replaceAll(/\([^()]*\)/g, (inside) =>
      inside
        .replaceAll(';', ',')
        .replaceAll(/\be\.\s?g\.?/gi, 'for example')
        .replaceAll(/\.\s/g, ', '),
    )
    .replaceAll(/\bbetween (-?\d+(?:\.\d+)?) and (-?\d)/gi, 'from $1 to $2')
    .replace(/[.!]+$/, '');
