import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type BlockList, isIP } from 'node:net';
import { Fault } from '../fault.ts';
import { isPublicAddress } from '../lib/public-address.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { NOT_PUBLIC } from './connection-parts.ts';

/** Which addresses a customer's database may have. */
export interface Reach {
  /** Also those of private networks. */
  readonly allowPrivate: boolean;
  /** Never these: the deployment's own. */
  readonly denied: BlockList;
  /** All addresses of a name; the system's own look-up when absent. */
  readonly lookUp?: (host: string) => Promise<readonly Pick<LookupAddress, 'address'>[]>;
}

const LOOK_UP_MS = 5_000;

/**
 * The addresses of a host, all of them checked: one that may not be connected to refuses the name, since who answers so may
 * answer otherwise a moment later. What is connected to is an address of these, never the name again.
 * @throws Fault invalid_request for one that may not be connected to, db_unreachable for a name that leads nowhere
 */
export async function resolveHost(host: string, { allowPrivate, denied, lookUp = lookUpAll }: Reach): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await found(host, lookUp) : [host];
  const refused = (reason: string) => new Fault('invalid_request', { params: { reason: `The connection URL cannot be used. ${reason}` } });
  const isWhole = (address: string) => isIP(address) !== 0 && !address.includes('%');
  if (addresses.some((address) => !isWhole(address) || !(allowPrivate || isPublicAddress(address)))) throw refused(NOT_PUBLIC);
  if (addresses.some((address) => denied.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))) throw refused(DENIED);
  return addresses;
}

const DENIED = 'Whoever runs this service lets nobody connect to the address of its host (SVC_CONNECT_DENIED).';

const lookUpAll = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true, order: 'ipv4first' });

async function found(host: string, lookUp: NonNullable<Reach['lookUp']>): Promise<string[]> {
  const reached = { addresses: [] as string[], cause: null as unknown };
  const looking = lookUp(host).then(
    (all) => {
      reached.addresses = all.map(({ address }) => address);
    },
    (error: unknown) => {
      reached.cause = error;
    },
  );
  await waitAtMost(LOOK_UP_MS, looking);
  if (reached.addresses.length === 0) throw new Fault('db_unreachable', { params: { reason: NO_SUCH_NAME }, cause: reached.cause });
  return reached.addresses;
}

const NO_SUCH_NAME = 'The name of its host leads to no address.';
