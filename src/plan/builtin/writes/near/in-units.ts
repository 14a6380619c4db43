import { stem } from '../../english/stem.ts';
import { lexiconOf } from '../../linking/lexicon.ts';
import { inUnit, unitIn, unitNamed } from '../../linking/units.ts';
import { NUMERIC } from '../change/place.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { range } from './parts.ts';
import type { Told } from './told.ts';
import type { Turn } from './turn.ts';

/** "weighs 21 kilos now", "took 1.5 hours", "is 12 km": the one number of a row that counts in units of that kind. */
export function inUnits({ reader, table }: Told): Turn[] {
  const own = lexiconOf(reader.question.schema).tables.find((entry) => entry.table.name === table.name);
  return reader.tokens.flatMap(({ kind, text }, at): Turn[] => {
    const unit = unitNamed(reader.lower(at + 1));
    let verb = at - 1;
    while (BESIDE.has(reader.lower(verb))) verb--;
    if (kind !== 'number' || !/^\d+(?:\.\d+)?$/.test(text) || unit === undefined || at < 1) return [];
    // ", 3 hours"
    const alone = reader.tokens[at - 1]?.kind === 'mark' && (reader.tokens[at + 2]?.kind ?? 'mark') === 'mark';
    if (!alone && (verb < 1 || !MEASURES.has(reader.lower(verb)))) return [];
    const counting = (own?.columns ?? []).flatMap((entry) => {
      const kept = NUMERIC.has(entry.column.type) && !entry.reference ? unitIn(entry) : undefined;
      return kept?.of === unit.of ? [{ column: entry.column, kept }] : [];
    });
    // "99450 miles" of a mileage
    const called = (own?.columns ?? []).flatMap(({ column, reference }) =>
      NUMERIC.has(column.type) && !reference && nameWords(column.name).some((word) => word === `${stem(reader.lower(at + 1))}age`)
        ? [{ column, kept: unit }]
        : [],
    );
    const [one, ...more] = called.length > 0 ? called : counting;
    const value = one === undefined ? 0 : inUnit(Number(text), unit, one.kept);
    if (one === undefined || more.length > 0 || (one.column.type === 'integer' && !Number.isInteger(value))) return [];
    const type = Number.isInteger(value) ? 'integer' : 'decimal';
    return [
      {
        set: [{ column: one.column, value: { kind: 'literal', value, type } }],
        spent: range(alone ? at : verb, at + 2),
        open: [],
        ordered: false,
        told: true,
      },
    ];
  });
}

const BESIDE = words('now just about only already at');
/** Verbs of which what follows is the measure itself, and no more or less of it. */
const MEASURES = words('is are was were weighs weighed measures measured takes took taken lasts lasted has needs needed makes');
