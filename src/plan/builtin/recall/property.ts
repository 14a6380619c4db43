import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { DERIVED, levelAmong, wordsOf } from './alike.ts';
import type { Asked } from './asked.ts';
import { answer, column, oneOf, selected, text, where } from './build.ts';
import { categoriesFor } from './categories.ts';
import type { Reading } from './form.ts';
import type { Name } from './names.ts';

/** What is kept of somebody or something known beside facts: "Ana's phone number", "what breed is Rex?". Null where it has no such property. */
export async function propertyOf({ names, words, wants, measure }: Asked, question: Question): Promise<Reading | null> {
  const [name, ...others] = names;
  const said = words.filter(({ role, text: word }) => role !== 'light' && word !== 'number').map(({ text: word }) => word);
  const asked = measure === null ? said : [...said, measure.word];
  if (name === undefined || others.length > 0 || question.rows === undefined) return null;
  if (asked.length === 0 && wants !== 'place') return null;
  const condition = oneOf('entities', 'canonical_name', calledSo(name, question));
  const rows = await question.rows({ ...where(selected('entities', ['properties']), [condition]), limit: NAMESAKES_MAX });
  const keys = [...new Set(rows.flatMap(([properties]) => keysOf(properties)))];
  const fitting = keys.filter((key) =>
    asked.length === 0
      ? PLACES.test(key)
      : asked.every((word) => levelAmong(word, wordsOf(key)) >= DERIVED || categoriesFor(word).some((kind) => wordsOf(key).includes(kind))),
  );
  const [key, ...more] = fitting;
  if (key === undefined || more.length > 0) return null;
  const shown = selected('entities', ['canonical_name', 'properties']);
  const columns = [
    ...shown.columns,
    { expr: { kind: 'call' as const, fn: 'json_text' as const, args: [column('entities', 'properties'), text(key)] }, as: key },
  ];
  return answer(where({ ...shown, columns }, [condition]), [`read as what is kept of "${name.stored[0]}" as "${key}"`]);
}

/** "Where is the dairy?" */
const PLACES = /^(?:city|town|place|location|address|where|room|street|country)$/i;

/** "The hospital" is the City Hospital as well, and Greta is Greta Lind, where no other is called so. */
function calledSo({ stored, words }: Name, { values }: Question): readonly string[] {
  const key = words.join(' ');
  const isPerson = stored.some((one) => /^\p{Lu}/u.test(one));
  const longer = (values.of('entities', 'canonical_name') ?? []).filter((one) => {
    const own = wordsOf(one);
    const isEnd = own.slice(-words.length).join(' ') === key;
    return !stored.includes(one) && key !== '' && (isEnd || (isPerson && own.slice(0, words.length).join(' ') === key));
  });
  return longer.length === 1 ? [...stored, ...longer] : stored;
}

/** "Who is the director?", "which vet is in room 1?", "who has a phone?", "who is at Acme?": those of whom all of it is kept. Null where there are none. */
export async function entitiesOf({ names, words }: Asked, question: Question): Promise<Reading | null> {
  const said = words.filter(({ role }) => role !== 'light').map(({ text: word }) => word);
  const asked = said.length > 1 ? said.filter((word) => word !== 'number') : said;
  if (question.rows === undefined || (asked.length === 0 && (names.length === 0 || !/^who\b/i.test(question.text)))) return null;
  const named = names.flatMap((name) => name.words);
  const all = await question.rows({ ...selected('entities', ['id', 'kind', 'properties', 'canonical_name']), limit: ENTITIES_MAX });
  const fitting = all.filter(([, kind, properties, own]) => {
    const kept = wordsOf(`${String(kind)} ${String(properties)}`);
    const isItself = names.some(({ stored }) => stored.includes(String(own)));
    return !isItself && named.every((word) => kept.includes(word)) && asked.every((word) => levelAmong(word, kept) >= DERIVED);
  });
  const isKey =
    asked.length > 0 && asked.every((word) => fitting.every(([, , properties]) => levelAmong(word, keysOf(properties)) >= DERIVED));
  if (fitting.length === 0 || (fitting.length > FEW && !isKey)) return null;
  const ids = fitting.map(([id]): Expr => ({ kind: 'literal', value: String(id), type: 'uuid' }));
  const shown = selected('entities', ['canonical_name', 'kind', 'properties']);
  return answer(where(shown, [{ kind: 'in', arg: column('entities', 'id'), list: ids }]), [
    `read as of whom "${[...named, ...asked].join(' ')}" is kept`,
  ]);
}

const ENTITIES_MAX = 400;
const FEW = 3;
const NAMESAKES_MAX = 20;

/** A document comes as its JSON text. */
function keysOf(properties: unknown): string[] {
  const value: unknown = JSON.parse(String(properties));
  return value !== null && typeof value === 'object' ? Object.keys(value) : [];
}
