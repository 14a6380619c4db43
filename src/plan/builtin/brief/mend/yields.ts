import { singularName } from '../../english/inflect.ts';
import type { Draft } from '../draft.ts';
import { type Keys, unpoint } from './keys.ts';

/** "sessions, prints": what comes of a session is of it, and each session has several. */
export function giveYields(draft: Draft, said: Keys): void {
  for (const made of [...draft.tables.values()]) {
    if (made.links !== undefined || !YIELDS.test(made.name)) continue;
    for (const deed of [...draft.tables.values()]) {
      const key = `${singularName(made.name)}_id`;
      const isTurned = deed.references.get(key) === made.name && !said.get(deed.name)?.has(key);
      if (deed.links !== undefined || !SOURCES.test(deed.name) || !isTurned) continue;
      unpoint(deed, key);
      draft.point(made.name, deed.name);
    }
  }
}

const YIELDS =
  /(?:^|_)(?:prints|galleries|photos|pictures|images|albums|recordings|reports|certificates|videos|proofs|negatives|clips|drawings)$/;
const SOURCES = /(?:^|_)(?:shoots|sessions|photoshoots|inspections|visits|recordings|surveys|flights|dives|exams|tests)$/;
