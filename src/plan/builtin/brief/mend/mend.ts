import type { Draft } from '../draft.ts';
import { giveHanded } from './handed.ts';
import type { Keys } from './keys.ts';
import { giveKin } from './kin.ts';
import { giveMatches } from './matches.ts';
import { freeServed, turnMoney } from './money.ts';
import { gatherOccasions } from './occasions.ts';
import { giveOffers } from './offers.ts';
import { givePatrons } from './patrons.ts';
import { takeTheirs, takeUsed } from './used.ts';
import { giveYields } from './yields.ts';

/**
 * What is alike in every database, whatever it is about and whoever read the brief: parents are of the same kind, a game is between two,
 * what people come together for is of many of them. `said` are keys that no mend may change.
 */
export function mend(draft: Draft, said: Keys, brief: string): void {
  giveKin(draft);
  giveMatches(draft);
  takeUsed(draft, brief);
  takeTheirs(draft, brief);
  giveOffers(draft, said);
  giveHanded(draft);
  turnMoney(draft, said);
  freeServed(draft);
  gatherOccasions(draft, said);
  givePatrons(draft, brief);
  giveYields(draft, said);
}
