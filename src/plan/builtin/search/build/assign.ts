import { type JoinGraph, type Paths, pathsFrom } from '../../linking/joins.ts';
import type { Attribute, Entity, Mention, Value } from '../../linking/mention.ts';
import type { Condition, Sketch } from '../sketch.ts';
import { attach, type JoinTree, rootedAt } from './join-tree.ts';
import { createShortlist, type Shortlist } from './shortlist.ts';

/** A choice for every mention and value of a sketch. */
export interface Assignment {
  readonly cost: number;
  table(entity: Entity): string;
  columns(attribute: Attribute): { table: string; columns: readonly string[] };
  hit(value: Value): { table: string; column: string; stored: string } | null;
  /** Tables that the choices name, in the order in which they were made. */
  readonly tables: readonly string[];
  /** The same with every naming: what is said next is said of the last first. */
  readonly named: readonly string[];
}

type Choice = { table: string; columns?: readonly string[]; stored?: string; column?: string };

/** Attributes and values are themselves; an entity is known by what it may be. */
type Key = Attribute | Value | string;

interface Draft {
  readonly cost: number;
  readonly chosen: ReadonlyMap<Key, Choice>;
  readonly tree: JoinTree | null;
  /** Table of the last noun or column, values aside. */
  readonly last?: string;
}

/** How many more choices may be looked at for one question; below zero it was too much, and nothing is chosen. */
export interface Work {
  left: number;
}

const BEAM = 12;
const STEP_COST = 0.22;
/** Two keys lead there and nothing says which. */
export const AMBIGUOUS = 0.8;
const LOOSE_LIMIT = 1.35;

/** The likeliest choices, cheapest first. Distance over the join graph counts: columns said together lie together. */
export function assign(sketch: Sketch, graph: JoinGraph, work: Work): Assignment[] {
  let beam: Draft[] = [{ cost: 0, chosen: new Map(), tree: null }];
  for (const slot of slotsOf(sketch, graph)) {
    const next = createShortlist<Draft>(BEAM);
    for (const partial of beam) {
      if (partial.chosen.has(slot.key)) next.add(again(partial, slot), 0);
      else {
        const options = slot.options(partial);
        work.left -= options.length;
        if (work.left < 0) return [];
        for (const [option, at] of cheapestFirst(options)) if (!extend(partial, slot, option, graph, next, at)) break;
      }
      next.closeRound();
    }
    beam = next.sorted();
    if (beam.length === 0) return [];
  }
  return beam.map(toAssignment);
}

/** A noun said again is what is spoken of again. */
function again(partial: Draft, { key }: Slot): Draft {
  const table = typeof key === 'string' ? partial.chosen.get(key)?.table : undefined;
  return table === undefined ? partial : { ...partial, last: table };
}

interface Slot {
  readonly key: Key;
  /** Where in the question it is said; unknown for what is only implied. */
  readonly at: number | undefined;
  /** False for things under a "not exists", which do not join. */
  readonly joins: boolean;
  options(partial: Draft): readonly (Choice & { cost: number })[];
}

/** The costly ones need no look once there are enough cheaper ones. */
const cheapestFirst = <T extends { cost: number }>(options: readonly T[]): [T, number][] =>
  options.map((option, at): [T, number] => [option, at]).sort(([a], [b]) => a.cost - b.cost);

/** False when this option, and so every dearer one, can make no list of the best. */
function extend(
  partial: Draft,
  slot: Slot,
  option: Choice & { cost: number },
  graph: JoinGraph,
  into: Shortlist<Draft>,
  place: number,
): boolean {
  let cost = partial.cost + option.cost;
  if (cost > into.most()) return false;
  let tree = partial.tree;
  if (slot.joins && tree === null) tree = rootedAt(option.table);
  else if (slot.joins && tree !== null && tree.named.at(-1) !== option.table) {
    const next = attach(tree, option.table, graph, (into.most() - cost) / STEP_COST + ROUNDING);
    if (next === null) return true;
    cost += next.path.weight * STEP_COST + (next.path.ambiguous ? AMBIGUOUS : 0);
    tree = next.tree;
  }
  const { cost: _cost, ...choice } = option;
  const noun = typeof slot.key === 'string' || 'candidates' in slot.key;
  const next: Draft = { ...partial, cost, chosen: new Map(partial.chosen).set(slot.key, choice), tree };
  into.add(noun ? { ...next, last: option.table } : next, place);
  return true;
}
const ROUNDING = 1e-6;

