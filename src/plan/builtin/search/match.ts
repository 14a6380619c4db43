import type { Span } from '../linking/links.ts';
import type { Entity, Mention } from '../linking/mention.ts';
import type { Condition, Sketch } from './sketch.ts';
import type { Reader, State } from './state.ts';

export const step = (state: State, at: number, cost: number, change: Partial<Sketch> = {}, flags: Partial<State> = {}): State => ({
  ...state,
  ...flags,
  at,
  cost: state.cost + cost,
  sketch: { ...state.sketch, ...change },
});

/** Attributes and entities at a position; a small charge keeps an equal entity behind a named column, or the other way round. */
export function mentionsAt(reader: Reader, at: number, charge: { entity?: number; attribute?: number } = {}): Span<Mention>[] {
  return [
    ...reader.links.attributes(at).map((span) => ({ ...span, cost: span.cost * 0.5 + (charge.attribute ?? 0) })),
    ...reader.links.entities(at).map((span) => ({ ...span, cost: span.cost * 0.5 + (charge.entity ?? 0) })),
  ];
}

/** A stored value and what it is said of: "cancelled orders". */
export function valuedAt(reader: Reader, at: number): { span: Span<Entity>; condition: Condition; cost: number }[] {
  return reader.links.values(at).flatMap((value) =>
    value.value.number !== null
      ? []
      : reader.links.entities(value.end).map((span) => ({
          span,
          condition: { kind: 'value' as const, value: value.value, not: false, near: span.value },
          cost: span.cost * 0.5 + value.cost,
        })),
  );
}
