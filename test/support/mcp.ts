import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AGENTS_STDIO } from './entries.ts';

/** What both clients return of a tool call, as far as tests read it. */
export interface ToolReply {
  readonly text: string;
  readonly structured: Record<string, unknown>;
  readonly isError: boolean;
  readonly links: readonly string[];
}

interface CallSettings {
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
  readonly signal?: AbortSignal;
}

/** One connected host, whichever library it is built on. */
export interface Host {
  readonly version: string | undefined;
  tools(): Promise<{ name: string; inputSchema: unknown; outputSchema?: unknown }[]>;
  call(name: string, input: Record<string, unknown>, settings?: CallSettings): Promise<ToolReply>;
  /** Sends one of the calls that a reply offers, as it is: the first unless told otherwise. */
  send(reply: ToolReply, index?: number): Promise<ToolReply>;
  /** Sends the call for more rows. */
  more(reply: ToolReply): Promise<ToolReply>;
  resources(): Promise<string[]>;
  read(uri: string): Promise<Record<string, unknown>>;
  /** The text of a prompt. */
  prompt(name: string, given: Record<string, string>): Promise<string>;
  /** Of an argument of the prompt `clean_up`, what fits what was typed. */
  complete(argument: 'db' | 'table', typed: string, given?: Record<string, string>): Promise<string[]>;
  /** The addresses of resources that change from now on, and `list` for the list of them. */
  watch(uris: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

export type Connect = (where: {
  readonly url: string;
  readonly token: string | null;
  readonly name?: string;
  readonly query?: string;
  /** What the host's user and its model say when the server asks for it; a host without them does not offer to ask. */
  readonly answers?: Answers;
}) => Promise<Host>;

export interface Answers {
  readonly elicit?: (asked: { message: string }) => { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };
  readonly sample?: (asked: { messages: readonly { content: unknown }[]; systemPrompt?: string | undefined }) => string;
}

const capabilitiesOf = ({ elicit, sample }: Answers) => ({
  capabilities: { ...(elicit ? { elicitation: { form: {} } } : {}), ...(sample ? { sampling: {} } : {}) },
});
const sampled = (text: string) => ({ role: 'assistant' as const, model: 'model-of-the-host', content: { type: 'text' as const, text } });

const NEW_ERA = { versionNegotiation: { mode: 'auto' as const } };

const http = (token: string | null) => ({ requestInit: { headers: token === null ? {} : { authorization: `Bearer ${token}` } } });
const spawned = (url: string, token: string | null) => ({
  command: process.execPath,
  args: [AGENTS_STDIO, url],
  env: { PATH: process.env.PATH ?? '', ...(token === null ? {} : { SVC_API_KEY: token }) },
  stderr: 'ignore' as const,
});

/** Today's hosts are built on the older library, tomorrow's on the newer; both over both transports. */
export const HOSTS = {
  'the 1.x client over HTTP': async ({ url, token, name = 'old host', query = '', answers = {} }) => {
    const client = oldClient(name, answers);
    await client.connect(new OldHttp(new URL(`${url}/mcp${query}`), http(token)) as Parameters<OldClient['connect']>[0]);
    return oldHost(client);
  },
  'the 1.x client over stdio': async ({ url, token, name = 'old host', answers = {} }) => {
    const client = oldClient(name, answers);
    await client.connect(new OldStdio(spawned(url, token)));
    return oldHost(client);
  },
  'the 2.x client over HTTP': async ({ url, token, name = 'new host', query = '', answers = {} }) => {
    const client = newClient(name, answers);
    await client.connect(new NewHttp(new URL(`${url}/mcp${query}`), http(token)));
    return newHost(client);
  },
  'the 2.x client over stdio': async ({ url, token, name = 'new host', answers = {} }) => {
    const client = newClient(name, answers);
    await client.connect(new NewStdio(spawned(url, token)));
    return newHost(client);
  },
} as const satisfies Record<string, Connect>;

function oldClient(name: string, answers: Answers): OldClient {
  const client = new OldClient({ name, version: '1' }, capabilitiesOf(answers));
  const { elicit, sample } = answers;
  if (elicit) client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicit(params));
  if (sample) client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => sampled(sample(params)));
  return client;
}