/** The subject first, then what is shown, then the rest as it is said: earlier choices pull later ones toward them. */
function slotsOf(sketch: Sketch, graph: JoinGraph): Slot[] {
  const slots: Slot[] = [];
  const ways = new Map<string, Paths>();
  const entity = (value: Entity, joins = true) => slots.push({ key: keyOf(value), at: value.at, joins, options: () => value.candidates });
  const attribute = (value: Attribute, likely?: Likely) => {
    if (value.owner !== undefined) entity(value.owner);
    slots.push({ key: value, at: value.at, joins: true, options: (partial) => attributeOptions(value, partial, likely) });
  };
  const said = entitiesOf(sketch);
  /** What a condition looks at is most likely of the thing named right before it: "the supplier with id 2". */
  const before = (at: number | undefined): Likely => {
    const near = said.filter((one) => at !== undefined && one.at !== undefined && one.at < at && at - one.at <= CLOSE);
    return near.at(-1) ?? 'last';
  };
  const mention = (value: Mention, likely?: Likely) => (value.kind === 'entity' ? entity(value) : attribute(value, likely));
  const value = (of: Value) => slots.push({ key: of, at: of.at, joins: true, options: (partial) => valueOptions(of, partial) });
  const condition = (of: Condition): void => {
    if (of.kind === 'value') value(of.value);
    else if (of.kind === 'or' || of.kind === 'all') for (const arg of of.args) condition(arg);
    else if (of.kind === 'has') {
      entity(of.entity, !of.not);
      for (const inner of of.conditions) within(inner, of.entity);
    } else if (of.kind === 'except') of.conditions.forEach(condition);
    else if (of.kind === 'commonest') {
      mention(of.of);
      if (of.counted !== undefined) entity(of.counted, false);
    } else if (of.kind === 'against') {
      attribute(of.left);
      const measured = of.of ?? of.left;
      if (of.of !== null) beside(of.of, of.left);
      for (const inner of of.conditions) within(inner, measured);
    } else if (of.kind === 'columns') {
      attribute(of.left, before(of.left.at));
      attribute(of.right, 'last');
    } else if (of.kind === 'tally') entity(of.entity, false);
    else if ('left' in of && of.left !== undefined) attribute(of.left, before(of.left.at));
  };
  /** "per month", by a date of what is spoken of already. */
  const along = (key: Attribute): void => {
    const away = (partial: Draft, table: string) => (partial.tree === null || partial.tree.named.includes(table) ? 0 : BESIDE);
    slots.push({
      key,
      at: key.at,
      joins: true,
      options: (partial) => attributeOptions(key, partial).map((one) => ({ ...one, cost: one.cost + away(partial, one.table) })),
    });
  };
  /** Near something else, and no part of the joins. */
  const beside = (key: Attribute, around: Attribute): void => {
    const near = nearTo(around);
    slots.push({
      key,
      at: key.at,
      joins: false,
      options: (partial) =>
        key.candidates.filter(({ cost }) => cost < LOOSE_LIMIT).map((one) => ({ ...one, cost: one.cost + near(partial, one.table) })),
    });
  };
  const nearTo = (around: Entity | Attribute) => (partial: Draft, table: string) => {
    const home = partial.chosen.get(around.kind === 'entity' ? keyOf(around) : around)?.table;
    if (home === undefined || home === table) return 0;
    const paths = ways.get(home) ?? pathsFrom(graph, [home]);
    ways.set(home, paths);
    return (paths.to(table)?.weight ?? 9) * STEP_COST;
  };
  /** A condition on rows that may not exist or are others: near what it is said of, and no part of the joins. */
  const within = (of: Condition, around: Entity | Attribute): void => {
    const near = nearTo(around);
    const key = of.kind === 'value' ? of.value : 'left' in of ? of.left : undefined;
    if (key === undefined) return;
    slots.push({
      key,
      at: key.at,
      joins: false,
      options: (partial) =>
        'hits' in key
          ? key.hits.map((hit) => ({ ...hit, cost: near(partial, hit.table) }))
          : key.candidates
              .filter(({ cost }) => cost < LOOSE_LIMIT)
              .map(({ table, columns, cost }) => ({ table, columns, cost: cost + near(partial, table) })),
    });
  };
  if (sketch.subject !== null) entity(sketch.subject);
  // What stands beside a number of each is of that each: "How many sales did each seller make? Return their id and name."
  const plain = sketch.items.filter(({ aggregate }) => aggregate === undefined).length;
  const each =
    plain > 0 && plain < sketch.items.length ? (sketch.groups.find((group): group is Entity => group.kind === 'entity') ?? null) : null;
  if (each !== null) entity(each);
  for (const { of, aggregate } of sketch.items)
    if (of !== null && of !== 'all') mention(of, (aggregate === undefined ? each : null) ?? sketch.subject);
  for (const group of sketch.groups) {
    if (group.kind === 'attribute' && group.bucket !== undefined) along(group);
    else mention(group, 'group');
  }
  const shown = slots.length;
  for (const { only } of sketch.items) if (only !== undefined) condition(only);
  for (const one of [...sketch.conditions, ...(sketch.both?.flat() ?? [])]) condition(one);
  for (const { of, value } of sketch.having) {
    if (of !== null) mention(of);
    if (of !== null && typeof value !== 'number') for (const inner of value.conditions) within(inner, of);
  }
  for (const { of } of sketch.orders) if (of !== null) mention(of, 'last');
  for (const touched of sketch.touches) entity(touched);
  return [...slots.slice(0, shown), ...asSaid(slots.slice(shown))];
}

