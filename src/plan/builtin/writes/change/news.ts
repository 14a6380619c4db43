import { fact } from './fact.ts';
import type { Form } from './place.ts';
import { counted, stocked } from './stocked.ts';
import { until } from './until.ts';

/** What is told of rows that are there. */
export const NEWS: readonly Form[] = [until, fact, stocked, counted];
