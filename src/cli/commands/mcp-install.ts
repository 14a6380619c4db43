import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import type { Exit } from '../exit-codes.ts';
import { giveHostKey, takeHostKey } from '../host-key.ts';
import { backupOf, type ConfigFile, readConfigFile, replaceConfigFile, textOf } from '../hosts/config-file.ts';
import { type DiffLine, diffLines } from '../hosts/diff.ts';
import { ConfigFault, type Entry } from '../hosts/editor.ts';
import { readEntry, withEntry, withoutEntry } from '../hosts/entry.ts';
import { fileOf, hostNamed, isInstalled, thisMachine } from '../hosts/find.ts';
import { HOST_IDS, HOSTS, type Host, type HostId, type Machine } from '../hosts/hosts.ts';
import { launchOf } from '../hosts/launch.ts';
import type { Flags } from '../options.ts';
import { askYesNo } from '../output/prompt.ts';
import { safeText } from '../output/safe-text.ts';
import { DEFAULT_API_URL } from '../settings.ts';
import { Stop } from '../stop.ts';

type Deed = 'install' | 'uninstall';

/** Writes our entry into the files of agent hosts; each change is shown first. */
export const mcpInstall: Run = async (context, [given], flags) => changeHosts(context, 'install', given, flags);

/** Takes it out again: a file that nobody else changed since is as it was before. */
export const mcpUninstall: Run = async (context, [given], flags) => changeHosts(context, 'uninstall', given, flags);

interface Outcome {
  readonly host: HostId;
  readonly file: string;
  readonly outcome: 'done' | 'already' | 'would_change' | 'declined' | 'failed';
  readonly message: string;
  readonly backup?: string | null;
  readonly diff?: readonly string[];
}

async function changeHosts(context: Context, deed: Deed, given: string | undefined, flags: Flags): Promise<Exit> {
  const machine = thisMachine(context.settings.environment);
  const ids = given === undefined ? installedHosts(machine, deed, flags) : [hostNamed(given)];
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const outcome = await changeHost(context, machine, id, deed, flags).catch((error: unknown): Outcome => {
      // One host's broken file is no reason to leave out the others.
      if (!(error instanceof Stop) || error.exit === 'interrupted' || ids.length === 1) throw error;
      return { host: id, file: fileOf(id, machine), outcome: 'failed', message: [error.message, error.action ?? ''].join(' ').trim() };
    });
    outcomes.push(outcome);
    if (!flags.json) context.output.note(`${HOSTS[id].name}: ${outcome.message}`);
  }
  if (flags.json) context.output.json(outcomes);
  if (outcomes.some(({ outcome }) => outcome === 'failed')) return 'failed';
  return outcomes.some(({ outcome }) => outcome === 'declined') ? 'needsConfirm' : 'ok';
}

async function changeHost(context: Context, machine: Machine, id: HostId, deed: Deed, flags: Flags): Promise<Outcome> {
  const { output } = context;
  const file = flags.file === undefined ? fileOf(id, machine) : resolve(flags.file);
  const held = readConfigFile(file, flags.file === undefined ? machine.home : null);
  const before = inFile(file, () => (held.bytes === null ? '' : textOf(held.bytes)));
  const after = inFile(file, () => changed(context, id, deed, { held, before, isRemote: flags.remote === true }));
  const facts = { host: id, file };
  if (after === before) {
    // It may have been installed before anybody signed in here, and taken out by hand, or by a run that was ended half-way.
    const keyed =
      flags.dryRun || flags.remote ? null : deed === 'install' ? await giveHostKey(context, id) : await takeHostKey(context, id);
    const state = deed === 'install' ? `svc is already in ${file}.` : `svc is not in ${file}.`;
    return { ...facts, outcome: 'already', message: keyed === null ? state : `${state} ${keyed}` };
  }
  const lines = diffLines(before, after ?? '');
  // What a script may keep has nothing of the rest, where other servers have their secrets.
  const diff = lines.filter(({ mark }) => mark !== ' ').map(({ mark, text }) => `${mark} ${text}`);
  if (!flags.json) {
    output.line(output.paint('bold', safeText(file)));
    for (const line of lines) if (output.isTerminal || line.mark !== ' ') output.line(painted(context, line));
  }
  if (deed === 'install' && flags.file === undefined && !isInstalled(id, machine))
    output.note(`${HOSTS[id].name} was not found on this machine; its file is made for when it comes.`);
  if (flags.dryRun) return { ...facts, outcome: 'would_change', message: `nothing was changed in ${file}.`, diff };
  if (!flags.yes && !(output.canAsk && (await askYesNo(`Change ${safeText(file)} like this?`))))
    return {
      ...facts,
      outcome: 'declined',
      message: output.canAsk ? 'nothing was changed.' : `nothing was changed in ${file}. Say --yes to change it.`,
      diff,
    };
  const backup = replaceConfigFile(held, after);
  // Who goes by its address shows what the host itself has.
  const keyed = deed === 'uninstall' ? await takeHostKey(context, id) : flags.remote ? null : await giveHostKey(context, id);
  return {
    ...facts,
    outcome: 'done',
    message: `${DONE[deed]} ${file}${backup === null ? '' : `; as it was before: ${backup}`}.${keyed === null ? '' : ` ${keyed}`}`,
    backup,
    diff,
  };
}

