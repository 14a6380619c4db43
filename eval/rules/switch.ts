/** A rule of the planner that can be taken away for a while. */
export interface Switch {
  readonly name: string;
  /** Whether it has found something since it was last asked. */
  fired(): boolean;
  /** Runs `work` as if the rule were not there. */
  without<T>(work: () => Promise<T>): Promise<T>;
}

type Find = (...given: never[]) => readonly unknown[] | string | null;

/**
 * Rules of a list of functions. They are wrapped where they stand: the planner takes them from its lists for every question, and
 * needs to know nothing of being measured. `nothing` is what a rule gives that finds nothing.
 */
export function switchesOf(list: readonly Find[], kind: string, nothing: readonly [] | null): Switch[] {
  const places = list as Find[];
  return places.map((rule, at) => {
    const switched = switchOf(`${kind} ${rule.name}`, rule, nothing);
    places[at] = switched.rule;
    return switched;
  });
}

/** The same for rules that are called `name` and read by `read`. */
export function namedSwitchesOf(list: readonly { readonly name: string; readonly read: Find }[], kind: string): Switch[] {
  const places = list as { name: string; read: Find }[];
  return places.map((row, at) => {
    const switched = switchOf(`${kind} ${row.name}`, row.read, []);
    places[at] = { ...row, read: switched.rule };
    return switched;
  });
}

function switchOf(name: string, rule: Find, nothing: readonly [] | null): Switch & { readonly rule: Find } {
  let off = false;
  let found = false;
  return {
    name,
    rule(...given) {
      if (off) return nothing;
      const result = rule(...given);
      found ||= result !== null && result.length > 0;
      return result;
    },
    fired() {
      const before = found;
      found = false;
      return before;
    },
    async without(work) {
      off = true;
      try {
        return await work();
      } finally {
        off = false;
      }
    },
  };
}
