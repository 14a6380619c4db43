import type { ClientCapabilities, Resource } from '@modelcontextprotocol/server';
import type { ListedTool } from '../tool-list.ts';
import type { ToolName } from '../tools.ts';
import { ANSWER_VIEW } from './answer-view.ts';

/** MCP Apps (SEP-1865, 2026-01-26): a host that has it shows a tool's result by a page of the server's, in a frame of its own. */
export const APPS = 'io.modelcontextprotocol/ui';
const MIME_TYPE = 'text/html;profile=mcp-app';
export const ANSWER_VIEW_URI = 'ui://svc/answer.html';

/** The tools whose results it shows. */
const SHOWN: ReadonlySet<string> = new Set<ToolName>(['ask', 'run']);

/** Whether the host shows such pages; all others get plain results and hear of none. */
export function showsApps(capabilities: ClientCapabilities | undefined): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Readonly<Record<string, { mimeTypes?: unknown } | undefined>> };
  const mimeTypes = extensions?.[APPS]?.mimeTypes;
  return Array.isArray(mimeTypes) && mimeTypes.includes(MIME_TYPE);
}

export const withView = (tools: readonly ListedTool[]) =>
  tools.map((tool) => (SHOWN.has(tool.name) ? { ...tool, _meta: { ui: { resourceUri: ANSWER_VIEW_URI } } } : tool));

export const ANSWER_VIEW_RESOURCE: Resource = {
  uri: ANSWER_VIEW_URI,
  name: 'answer view',
  title: 'An answer as words, picture and table; a write with its diff',
  mimeType: MIME_TYPE,
};

/** It asks no address for anything, and needs no permission: the host's strictest policy is enough. */
export const answerView = () => ({
  contents: [{ uri: ANSWER_VIEW_URI, mimeType: MIME_TYPE, text: ANSWER_VIEW, _meta: { ui: { csp: {}, prefersBorder: true } } }],
});