const DONE = { install: 'svc is now in', uninstall: 'svc is no longer in' } as const;

interface Before {
  readonly held: ConfigFile;
  readonly before: string;
  readonly isRemote: boolean;
}

/** The text after the deed; null to remove the file. */
function changed(context: Context, id: HostId, deed: Deed, { held, before, isRemote }: Before): string | null {
  const host: Host = HOSTS[id];
  const { entry, isOurs } = readEntry(host, before);
  if (entry !== undefined && !isOurs)
    throw new Stop(
      'failed',
      `${held.file} has a server named svc that is another program. Nothing was changed.`,
      'Give that server another name, and run the command again.',
    );
  if (deed === 'install') return withEntry(host, before, entryFor(context, id, isRemote));
  const copy = backupOf(held.file);
  return withoutEntry(host, before, existsSync(copy) ? readFileSync(copy, 'utf8') : null);
}

function entryFor({ apiUrl, output }: Context, id: HostId, isRemote: boolean): Entry {
  const host: Host = HOSTS[id];
  if (isRemote) {
    if (host.remote === null)
      throw new Stop('usage', `${host.name} takes no address from its file.`, 'Leave --remote out: it then starts svc itself.');
    if (!isHere(apiUrl)) output.note(`${apiUrl} asks for a credential: give ${host.name} one, in the way that it has for it.`);
    return host.remote(`${apiUrl}/mcp`);
  }
  const { program, args, isPassing } = launchOf();
  if (isPassing) output.note('svc runs from the cache of npx, which is emptied at times: install it (`npm i -g`) for an entry that lasts.');
  const address = apiUrl === DEFAULT_API_URL ? [] : ['--api-url', apiUrl];
  return host.stdio({ program, args: [...args, 'mcp', 'serve', '--host', id, ...address] });
}

/** A service of this machine knows who calls. */
const isHere = (apiUrl: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(apiUrl).hostname);

function painted({ output }: Context, { mark, text }: DiffLine): string {
  const line = `${mark} ${safeText(text)}`;
  return mark === ' ' ? line : output.paint(mark === '+' ? 'green' : 'red', line);
}

/** @throws Stop failed, with file, line and column, for what cannot be read */
function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    throw new Stop(
      'failed',
      `${file}:${error.line}:${error.column}: ${error.message}. Nothing was changed.`,
      'Correct the file, and run the command again.',
    );
  }
}

function installedHosts(machine: Machine, deed: Deed, { file, remote }: Flags): HostId[] {
  if (file !== undefined)
    throw new Stop(
      'usage',
      '--file needs the host that reads the file.',
      `Say \`svc mcp ${deed} cursor --file ${file}\`, or another host.`,
    );
  const ids = HOST_IDS.filter((id) => isInstalled(id, machine) && !(remote && HOSTS[id].remote === null));
  if (ids.length === 0)
    throw new Stop(
      'failed',
      'No agent host was found on this machine.',
      '`svc mcp detect` shows where they are looked for; name one to write its file all the same.',
    );
  return ids;
}
