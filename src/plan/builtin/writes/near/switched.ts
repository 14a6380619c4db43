import { words } from '../write-words.ts';
import { clauseEnd, type Part, range, tokensOf } from './parts.ts';
import type { Told } from './told.ts';
import type { Turn } from './turn.ts';

/** "turn on autopay for Ada", "switch the heating in room 3 off": a yes or no that is turned on or off. */
export function switched(told: Told, parts: readonly Part[]): Turn[] {
  const { reader, table } = told;
  return reader.tokens.flatMap((_, at): Turn[] => {
    if (!TURNS.has(reader.lower(at))) return [];
    const stop = clauseEnd(told, at);
    const flags = parts.filter(({ from, end, column }) => from > at && end <= stop && column?.type === 'boolean');
    const turns = range(at + 1, stop).filter(
      (i) => /^(?:on|off)$/.test(reader.lower(i)) && (i === at + 1 || i === stop - 1 || flags.some(({ end }) => end === i)),
    );
    const [turn, ...others] = turns;
    const [flag, ...more] = flags;
    if (turn === undefined || others.length > 0 || flag?.column == null || more.length > 0) return [];
    const value = reader.lower(turn) === 'on';
    return [
      {
        set: [{ column: flag.column, value: { kind: 'literal', value, type: 'boolean' } }],
        spent: [at, turn, ...tokensOf(flag)],
        open: [
          {
            kind: 'compare',
            op: '<>',
            left: { kind: 'column', table: table.name, column: flag.column.name },
            right: { kind: 'literal', value, type: 'boolean' },
          },
        ],
        ordered: true,
      },
    ];
  });
}

/** "isn't a coach any more": a yes or no that held until now. */
export function notAnyMore(told: Told, parts: readonly Part[]): Turn[] {
  const { reader } = told;
  return parts.flatMap((part): Turn[] => {
    const flag = part.column?.type === 'boolean' ? part.column : part.state?.column.type === 'boolean' ? part.state.column : null;
    const stop = clauseEnd(told, part.from);
    const tail = range(part.end, stop).map((at) => reader.lower(at));
    if (flag === null || !/^(?:any ?more|any longer)$/.test(tail.join(' '))) return [];
    let from = part.from - 1;
    while (/^(?:an?|the)$/.test(reader.lower(from))) from--;
    if (!NOT.test(reader.lower(from))) return [];
    return [
      {
        set: [{ column: flag, value: { kind: 'literal', value: false, type: 'boolean' } }],
        spent: range(from, stop),
        open: [],
        ordered: false,
        told: true,
      },
    ];
  });
}

const NOT = /^(?:not|\w+n['’]?t)$/;
const TURNS = words('turn switch turned switched');
