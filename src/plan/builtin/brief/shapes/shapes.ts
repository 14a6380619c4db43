import type { Bond } from '../bonds.ts';
import { readCatalogued } from '../catalogued.ts';
import { partsOfUndertaking } from '../outline/undertaking.ts';
import { takeActs } from './acts.ts';
import { takeCompared, takeKinds } from './compared.ts';
import { takeLead } from './lead.ts';
import { takeLog } from './log.ts';
import { takeParticiples } from './participles.ts';
import { takeParts } from './parts.ts';
import { takePerPart } from './per-part.ts';
import { takePlaces } from './places.ts';
import { takePurpose } from './purpose.ts';
import { takeSetting } from './setting.ts';
import { takeSettingName } from './setting-name.ts';
import { takeShared } from './shared.ts';
import { partsOfTrade } from './trade.ts';
import { takeWanted } from './wanted.ts';

/** A brief in words that the readers of lists know, with what its clauses say of how its things stand to each other. */
export interface Shaped {
  readonly text: string;
  readonly bonds: readonly Bond[];
}

/** Takes those clauses out of a brief that say how two things stand to each other, and says the rest as a list of things. */
export function shapeOf(brief: string): Shaped {
  if (readCatalogued(brief) !== null || partsOfUndertaking(brief) !== undefined) return { text: brief, bonds: [] };
  const trade = partsOfTrade(brief);
  if (trade !== undefined) return { text: trade, bonds: [] };
  const bonds: Bond[] = [];
  let text = takeSettingName(brief);
  for (const take of [
    takePurpose,
    takePerPart,
    takeLog,
    takeLead,
    takeWanted,
    takeSetting,
    takeCompared,
    takeKinds,
    takeActs,
    takeParts,
    takeShared,
    takeParticiples,
    takePlaces,
  ])
    text = take(text, bonds);
  return {
    text: text
      .replaceAll(/ {2,}/g, ' ')
      .replaceAll(/ (?=[,.;])/g, '')
      .trim(),
    bonds,
  };
}