/** The things that are named, as they are said. */
export function entitiesOf({ subject, items, touches, groups }: Sketch): Entity[] {
  const shown = items.flatMap(({ of }) => (of === null || of === 'all' ? [] : of.kind === 'entity' ? [of] : of.owner ? [of.owner] : []));
  const grouped = groups.filter((of): of is Entity => of.kind === 'entity');
  return [...(subject === null ? [] : [subject]), ...shown, ...touches, ...grouped].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** What is only implied stays behind what implied it. */
function asSaid(slots: readonly Slot[]): Slot[] {
  let last = 0;
  const placed = slots.map((slot) => {
    last = slot.at ?? last;
    return { slot, at: last };
  });
  return placed.sort((a, b) => a.at - b.at).map(({ slot }) => slot);
}

/** The same noun said twice is the same table. */
const keyOf = (entity: Entity): string => entity.candidates.map(({ table }) => table).join('\u0000');

/** Another table's column where the owner has one of its own; where it has none. */
const FOREIGN = 1.4;
const ELSEWHERE = 0.5;
/** The same for what is shown beside the subject, without a word that it is the subject's. */
const BESIDE = 0.5;
const GOOD = 0.8;
/** For what a condition looks at: the table that was named last, or right before. */
const NEAR = 0.2;
const CLOSE = 3;
/** For what an amount is grouped by: the amount's own table. */
const GROUPED = 0.7;
const EASED = 0.6;

/** Another table's value where the thing named last holds it as well. */
const NOT_OWN = 0.4;
/** A value in other letters where one is stored as it was written: "Paris" and the code PARIS. */
const NOT_AS_WRITTEN = 0.3;

function valueOptions({ hits, text }: Value, { last }: Draft): (Choice & { cost: number })[] {
  const own = hits.some(({ table }) => table === last);
  const written = hits.some(({ stored }) => stored === text);
  return hits.map((hit) => ({
    ...hit,
    cost: (own && hit.table !== last ? NOT_OWN : 0) + (written && hit.stored !== text ? NOT_AS_WRITTEN : 0),
  }));
}

/** Whose column is likely meant where no owner is said. */
type Likely = Entity | 'last' | 'group' | null;

function attributeOptions(attribute: Attribute, partial: Draft, likely?: Likely): (Choice & { cost: number })[] {
  const home = attribute.owner ?? likely;
  const owner = home === 'last' || home === 'group' ? partial.last : home ? partial.chosen.get(keyOf(home))?.table : undefined;
  const fit = attribute.candidates.filter(({ cost }) => cost < LOOSE_LIMIT);
  const own = fit.filter(({ table }) => table === owner);
  const said = own.length > 0 ? FOREIGN : ELSEWHERE;
  const near = home === 'last' ? NEAR : home === 'group' ? GROUPED : BESIDE;
  const charge = attribute.owner !== undefined ? said : own.some(({ cost }) => cost < GOOD) ? near : 0;
  // "freight per country": the country of the order's own, though it is called the ship's.
  const eased = home === 'group' && own.length === 1 ? EASED : 1;
  return fit.map(({ table, columns, cost }) => ({ table, columns, cost: owner === table ? cost * eased : cost + charge }));
}

function toAssignment({ cost, chosen, tree }: Draft): Assignment {
  return {
    cost,
    tables: [...new Set(tree?.named)],
    named: tree?.named ?? [],
    table: (entity) => chosen.get(keyOf(entity))?.table ?? entity.candidates[0]?.table ?? '',
    columns: (attribute) => {
      const choice = chosen.get(attribute);
      return choice?.columns === undefined ? { table: '', columns: [] } : { table: choice.table, columns: choice.columns };
    },
    hit: (value) => {
      const choice = chosen.get(value);
      return choice?.column === undefined || choice.stored === undefined
        ? null
        : { table: choice.table, column: choice.column, stored: choice.stored };
    },
  };
}
