import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { nearestName } from '../nearest-name.ts';
import type { Environment } from '../settings.ts';
import { Stop } from '../stop.ts';
import { HOST_IDS, HOSTS, type Host, type HostId, type Machine } from './hosts.ts';

export const thisMachine = (environment: Environment): Machine => ({ platform: process.platform, home: homedir(), environment });

export const isInstalled = (id: HostId, machine: Machine): boolean => HOSTS[id].signs(machine).some((path) => existsSync(path));

/** The file that a host reads for every project, whether it is there or not. */
export function fileOf(id: HostId, machine: Machine): string {
  const host: Host = HOSTS[id];
  const files = host.files(machine);
  return files.find((file) => existsSync(file)) ?? files[0] ?? '';
}

/** @throws Stop usage for a name that is none, with the nearest */
export function hostNamed(given: string): HostId {
  const known = HOST_IDS.find((id) => id === given);
  if (known) return known;
  const near = nearestName(given, HOST_IDS);
  const guess = near === null ? '' : ` Did you mean ${near}?`;
  throw new Stop('usage', `There is no agent host ${JSON.stringify(given)}.${guess}`, `Known: ${HOST_IDS.join(', ')}.`);
}
