import { randomBytes } from 'node:crypto';
import { databaseOf } from '../ask/text.ts';
import type { Call, Handler } from '../call.ts';
import { keyIdOf } from '../caller.ts';
import type { SchemaPreset, TablesPreset } from '../contract/database.ts';
import { LIMITS } from '../contract/limits.ts';
import type { PackId } from '../contract/packs.ts';
import { choosePreset } from '../databases/presets.ts';
import type { EngineOf } from '../engines/engine.ts';
import { readsOnly } from '../engines/granted.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import { ownDatabase, requireWholeAccount } from '../rights.ts';
import type { Store } from '../store/control-plane.ts';
import type { Databases } from '../store/databases.ts';
import type { ImportFiles } from '../store/import-files.ts';
import type { Imports } from '../store/imports.ts';
import type { Seal } from '../store/seal.ts';
import { importRecord } from './record.ts';
import { type NewFile, readSource, sizeOf } from './source.ts';
import { NO_PROGRESS, newState, type StartedBy } from './state.ts';

interface Dependencies {
  readonly imports: Imports;
  readonly files: ImportFiles;
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly once: Once;
  /** Null where nothing can be sealed. */
  readonly seal: Seal | null;
  readonly disabledPresets: readonly SchemaPreset[];
  /** @throws Fault storage_full */
  readonly requireRoom: (ownerId: string) => Promise<void>;
  /** It can go on by itself. */
  readonly onReady: (id: string) => void;
}

/** The preset of the databases that a pack writes into; null for its own tables. */
export const PRESET_OF: Readonly<Record<PackId, TablesPreset | null>> = { tabular: null, notes: 'agent_memory_v1', repo: null };

/** What a URL is sealed for. */
export const urlContext = (importId: string): string => `import ${importId}`;

/** Notes the import with its source; nothing is read of it yet. */
export function createCreateImport(dependencies: Dependencies): Handler<'createImport'> {
  const { imports, files, databases, engine: engineOf, once, seal, disabledPresets, requireRoom, onReady } = dependencies;

  /** @throws Fault db_not_found, forbidden, wrong_preset, preset_disabled, unconfigured */
  async function requireTarget(call: Call, dbId: string | undefined, preset: TablesPreset | null): Promise<void> {
    if (dbId === undefined) {
      requireWholeAccount(call.caller);
      if (preset !== null) choosePreset(preset, undefined, disabledPresets);
      return;
    }
    const database = await ownDatabase(databases, call.caller, dbId);
    const engine = engineOf(database);
    if (!engine.importing) throw engine.refusal?.() ?? readsOnly();
    if (preset !== null && database.preset !== preset) throw new Fault('wrong_preset', { params: { preset } });
  }

  /** In the transaction that adds it. @throws Fault imports_exceeded */
  async function requireQuota(transaction: Store, { caller }: Call, source: readonly NewFile[]): Promise<void> {
    const isAnonymous = caller.kind === 'anonymous';
    const [importsMax, bytesMax] = isAnonymous
      ? [LIMITS.importsOpenAnonymousMax, LIMITS.importsOpenAnonymousBytes]
      : [LIMITS.importsOpenMax, LIMITS.importsOpenBytes];
    const open = await imports.open(caller.ownerId, transaction);
    if (open.imports >= importsMax)
      throw new Fault('imports_exceeded', { params: { what: 'imports', used: open.imports, limit: importsMax } });
    const bytes = open.bytes + source.reduce((sum, file) => sum + sizeOf(file), 0);
    if (bytes > bytesMax) throw new Fault('imports_exceeded', { params: { what: 'bytes', used: bytes, limit: bytesMax } });
  }

  return async (input, call) => {
    const { packId, name = null, auto } = input;
    const source = readSource(input.source);
    const dbId = databaseOf(input);
    await requireTarget(call, dbId, PRESET_OF[packId]);
    if (seal === null && source.some((file) => 'url' in file)) throw new Fault('sealing_unconfigured');
    const id = `imp_${randomBytes(24).toString('base64url')}`;
    const stored = await once.control(call, 201, async () => {
      await requireRoom(call.caller.ownerId);
      const state = { ...newState(), by: startedBy(call) };
      const now = new Date();
      const row = { id, owner_id: call.caller.ownerId, pack_id: packId, db_id: dbId ?? null, name, auto, progress: NO_PROGRESS, state };
      const record = importRecord({
        ...row,
        phase: 'inspecting',
        error: null,
        lease: null,
        lease_until: null,
        attempts: 0,
        created_at: now,
        updated_at: now,
        expires_at: now,
      });
      return {
        body: record,
        finish: {
          async alongside(transaction) {
            await requireQuota(transaction, call, source);
            await imports.insert(transaction, row);
            for (const [no, file] of source.entries())
              await files.insert(
                transaction,
                id,
                {
                  no,
                  name: file.name,
                  url: 'url' in file ? (seal?.close(file.url, urlContext(id)) ?? null) : null,
                  bytes: 'url' in file ? null : sizeOf(file),
                },
                'content' in file ? file.content : null,
              );
          },
        },
        audit: null,
      };
    });
    if (!stored.replayed && auto && call.caller.kind !== 'anonymous' && !source.some((file) => 'bytes' in file && file.bytes > 0))
      onReady(id);
    return stored;
  };
}

/** Null for an anonymous session, which has nobody who would read its log. */
export function startedBy(call: Call): StartedBy | null {
  const { caller, requestId, address = null, surface = 'http' } = call;
  if (caller.kind === 'anonymous' || caller.kind === 'publishable_key') return null;
  return { actor: caller.kind, keyId: keyIdOf(caller), requestId, address, surface };
}
