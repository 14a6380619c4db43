import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Fault } from '../../fault.ts';
import { readSource } from './readers.ts';
import type { Said, Source } from './source.ts';
import { isTooLarge } from './too-large.ts';

/**
 * The process that reads one source for `readApart`: which one comes as a message, its content by standard input. It waits after each piece until that was taken, has an
 * empty environment, and ends with its parent.
 */
process.once('disconnect', () => process.exit());

const say = (said: Said): void => void process.send?.(said);

const [source] = (await once(process, 'message')) as [Source];
try {
  for await (const piece of readSource(source, await buffer(process.stdin))) {
    const taken = once(process, 'message');
    say({ kind: 'piece', piece });
    await taken;
  }
  say({ kind: 'end' });
} catch (error) {
  say(isTooLarge(error) ? { kind: 'too large' } : { kind: 'refused', params: error instanceof Fault ? (error.params ?? {}) : {} });
}
