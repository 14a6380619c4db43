import { isPlural } from '../../english/inflect.ts';
import { partsOfCompound } from '../compound.ts';
import { isDeed } from '../deed.ts';
import { isEntity } from '../entity.ts';
import { isPerson } from '../nouns.ts';
import { kindOf } from '../outline/kind.ts';

/** "knitting projects with wool", "tennis club courts", "community garden plots": what it is all about and where is no part of a name. */
export function takeSettingName(brief: string): string {
  if (partsOfCompound(brief) !== undefined) return brief;
  return brief.replace(NAMED, (all: string, before: string, head: string, at: number, whole: string) => {
    const rest = whole.slice(at + all.length);
    const words = before.trim().toLowerCase().split(' ');
    const last = words.at(-1) ?? '';
    if (!isPlural(head) || !isEntity(head) || VAGUE.test(head) || words.some((word) => NO_NAME.test(word) || isPlural(word))) return all;
    const isDoing = /^[a-z]{4,}ing$/.test(last) && !LASTING.test(last);
    const isBody = /^(?:club|society|association|league|team|troop|choir|orchestra|band|gym|exchange|sale)$/.test(last);
    const isPlace =
      (['place', 'group'].includes(kindOf(last)) || /^(?:museum|library|hospital|theatre|theater)$/.test(last)) &&
      (isPerson(head) || (!isDeed(head) && words.length > 1));
    // "ceramics kiln firings": three words are no name.
    const isLong = words.length > 1 && rest !== '' && !(['place', 'group'].includes(kindOf(last)) && isDeed(head));
    return isDoing || isBody || isPlace || isLong ? head : all;
  });
}

const NAMED = /^(?:(?:my|our|the) )?((?:[a-z'-]+ ){1,3}?)([a-z]+)(?= with | by | for |,| and |$)/i;
const NO_NAME =
  /^(?:of|for|in|at|on|to|with|and|or|by|from|who|that|which|i|we|my|our|the|an?|all|every|each|track|keep|log|record|list|make|create|want|need|have|has|run|own|manage|store|new|where|what|how|when|are|is|be)$/i;
/** They say nothing without the word before them. */
const VAGUE =
  /^(?:things|lists|results|scores|entries|times|points|orders|sales|logs|records|ideas|costs|systems|cards|books|shoes|machines)$/i;
const LASTING =
  /^(?:building|wedding|evening|morning|spring|string|clothing|housing|parking|boarding|training|meeting|drawing|painting|opening|king|ring)$/;
