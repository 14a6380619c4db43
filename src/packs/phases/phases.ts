import type { Room } from '../../databases/room.ts';
import type { Engine } from '../../engines/engine.ts';
import { Fault } from '../../fault.ts';
import type { AuditLog } from '../../store/audit.ts';
import type { Databases } from '../../store/databases.ts';
import type { ImportFile } from '../../store/import-files.ts';
import { tabularFormat } from '../formats.ts';
import type { Job } from '../job.ts';
import { classifyNotes, countPortion, createExtractNotes, noteFormat, rememberPortion } from '../notes/phases.ts';
import { createProvide } from '../provide.ts';
import { createReadApart } from '../read/read-apart.ts';
import { createUnpack } from '../read/unpack.ts';
import { repoFormat } from '../repo/format.ts';
import type { Phases } from '../runner.ts';
import type { Scanner } from '../tabular/apart/scanner.ts';
import { createClassify } from './classify.ts';
import { createExtract } from './extract.ts';
import { createInspect } from './inspect.ts';
import { createSave } from './save.ts';
import { createVerify } from './verify.ts';

interface Needs {
  readonly databases: Databases;
  /** What hosts new databases. */
  readonly hosting: Engine;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly addDatabase: Room['databaseOf'];
  readonly download: (job: Job, file: ImportFile) => Promise<void>;
  readonly scan: Scanner['scan'];
}

/** What each pack does in each phase. */
export function phasesOf({ databases, hosting, audit, addDatabase, download, scan }: Needs): Phases {
  const tablesOf = async ({ dbId, signal }: Job) =>
    dbId === null ? [] : (await hosting.introspect({ dbId }, signal)).tables.map(({ name }) => name);
  const made = { databases, engine: hosting, audit, addDatabase };
  const none = async (): Promise<never> => {
    throw new Fault('unconfigured');
  };
  const read = createReadApart();
  const ofTables = {
    classifying: createClassify({ unpack: createUnpack(read) }),
    extracting: createExtract(scan),
    saving: createSave({ provide: createProvide(made, null), tablesOf, remember: none }),
    verifying: createVerify({ countMemories: none }),
  };
  return {
    tabular: {
      inspecting: createInspect({ download, formatOf: tabularFormat }),
      ...ofTables,
    },
    repo: {
      inspecting: createInspect({ download, formatOf: repoFormat }),
      ...ofTables,
    },
    notes: {
      inspecting: createInspect({ download, formatOf: noteFormat }),
      classifying: classifyNotes,
      extracting: createExtractNotes(read),
      saving: createSave({
        provide: createProvide(made, 'agent_memory_v1'),
        tablesOf: async () => [],
        remember: rememberPortion,
      }),
      verifying: createVerify({ countMemories: countPortion }),
    },
  };
}
