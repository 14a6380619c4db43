type Told = () => void;

let waiting: Told | null = null;

/** The first Ctrl-C is told to `told` and ends nothing; the next one ends the process. Gives what forgets it. */
export function onInterrupt(told: Told): () => void {
  waiting = told;
  return () => {
    if (waiting === told) waiting = null;
  };
}

/** Whether somebody was waiting for it. */
export function tellInterrupted(): boolean {
  const told = waiting;
  waiting = null;
  told?.();
  return told !== null;
}
