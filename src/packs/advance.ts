import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import type { ImportFiles } from '../store/import-files.ts';
import type { ImportRow, Imports } from '../store/imports.ts';
import { ownImport } from './own-import.ts';
import { missing } from './phases/inspect.ts';
import { importRecord } from './record.ts';
import type { Runner } from './runner.ts';

interface Dependencies {
  readonly imports: Imports;
  readonly files: ImportFiles;
  readonly runner: Runner;
  readonly once: Once;
  readonly onReady: (id: string) => void;
}

/** The rest of a phase. One that is complete, or that failed, stays as it is. */
export const createAdvanceImport = (dependencies: Dependencies): Handler<'advanceImport'> => going(dependencies, false);

/** The phase that failed, once more. */
export const createRetryImport = (dependencies: Dependencies): Handler<'retryImport'> => going(dependencies, true);

function going({ imports, files, runner, once, onReady }: Dependencies, again: boolean): Handler<'advanceImport'> & Handler<'retryImport'> {
  return async ({ id }, call) =>
    await once.control(call, 200, async () => {
      const row = await ownImport(imports, call, id);
      const body = (of: ImportRow) => ({ body: importRecord(of), finish: null, audit: null });
      if (row.phase === 'complete' || (row.error !== null && !again)) return body(row);
      const lacking = missing(await files.list(id));
      if (row.phase === 'inspecting' && lacking.length > 0) throw new Fault('source_required', { params: { missing: lacking } });
      if (row.error !== null) await imports.clearError(id);
      const now = await runner.run(id, 'phase');
      if (now.auto && now.phase !== 'complete' && now.error === null) onReady(id);
      return body(now);
    });
}
