import { addressOf } from '../../base.ts';

/** A page that shows the receipt, with the database and the thread of the address where it has them. */
export function receiptHref(id: string): string {
  const next = new URLSearchParams(location.pathname === addressOf('/ask') ? location.search : '');
  next.set('answer', id);
  return `/ask?${next}`;
}
