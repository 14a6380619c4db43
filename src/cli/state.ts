import { readFileSync, renameSync } from 'node:fs';
import { whileLocked } from './lock-file.ts';
import { replaceFile } from './replace-file.ts';
import type { KeptIn } from './secrets.ts';

/** What is remembered of one service. */
export interface Remembered {
  /** Which service this is about, where it has said so. */
  readonly serviceId?: string;
  /** The active database. */
  readonly db?: string;
  /** Of the anonymous session: it opens that session's databases and nothing else. */
  readonly token?: string;
  /** The key of this device, and where it is; never the key itself. */
  readonly device?: { readonly keyId: string; readonly keptIn: KeptIn; readonly keptAs?: string; readonly name?: string };
  /** Keys of agent hosts on this device, by host; never the keys themselves. */
  readonly agents?: Readonly<Record<string, KeptKey>>;
  /** The last write that was shown and not confirmed. */
  readonly preview?: HeldPreview;
  /** The last write, which `svc undo` reverts. */
  readonly written?: Written;
}

/** Of an agent host. */
export interface KeptKey {
  readonly keyId: string;
  readonly keptIn: KeptIn;
  readonly keptAs: string;
  /** The key of the device that made it, with which it ends; absent where the owner did. */
  readonly madeBy?: string;
}

export interface Written {
  readonly db: string;
  /** In the order in which they were made: the rows of one file may take several writes. */
  readonly traceIds: readonly string[];
}

export interface HeldPreview {
  readonly db: string;
  readonly goal: string;
  readonly confirmToken: string;
  readonly expiresAt: string;
}

export interface State {
  of(apiUrl: string): Remembered;
  /** Changes what the file holds by now, not what it held when this process read it. */
  change(apiUrl: string, change: (remembered: Remembered) => Remembered): void;
  /**
   * Told which service answers at an address now. What is remembered of another one is put aside, and comes back with it; true
   * when that was so. Whoever it says it is, it is only told what was remembered at this very address.
   */
  meet(apiUrl: string, serviceId: string): boolean;
}

interface Contents {
  readonly version: 1;
  readonly services: Readonly<Record<string, Remembered>>;
  /** Of services that answered at an address before the present one, by address and id. */
  readonly away?: Readonly<Record<string, Remembered>>;
}

const EMPTY: Contents = { version: 1, services: {} };

/**
 * The state file: readable by its owner alone and replaced in one step. A file that cannot be understood is kept aside;
 * one that cannot be read or written costs the memory, not the command. Both are told to `warn`, once.
 */
export function openState(file: string, warn: (text: string) => void): State {
  let warned = false;
  const warnOnce = (text: string) => {
    if (!warned) warn(text);
    warned = true;
  };
  const read = (): Contents | null => {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return EMPTY;
      warnOnce(`The state file ${file} cannot be read (${codeOf(error)}); going on without it, and nothing is remembered.`);
      return null;
    }
    const contents = contentsOf(text);
    if (contents) return contents;
    const aside = `${file}.broken-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`;
    renameSync(file, aside);
    warn(`The state file was not readable as state; it is kept as ${aside}, and a new one is begun.`);
    return EMPTY;
  };
  const write = (change: (contents: Contents) => Contents): void => {
    try {
      whileLocked(`${file}.lock`, () => {
        const contents = read();
        if (contents) replaceFile(file, `${JSON.stringify(change(contents), null, 2)}\n`);
      });
    } catch (error) {
      warnOnce(`The state file ${file} cannot be written (${codeOf(error)}); what happened now is not remembered.`);
    }
  };
  return {
    of: (apiUrl) => read()?.services[apiUrl] ?? {},
    change: (apiUrl, change) =>
      write((contents) => ({
        ...contents,
        services: { ...contents.services, [apiUrl]: change(contents.services[apiUrl] ?? {}) },
      })),
    meet(apiUrl, serviceId) {
      const known = read()?.services[apiUrl];
      if (!known || known.serviceId === serviceId) return false;
      write(({ services, away = {}, ...contents }) => {
        const { [apiUrl]: now = {}, ...others } = services;
        // What was kept before services said who they are is taken for this one's.
        if (now.serviceId === undefined) return { ...contents, services: { ...others, [apiUrl]: { ...now, serviceId } }, away };
        const { [`${apiUrl} ${serviceId}`]: back = {}, ...rest } = away;
        return {
          ...contents,
          services: { ...others, [apiUrl]: { ...back, serviceId } },
          away: { ...rest, [`${apiUrl} ${now.serviceId}`]: now },
        };
      });
      return known.serviceId !== undefined;
    },
  };
}

function contentsOf(text: string): Contents | null {
  try {
    const { version, services, away = {} } = JSON.parse(text) as Partial<Contents>;
    if (version !== 1 || !isRecord(services) || !isRecord(away)) return null;
    return [...Object.values(services), ...Object.values(away)].every(isRemembered) ? { version, services, away } : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';

function isRemembered(value: unknown): value is Remembered {
  if (!isRecord(value)) return false;
  const { serviceId, db, token, device, agents, preview, written } = value;
  if (
    agents !== undefined &&
    !(isRecord(agents) && Object.values(agents).every((one) => isRecord(one) && isText(one.keyId) && isText(one.keptAs)))
  )
    return false;
  if (device !== undefined && !(isRecord(device) && isText(device.keyId) && (device.keptIn === 'keychain' || device.keptIn === 'file')))
    return false;
  if (![serviceId, db, token].every((field) => field === undefined || isText(field))) return false;
  if (written !== undefined && !isWritten(written)) return false;
  if (preview === undefined) return true;
  return isRecord(preview) && ['db', 'goal', 'confirmToken', 'expiresAt'].every((field) => isText(preview[field]));
}

const isWritten = (value: unknown): boolean =>
  isRecord(value) && isText(value.db) && Array.isArray(value.traceIds) && value.traceIds.every(isText);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
