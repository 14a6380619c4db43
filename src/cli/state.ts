import { readFileSync, renameSync } from 'node:fs';
import { replaceFile } from './replace-file.ts';
import type { KeptIn } from './secrets.ts';

/** What is remembered of one service. */
export interface Remembered {
  /** The active database. */
  readonly db?: string;
  /** Of the anonymous session: it opens that session's databases and nothing else. */
  readonly token?: string;
  /** The key of this device, and where it is; never the key itself. */
  readonly device?: { readonly keyId: string; readonly keptIn: KeptIn };
  /** The last write that was shown and not confirmed. */
  readonly preview?: HeldPreview;
  /** The last write, which `svc undo` reverts. */
  readonly written?: Written;
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
}

interface Contents {
  readonly version: 1;
  readonly services: Readonly<Record<string, Remembered>>;
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
      warnOnce(`The state file ${file} cannot be read (${codeOf(error)}); going on without it.`);
      return null;
    }
    const contents = contentsOf(text);
    if (contents) return contents;
    const aside = `${file}.broken-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`;
    renameSync(file, aside);
    warn(`The state file was not readable as state; it is kept as ${aside}, and a new one is begun.`);
    return EMPTY;
  };
  return {
    of: (apiUrl) => read()?.services[apiUrl] ?? {},
    change(apiUrl, change) {
      try {
        const contents = read();
        if (!contents) return;
        const services = { ...contents.services, [apiUrl]: change(contents.services[apiUrl] ?? {}) };
        replaceFile(file, `${JSON.stringify({ version: 1, services }, null, 2)}\n`);
      } catch (error) {
        warnOnce(`The state file ${file} cannot be written (${codeOf(error)}); what happened now is not remembered.`);
      }
    },
  };
}

function contentsOf(text: string): Contents | null {
  try {
    const { version, services } = JSON.parse(text) as Partial<Contents>;
    if (version !== 1 || !isRecord(services)) return null;
    return Object.values(services).every(isRemembered) ? { version, services } : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';

function isRemembered(value: unknown): value is Remembered {
  if (!isRecord(value)) return false;
  const { db, token, device, preview, written } = value;
  if (device !== undefined && !(isRecord(device) && isText(device.keyId) && (device.keptIn === 'keychain' || device.keptIn === 'file')))
    return false;
  if (![db, token].every((field) => field === undefined || isText(field))) return false;
  if (written !== undefined && !isWritten(written)) return false;
  if (preview === undefined) return true;
  return isRecord(preview) && ['db', 'goal', 'confirmToken', 'expiresAt'].every((field) => isText(preview[field]));
}

const isWritten = (value: unknown): boolean =>
  isRecord(value) && isText(value.db) && Array.isArray(value.traceIds) && value.traceIds.every(isText);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
