import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { DERIVED, levelAmong, wordsOf } from './alike.ts';
import type { Asked } from './asked.ts';
import { answer, column, oneOf, selected, text, where } from './build.ts';
import { categoriesFor } from './categories.ts';
import type { Reading } from './form.ts';

/** What is kept of somebody or something known beside facts: "Ana's phone number", "what breed is Rex?". Null where it has no such property. */
export async function propertyOf({ names, words, measure }: Asked, question: Question): Promise<Reading | null> {
  const [name, ...others] = names;
  const said = words.filter(({ role, text: word }) => role !== 'light' && word !== 'number').map(({ text: word }) => word);
  const asked = measure === null ? said : [...said, measure.word];
  if (name === undefined || others.length > 0 || asked.length === 0 || question.rows === undefined) return null;
  const condition = oneOf('entities', 'canonical_name', name.stored);
  const rows = await question.rows({ ...where(selected('entities', ['properties']), [condition]), limit: NAMESAKES_MAX });
  const keys = [...new Set(rows.flatMap(([properties]) => keysOf(properties)))];
  const fitting = keys.filter((key) =>
    asked.every((word) => levelAmong(word, wordsOf(key)) >= DERIVED || categoriesFor(word).some((kind) => wordsOf(key).includes(kind))),
  );
  const [key, ...more] = fitting;
  if (key === undefined || more.length > 0) return null;
  const shown = selected('entities', ['canonical_name', 'properties']);
  const columns = [
    ...shown.columns,
    { expr: { kind: 'call' as const, fn: 'json_text' as const, args: [column('entities', 'properties'), text(key)] }, as: key },
  ];
  const told = answer(where({ ...shown, columns }, [condition]), [`read as what is kept of "${name.stored[0]}" as "${key}"`]);
  return told.kind === 'plan' ? { ...told, passing: true } : told;
}

/** "Who is the director?", "which vet is in room 1?": those of whom all of it is kept. Null where there are none, or the question has a name. */
export async function entitiesOf({ names, words }: Asked, question: Question): Promise<Reading | null> {
  const asked = words.filter(({ role }) => role !== 'light').map(({ text: word }) => word);
  if (names.length > 0 || asked.length === 0 || question.rows === undefined) return null;
  const all = await question.rows({ ...selected('entities', ['id', 'kind', 'properties']), limit: ENTITIES_MAX });
  const fitting = all.filter(([, kind, properties]) => {
    const said = wordsOf(`${String(kind)} ${String(properties)}`);
    return asked.every((word) => levelAmong(word, said) >= DERIVED);
  });
  if (fitting.length === 0 || fitting.length > FEW) return null;
  const ids = fitting.map(([id]): Expr => ({ kind: 'literal', value: String(id), type: 'uuid' }));
  const shown = selected('entities', ['canonical_name', 'kind', 'properties']);
  const told = answer(where(shown, [{ kind: 'in', arg: column('entities', 'id'), list: ids }]), [
    `read as of whom "${asked.join(' ')}" is kept`,
  ]);
  return told.kind === 'plan' ? { ...told, passing: true } : told;
}

const ENTITIES_MAX = 400;
const FEW = 3;
const NAMESAKES_MAX = 20;

/** A document comes as its JSON text. */
function keysOf(properties: unknown): string[] {
  const value: unknown = JSON.parse(String(properties));
  return value !== null && typeof value === 'object' ? Object.keys(value) : [];
}