function newClient(name: string, answers: Answers): NewClient {
  const client = new NewClient({ name, version: '1' }, { ...NEW_ERA, ...capabilitiesOf(answers) });
  const { elicit, sample } = answers;
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params));
  if (sample) client.setRequestHandler('sampling/createMessage', ({ params }) => sampled(sample(params)));
  return client;
}

function oldHost(client: OldClient): Host {
  return withOffers({
    version: undefined,
    tools: async () => (await client.listTools()).tools,
    call: async (name, input, settings) => replyOf(await client.callTool({ name, arguments: input }, undefined, settings as object)),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => contentOf(await client.readResource({ uri })),
    prompt: async (name, given) => promptText(await client.getPrompt({ name, arguments: given })),
    complete: async (name, value, given = {}) =>
      (
        await client.complete({
          ref: { type: 'ref/prompt', name: 'clean_up' },
          argument: { name, value },
          context: { arguments: given },
        })
      ).completion.values,
    async watch(uris) {
      const seen: string[] = [];
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void seen.push(params.uri));
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void seen.push('list'));
      for (const uri of uris) await client.subscribeResource({ uri });
      return seen;
    },
    close: () => client.close(),
  });
}

function newHost(client: NewClient): Host {
  return withOffers({
    version: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (name, input, settings) => replyOf(await client.callTool({ name, arguments: input }, settings as object)),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => contentOf(await client.readResource({ uri })),
    prompt: async (name, given) => promptText(await client.getPrompt({ name, arguments: given })),
    complete: async (name, value, given = {}) =>
      (
        await client.complete({
          ref: { type: 'ref/prompt', name: 'clean_up' },
          argument: { name, value },
          context: { arguments: given },
        })
      ).completion.values,
    async watch(uris) {
      const seen: string[] = [];
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.push(params.uri));
      client.setNotificationHandler('notifications/resources/list_changed', () => void seen.push('list'));
      await client.listen({ resourcesListChanged: true, resourceSubscriptions: [...uris] });
      return seen;
    },
    close: () => client.close(),
  });
}

interface Offer {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

function withOffers(host: Omit<Host, 'send' | 'more'>): Host {
  const sent = (offer: Offer | undefined) => {
    if (!offer) throw new Error('The reply offers no such call.');
    return host.call(offer.tool, offer.arguments);
  };
  return {
    ...host,
    send: ({ structured }, index = 0) => sent((structured.calls as Offer[] | undefined)?.[index]),
    more: ({ structured }) => sent(structured.more as Offer | undefined),
  };
}

function replyOf(result: unknown): ToolReply {
  const { content, structuredContent, isError } = result as {
    content: { type: string; text?: string; uri?: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
  };
  return {
    text: content.map(({ text = '' }) => text).join('\n'),
    structured: structuredContent ?? {},
    isError: isError === true,
    links: content.flatMap(({ type, uri }) => (type === 'resource_link' && uri !== undefined ? [uri] : [])),
  };
}

function promptText(prompt: { messages: { content: unknown }[] }): string {
  return (prompt.messages[0]?.content as { text: string } | undefined)?.text ?? '';
}

function contentOf(result: unknown): Record<string, unknown> {
  const { contents } = result as { contents: { text?: string }[] };
  return JSON.parse(contents[0]?.text ?? 'null') as Record<string, unknown>;
}

/** One message as a host of 2026-07-28 sends it, or of an older revision when a session is named. */
export function rpc(method: string, params: Record<string, unknown>, { id = 1, session }: { id?: number; session?: string } = {}) {
  const stateless = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (session === undefined) {
    headers['mcp-protocol-version'] = '2026-07-28';
    headers['mcp-method'] = method;
    if (typeof params.name === 'string') headers['mcp-name'] = params.name;
  } else headers['mcp-session-id'] = session;
  return { headers, body: { jsonrpc: '2.0', id, method, params: session === undefined ? { ...params, _meta: stateless } : params } };
}
