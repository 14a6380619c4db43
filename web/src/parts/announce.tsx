import { useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

/** Tells what came of an act to who does not see it; the page itself shows it to all others. */
export function announce(text: string): void {
  // The same text twice is two pieces of news: a no-break space makes it another.
  said = text === said ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live region of the app: there from the start, since a region that comes with its text is not read out. */
export function Announcements() {
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <div role="status" className="heard">
      {text}
    </div>
  );
}
