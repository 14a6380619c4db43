interface Round<T> {
  readonly running: Promise<T>;
  /** For all who came while that ran. */
  next: Promise<T> | null;
}

/**
 * Work whose result serves everybody who asked for it before it began. Of one key one runs at a time; those who come meanwhile share the
 * next, so that nobody gets what was found before they asked.
 */
export function createSharedNext<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const rounds = new Map<string, Round<T>>();
  return function share(key, work) {
    const round = rounds.get(key);
    if (round) {
      round.next ??= round.running.then(
        () => begin(key, work),
        () => begin(key, work),
      );
      return round.next;
    }
    return begin(key, work);
  };

  function begin(key: string, work: () => Promise<T>): Promise<T> {
    const running = work();
    const round: Round<T> = { running, next: null };
    rounds.set(key, round);
    const end = (): void => {
      if (rounds.get(key) === round && round.next === null) rounds.delete(key);
    };
    running.then(end, end);
    return running;
  }
}
