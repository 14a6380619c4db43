/** A table that is looked up by people's own words: `constructor` and the like are words too, so nothing is inherited. */
export const wordTable = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries);
