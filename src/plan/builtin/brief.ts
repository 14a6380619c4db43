import type { Brief, Designer } from '../planner.ts';
import { refuseMisread } from './brief/accounted.ts';
import { inClauses } from './brief/clauses.ts';
import { Draft } from './brief/draft.ts';
import { finish } from './brief/finish.ts';
import { readHeader } from './brief/header.ts';
import { plainProse } from './brief/prose.ts';
import { relate } from './brief/relate.ts';
import { sayInstead, thingsIn } from './brief/say-instead.ts';
import { schemaOf } from './brief/schema-of.ts';
import { suppose } from './brief/suppose.ts';
import { ASKS, readText } from './brief/text.ts';
import { EXAMPLE, Unclear } from './brief/unclear.ts';

/** Reads a plain-English brief into a schema, by rules. Declines, with what to add, when part of it found no place. */
export const briefDesigner: Designer = {
  name: 'builtin',
  design: async (brief) => designSchema(brief),
};

export function designSchema(brief: string): Brief {
  try {
    return read(tidy(brief));
  } catch (problem) {
    if (!(problem instanceof Unclear)) throw problem;
    return readApart(brief) ?? { kind: 'declined', ...howToSay(brief, problem.message) };
  }
}

/** The brief with its sentences taken apart, where they are of no form as they stand. */
function readApart(brief: string): Brief | null {
  const text = tidy(brief);
  const clauses = inClauses(text);
  try {
    if (clauses.text === text) return null;
    // What somebody does is said by a verb, though it ends as a plural does.
    return read(clauses.text, text.replaceAll(/\b(someone|somebody|nobody|everybody|everyone|anyone) [a-z]+s\b/gi, '$1'), clauses.context);
  } catch (problem) {
    if (problem instanceof Unclear) return null;
    throw problem;
  }
}

/** Every thing that the brief names has to be in what was read of it. */
function read(text: string, brief = text, said = ''): Brief {
  const draft = new Draft();
  const prose = plainProse(text);
  if (!readHeader(draft, text)) readText(draft, prose.text);
  const named = [...draft.tables.keys()];
  relate(draft);
  suppose(draft);
  finish(draft, brief);
  refuseMisread(draft, brief, `${prose.context} ${said}`);
  return { kind: 'schema', schema: schemaOf(draft, named), assumptions: [...new Set(draft.assumptions)] };
}

/** What was not understood, and the brief's own things in words that are. */
function howToSay(brief: string, reason: string): { reason: string; instead?: string } {
  // A question is no brief said badly.
  if (thingsIn(brief).length === 0 || reason.startsWith(ASKS) || / per [a-z]+$/i.test(brief)) return { reason };
  const instead = sayInstead(brief);
  if (reason.includes(instead)) return { reason, instead };
  return { reason: `${reason.replace(EXAMPLE, '').trim()} Say each thing with what to know of it: "${instead}".`, instead };
}

const tidy = (brief: string): string =>
  brief
    .trim()
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/(?<![a-z])w\/ ?(?=[a-z])/gi, 'with ')
    // What stands in brackets is one remark, and a range one limit: neither ends a sentence or an item of a list.
    .replaceAll(/\([^()]*\)/g, (inside) =>
      inside
        .replaceAll(';', ',')
        .replaceAll(/\be\.\s?g\.?/gi, 'for example')
        .replaceAll(/\.\s/g, ', '),
    )
    // "billions of clicks per day for analytics": how many there will be, and what for, is nothing to keep.
    .replaceAll(MANY, '$1')
    .replaceAll(/ for (?:analytics|analysis|reporting|statistics|dashboards)(?=\s*(?:[:,.;]|$))/gi, '')
    // Of what happens it is a moment, and no word of a list that follows "they".
    .replaceAll(/\bwhen (?:it|they|this|these) (?:happen(?:ed|s)?|occur(?:red|s)?)(?=[,.;)]| and |$)/gi, 'happened at')
    .replaceAll(/\bbetween (-?\d+(?:\.\d+)?) and (-?\d)/gi, 'from $1 to $2')
    .replace(/[.!]+$/, '');

const MANY =
  /\b(?:(?:tens|hundreds) of )?(?:thousands|millions|billions|trillions) of (?:(?:rows|records) of )?([a-z][\w-]*(?: (?!per |a |each |every |with |for )[a-z][\w-]*){0,3})(?: (?:per|an?|each|every) (?:second|minute|hour|day|week|month|year))?/gi;
