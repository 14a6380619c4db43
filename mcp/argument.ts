import type { ToolName } from './tools.ts';

/** What a tool calls a field of its operation, where the two differ. */
const ARGUMENTS: Readonly<Partial<Record<ToolName, Readonly<Record<string, string>>>>> = {
  confirm: { confirmToken: 'token' },
  databases: { id: 'db', table: 'tables' },
  grant: { dbId: 'db', granteeAccountId: 'to', granteeEmail: 'to', scope: 'tables', id: 'approval' },
  remember: { 'payload.kind': 'type', canonical_name: 'content' },
};

/** The path of a field in a request, as the path of the tool's own argument. */
export function argumentOf(tool: ToolName, path: string): string {
  const item = /^items\.\d+\./.exec(path)?.[0] ?? '';
  const field = path.slice(item.length);
  for (const [name, argument] of Object.entries(ARGUMENTS[tool] ?? {}))
    if (field === name || field.startsWith(`${name}.`)) return `${item}${argument}${field.slice(name.length)}`;
  return path;
}
