import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Course, STEPS } from './script.ts';

interface Body {
  readonly stream?: boolean;
  readonly messages?: readonly Message[];
  readonly input?: readonly Item[];
  readonly tools?: readonly Tool[];
}
interface Message {
  readonly role: string;
  readonly content: string | null | readonly { type: string; text?: string; tool_use_id?: string; content?: unknown }[];
}
interface Item {
  readonly type: string;
  readonly output?: unknown;
}
interface Tool {
  readonly type?: string;
  readonly name?: string;
  readonly function?: { name: string };
  readonly tools?: readonly Tool[];
}

/** A call of the script, in the name that the host gave the tool. */
interface Call {
  readonly id: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly input: Record<string, unknown>;
}

export interface ModelEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

interface Options {
  readonly course: Course;
  /** Awaited before the call of this number is asked for. */
  readonly before: (step: number) => Promise<void>;
  /** Told every request, for who wants to look. */
  readonly onRequest?: (path: string, body: unknown) => void;
}

/** A model that calls the tools of the script one after the other, in the three protocols that hosts speak to models. */
export async function startModelEndpoint({ course, before, onRequest }: Options): Promise<ModelEndpoint> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    onRequest?.(path, body);
    const protocol = Object.entries(PROTOCOLS).find(([end]) => path.endsWith(end))?.[1];
    if (protocol === undefined) return void json(response, path.endsWith('/count_tokens') ? { input_tokens: 1 } : { data: [] });
    const names = toolNames(body.tools ?? []);
    // Hosts also ask for titles and summaries, without tools.
    if (names.length === 0) return protocol.write(response, body, null);
    course.requests += 1;
    const said = protocol.said(body);
    course.said.splice(0, course.said.length, ...said);
    const step = STEPS[said.length];
    if (step === undefined) return protocol.write(response, body, null);
    await before(said.length);
    const named = names.find(({ name }) => name === step.tool || name.endsWith(`__${step.tool}`));
    // A host that begins before its servers are connected has a tool that waits for them.
    const waiting = names.find(({ name }) => name === WAITS);
    if (named === undefined && waiting) return protocol.write(response, body, { id: `${WAIT_ID}${randomUUID()}`, ...waiting, input: {} });
    if (named === undefined) throw new Error(`The host offers no tool ${step.tool}: ${names.map(({ name }) => name).join(', ')}`);
    protocol.write(response, body, { id: `call_${said.length}`, ...named, input: step.input(said) });
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function toolNames(tools: readonly Tool[], namespace: string | null = null): { name: string; namespace: string | null }[] {
  return tools.flatMap((tool) => {
    const name = tool.function?.name ?? tool.name ?? '';
    return tool.tools ? toolNames(tool.tools, name) : name === '' ? [] : [{ name, namespace }];
  });
}

interface Protocol {
  /** What the tools said so far, in order. */
  said(body: Body): string[];
  /** The next call, or the end. */
  write(response: ServerResponse, body: Body, call: Call | null): void;
}

/** Of Claude Code. */
const WAITS = 'WaitForMcpServers';
/** What the wait said is nothing that a tool of the script said. */
const WAIT_ID = 'wait_';
const DONE = 'Everything is done.';
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Chat completions (OpenAI's, and most others'). */
const CHAT: Protocol = {
  said: ({ messages = [] }) => messages.filter(({ role }) => role === 'tool').map(({ content }) => asText(content)),
  write(response, { stream }, call) {
    const tool_calls = call && [
      { index: 0, id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } },
    ];
    const message = { role: 'assistant', content: call ? null : DONE, ...(tool_calls ? { tool_calls } : {}) };
    const finish_reason = call ? 'tool_calls' : 'stop';
    const head = { id: randomUUID(), created: 0, model: 'scripted', usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
    if (!stream) return json(response, { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }] });
    const chunk = { ...head, object: 'chat.completion.chunk' };
    events(response, [
      [null, { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] }],
      [null, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] }],
    ]);
  },
};

/** Messages (Anthropic). */
const MESSAGES: Protocol = {
  said: ({ messages = [] }) =>
    messages.flatMap(({ content }) =>
      Array.isArray(content)
        ? content
            .filter(({ type, tool_use_id: id = '' }) => type === 'tool_result' && !id.startsWith(WAIT_ID))
            .map(({ content: said }: { content?: unknown }) => asText(said))
        : [],
    ),
  write(response, { stream }, call) {
    const block = call ? { type: 'tool_use', id: call.id, name: call.name, input: call.input } : { type: 'text', text: DONE };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const stop_reason = call ? 'tool_use' : 'end_turn';
    const message = { id: randomUUID(), type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null, usage };
    if (!stream) return json(response, { ...message, content: [block], stop_reason });
    const delta = call ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) } : { type: 'text_delta', text: DONE };
    const begun = call ? { ...block, input: {} } : { type: 'text', text: '' };
    const all: Record<string, unknown>[] = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: begun },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    events(
      response,
      all.map((each) => [String(each.type), each]),
    );
  },
};

/** Responses (OpenAI). */
const RESPONSES: Protocol = {
  said: ({ input = [] }) => input.filter(({ type }) => type === 'function_call_output').map(({ output }) => asText(output)),
  write(response, _body, call) {
    const item = call
      ? {
          type: 'function_call',
          id: `fc_${call.id}`,
          call_id: call.id,
          name: call.name,
          ...(call.namespace ? { namespace: call.namespace } : {}),
          arguments: JSON.stringify(call.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'm1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: DONE, annotations: [] }],
        };
    const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
    const head = { id: randomUUID(), object: 'response', model: 'scripted' };
    const all: Record<string, unknown>[] = [
      { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...head, status: 'completed', output: [item], usage } },
    ];
    events(
      response,
      all.map((each, sequence_number) => [String(each.type), { ...each, sequence_number }]),
    );
  },
};

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  '/chat/completions': CHAT,
  '/messages': MESSAGES,
  '/responses': RESPONSES,
};

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function events(response: ServerResponse, all: readonly (readonly [string | null, unknown])[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [name, data] of all) response.write(`${name === null ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.end(all[0]?.[0] === null ? 'data: [DONE]\n\n' : '');
}
