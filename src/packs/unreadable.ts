import { Fault } from '../fault.ts';

/** What is wrong with a source, without a word of what is in it. */
export const unreadable = (reason: string, where: { readonly file?: string; readonly row?: number } = {}): Fault =>
  new Fault('source_unreadable', { params: { ...where, reason } });
