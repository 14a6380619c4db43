/** The cheapest `size` of many; among equals those of earlier rounds, and of earlier places in their round, first. */
export interface Shortlist<T> {
  /** What costs more than this has no place in it. */
  most(): number;
  add(item: T, place: number): void;
  closeRound(): void;
  sorted(): T[];
}

interface Entry<T> {
  readonly item: T;
  readonly round: number;
  readonly place: number;
}

export function createShortlist<T extends { readonly cost: number }>(size: number): Shortlist<T> {
  const entries: Entry<T>[] = [];
  let round = 0;
  return {
    most: () => (entries.length < size ? Number.POSITIVE_INFINITY : (entries.at(-1)?.item.cost ?? Number.POSITIVE_INFINITY)),
    add(item, place) {
      const entry = { item, round, place };
      let at = entries.length;
      for (let before = entries[at - 1]; before && compare(entry, before) < 0; before = entries[at - 1]) at -= 1;
      entries.splice(at, 0, entry);
      if (entries.length > size) entries.pop();
    },
    closeRound: () => {
      round += 1;
    },
    sorted: () => entries.map(({ item }) => item),
  };
}

const compare = <T extends { readonly cost: number }>(a: Entry<T>, b: Entry<T>): number =>
  a.item.cost - b.item.cost || a.round - b.round || a.place - b.place;
