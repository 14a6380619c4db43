import { addTo, costsNow, dearer, putOn, raise, shift, shiftOn } from './amounts.ts';
import { assign, inRole, letDo, ofKind } from './keys.ts';
import type { Form } from './place.ts';
import { remove } from './removal.ts';
import { become, finish, flagged, reschedule } from './states.ts';
import { blank, change } from './values.ts';

/** What is to become of rows, as it is ordered; the first form that fits a table is its reading. */
export const ORDERS: readonly Form[] = [
  inRole,
  assign,
  letDo,
  finish,
  become,
  flagged,
  ofKind,
  reschedule,
  change,
  raise,
  shift,
  shiftOn,
  dearer,
  costsNow,
  addTo,
  putOn,
  blank,
  remove,
];
