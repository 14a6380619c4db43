import { fact } from './fact.ts';
import { movedOver } from './moves.ts';
import type { Form } from './place.ts';
import { scored } from './scores.ts';
import { arrived, counted, stocked } from './stocked.ts';
import { until } from './until.ts';

/** What is told of rows that are there. */
export const NEWS: readonly Form[] = [until, scored, movedOver, fact, stocked, arrived, counted];
