import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { column, equals, notesOf, selected, where, within } from './build.ts';
import { found, partOf, storedAs, type Tail, tailOf } from './topic.ts';

/** What was said by some of those who speak, about something, in a time. */
export interface Spoken {
  readonly speakers: readonly Expr[];
  readonly rest: Tail;
  readonly conditions: readonly Expr[];
  readonly notes: readonly (string | null)[];
}

export function spokenBy(who: string | null | undefined, tail: string | undefined, question: Question): Spoken | null {
  const said = speakerOf(who ?? null, question);
  const { addressee, behind } = addressedIn(tail ?? '', question);
  const rest = tailOf(behind, question);
  if (said === null || rest === null) return null;
  const speaker = addressee === null ? said : { ...said, conditions: [...said.conditions, ...inThreadsOf(addressee.conditions)] };
  return {
    ...{ speakers: speaker.conditions, rest },
    conditions: [...speaker.conditions, ...conditionsOf(rest, question)],
    notes: [speaker.note, rest.topic?.note ?? null, ...notesOf(rest.period)],
  };
}

/** "(What did Ana tell) Bob about tea": whom it was said to is who speaks in the same conversation. */
function addressedIn(tail: string, question: Question): { addressee: ReturnType<typeof speakerOf>; behind: string } {
  const words = tail
    .trim()
    .replace(/^(?:to|with) /i, '')
    .split(' ');
  for (const count of [3, 2, 1]) {
    const addressee = words.length < count ? null : speakerOf(words.slice(0, count).join(' '), question);
    if (addressee !== null && addressee.conditions.length > 0) return { addressee, behind: words.slice(count).join(' ') };
  }
  return { addressee: null, behind: tail };
}

export const inThreadsOf = (conditions: readonly Expr[]): Expr[] => [
  { kind: 'inQuery', arg: column('episodes', 'thread_id'), query: where(selected('episodes', ['thread_id']), conditions) },
];

export const conditionsOf = ({ topic, period, thread }: Tail, { schema }: Question): Expr[] => [
  ...(topic === null ? [] : [found('episodes', topic)]),
  ...within('episodes', 'created_at', period, schema),
  ...(thread === null ? [] : [equals('episodes', 'thread_id', thread)]),
];

/** Null for somebody who is not known: a role, an end user, the two who talk, or several of them. */
export function speakerOf(who: string | null, question: Question): { conditions: Expr[]; note: string | null } | null {
  const name = who?.trim().replace(/^(?:both )?(?:the )?/i, '') ?? 'anybody';
  if (ANYBODY.test(name)) return { conditions: [], note: null };
  const one = oneSpeaker(name, question);
  if (one !== null) return { conditions: [one.condition], note: `"${who}" read as ${one.note}` };
  const several = name.split(/,? and |, | or /i).map((each) => oneSpeaker(each, question));
  const known = several.filter((each) => each !== null);
  if (known.length < 2 || known.length < several.length) return null;
  return {
    conditions: [{ kind: 'or', args: known.map(({ condition }) => condition) }],
    note: `"${who}" read as ${known.map(({ note }) => note).join(' and ')}`,
  };
}

function oneSpeaker(name: string, { values }: Question): { condition: Expr; note: string } | null {
  const roles = values.of('episodes', 'role') ?? [];
  const user = storedAs('user', roles);
  const role = storedAs(PERSONS[name.toLowerCase()] ?? name, roles, true) ?? partOf(name, roles);
  if (role !== null) return { condition: equals('episodes', 'role', role), note: `the role "${role}"` };
  const endUsers = values.of('episodes', 'end_user_id');
  const endUser = storedAs(name, endUsers) ?? partOf(name, endUsers);
  if (endUser === null) return null;
  const [own, theirs] = [equals('episodes', 'end_user_id', endUser), user === null ? null : equals('episodes', 'role', user)];
  return { condition: theirs === null ? own : { kind: 'and', args: [own, theirs] }, note: `the end user "${endUser}"` };
}

const ANYBODY = /^(?:anybody|anyone|somebody|someone|people|everybody|everyone|we)$/;
/** In a memory of conversations the one who asks was the user, and who is asked the assistant. */
const PERSONS: Readonly<Record<string, string>> = { i: 'user', you: 'assistant' };
