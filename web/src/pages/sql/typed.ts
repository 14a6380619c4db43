import { useEffect, useRef, useState } from 'react';
import { keepInBrowser, keepInTab, readOfBrowser, readOfTab } from '../../kept.ts';

/** A statement and its values, as they are typed. */
interface Typed {
  readonly sql: string;
  readonly texts: readonly string[];
  /** The statement of the page's address meanwhile: with another one, a link was followed. */
  readonly linked: string | null;
}

/** What is typed in this tab; else what a link brings; else what was typed last in this browser. */
export function useTyped(account: string, linked: string | null) {
  const name = `${account}.sql`;
  const [typed, setTyped] = useState((): Typed => {
    const ofTab = readOfTab<Typed>(name);
    if (ofTab !== null && (linked === null || linked === ofTab.linked)) return ofTab;
    return linked === null ? (readOfBrowser<Typed>(name) ?? { sql: '', texts: [], linked }) : { sql: linked, texts: [], linked };
  });
  const kept = useRef(typed);
  useEffect(() => {
    if (typed === kept.current) return;
    kept.current = typed;
    keepInTab(name, typed);
    keepInBrowser(name, typed);
  }, [name, typed]);
  return [typed, setTyped] as const;
}
