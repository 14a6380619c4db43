import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAdmin } from './session.ts';

/**
 * Where any of these texts stands: rows of the control plane (its stored traces, audit log and records), files of the data folder, and what
 * processes of this machine are called and started with. Log lines are `log-watch.ts`.
 */
export async function placesOf(secrets: readonly string[], { control, dataDir }: { control: string; dataDir: string }): Promise<string[]> {
  const has = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  const places: string[] = [];
  const admin = await openAdmin(control);
  try {
    const { rows: tables } = await admin.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'svc_control'",
    );
    for (const { name } of tables) {
      const { rows } = await admin.query<{ row: string }>(`SELECT x::text AS row FROM svc_control.${name} x`);
      if (rows.some(({ row }) => has(row))) places.push(`table ${name}`);
    }
    const { rows: running } = await admin.query<{ text: string }>(
      "SELECT concat_ws(' ', usename, application_name, query) AS text FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
    );
    if (running.some(({ text }) => has(text))) places.push('pg_stat_activity');
  } finally {
    await admin.end();
  }
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && has(readFileSync(path, 'latin1'))) places.push(path);
  }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    for (const file of ['cmdline', 'environ', 'comm']) if (has(readable(`/proc/${pid}/${file}`))) places.push(`${file} of process ${pid}`);
  return places;
}

function readable(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
