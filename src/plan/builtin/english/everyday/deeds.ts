import { AMOUNTS } from './deeds/amounts.ts';
import { DEALINGS } from './deeds/dealings.ts';
import { DOERS } from './deeds/doers.ts';
import { HAPPENINGS } from './deeds/happenings.ts';
import { MOMENTS } from './deeds/moments.ts';

/** Names of what tables and columns keep of what is done, each with verbs for it. */
export const DEEDS: readonly string[] = [DEALINGS, HAPPENINGS, DOERS, AMOUNTS, MOMENTS];
