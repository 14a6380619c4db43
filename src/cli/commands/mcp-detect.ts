import { existsSync } from 'node:fs';
import type { Run } from '../command-run.ts';
import { readConfigFile, textOf } from '../hosts/config-file.ts';
import { ConfigFault, isRecord } from '../hosts/editor.ts';
import { formOf, readEntry } from '../hosts/entry.ts';
import { fileOf, isInstalled, thisMachine } from '../hosts/find.ts';
import { HOST_IDS, HOSTS, type Host, type HostId, type Machine } from '../hosts/hosts.ts';
import { drawTable } from '../output/table.ts';
import { Stop } from '../stop.ts';

/** Looks at files alone; it changes nothing and starts nothing. */
export const mcpDetect: Run = async (context, _given, { json }) => {
  const { output } = context;
  const machine = thisMachine(context.settings.environment);
  const found = HOST_IDS.map((id) => lookAt(id, machine));
  if (json) output.json(found);
  else {
    const rows = found.map(({ host, installed, entry, file }) => ({ host, installed: installed ? 'yes' : 'no', svc: entry, file }));
    output.line(drawTable(['host', 'installed', 'svc', 'file'], rows, output.width));
  }
  return 'ok';
};

function lookAt(id: HostId, machine: Machine) {
  const host: Host = HOSTS[id];
  const file = fileOf(id, machine);
  return { host: id, name: host.name, installed: isInstalled(id, machine), file, entry: entryOf(host, file) };
}

/** In a word or two. */
function entryOf(host: Host, file: string): string {
  try {
    const { bytes } = readConfigFile(file, null);
    const { entry } = bytes === null ? {} : readEntry(host, textOf(bytes));
    if (entry === undefined) return 'no';
    const form = isRecord(entry) ? formOf(entry) : null;
    if (form === 'stdio' && isRecord(entry) && isGone(entry)) return 'stdio, but its program is gone';
    return form ?? 'another server of this name';
  } catch (error) {
    if (error instanceof ConfigFault) return `unreadable at line ${error.line}, column ${error.column}: ${error.message}`;
    if (error instanceof Stop) return 'unreadable';
    throw error;
  }
}

/** Of an entry that was written here: a folder or a Node that has been removed since. */
const isGone = (entry: Readonly<Record<string, unknown>>): boolean =>
  [entry.command, entry.cmd, entry.args]
    .flat()
    .some((word) => typeof word === 'string' && /^(\/|[A-Za-z]:\\)/.test(word) && !existsSync(word));
