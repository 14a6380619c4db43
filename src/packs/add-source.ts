import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { ImportFiles } from '../store/import-files.ts';
import type { Imports } from '../store/imports.ts';
import { isReached } from './own-import.ts';
import { missing } from './phases/inspect.ts';

interface Dependencies {
  readonly imports: Imports;
  readonly files: ImportFiles;
  /** @throws Fault storage_full, quota_exceeded */
  readonly requireRoom: (ownerId: string) => Promise<void>;
  readonly onReady: (id: string) => void;
}

/**
 * The next part of a file, from whoever began the import. A part that is here already is taken as sent again, so that it needs no stored reply; an empty
 * one tells where the next begins.
 */
export function createAddToImport({ imports, files, requireRoom, onReady }: Dependencies): Handler<'addToImport'> {
  return async ({ id, file: name, at, base64 }, call) => {
    const row = await imports.find(id);
    if (!row || row.owner_id !== call.caller.ownerId || !isReached(call.caller, row)) throw new Fault('import_not_found');
    const all = await files.list(id);
    const file = all.find((one) => one.name === name && one.url === null);
    if (!file || file.bytes === null)
      throw invalid(
        'file',
        `The import has no file of this name. It has: ${all
          .slice(0, 20)
          .map((one) => one.name)
          .join(', ')}.`,
      );
    const content = Buffer.from(base64, 'base64');
    const end = at + content.length;
    if (end > file.bytes) throw invalid('base64', `The file was announced with ${file.bytes} bytes, and this part ends at ${end}.`);
    let { received } = file;
    if (content.length > 0 && received < end) {
      await requireRoom(call.caller.ownerId);
      if (!(await files.append(id, file.no, at, content))) {
        received = (await files.list(id)).find(({ no }) => no === file.no)?.received ?? received;
        if (received < end)
          throw new Fault('invalid_request', { params: { reason: `The next part begins at byte ${received}.`, received } });
      } else received = end;
    }
    const isWhole = missing(all.map((one) => (one.no === file.no ? { ...one, received } : one))).length === 0;
    if (isWhole && row.auto && row.phase === 'inspecting' && call.caller.kind !== 'anonymous') onReady(id);
    return { file: name, received, bytes: file.bytes };
  };
}

const invalid = (path: string, message: string): Fault => new Fault('invalid_body', { params: { issues: [{ path, message }] } });
