import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the provider got it. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | null;
  /** The body as text, and read. */
  readonly text: string;
  readonly body: { model: string; messages: { role: string; content: string }[]; response_format?: { type: string }; temperature?: number };
  /** Whether the caller left before its reply was complete. */
  left: boolean;
}

export type ModelReply = (response: ServerResponse, request: ModelRequest) => void | Promise<void>;

export interface ModelServer {
  /** The base URL of its OpenAI-compatible endpoint. */
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Replies to the next requests, in order; the last one stays for all that follow. */
  script(...replies: ModelReply[]): void;
  close(): Promise<void>;
}

/** A real HTTP server that speaks chat-completions and says what it is told to. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let replies: ModelReply[] = [];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const request: ModelRequest = {
      path: incoming.url ?? '',
      authorization: incoming.headers.authorization ?? null,
      text,
      body: JSON.parse(text) as ModelRequest['body'],
      left: false,
    };
    requests.push(request);
    response.on('close', () => {
      request.left = !response.writableFinished;
    });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    await (reply ?? status(500))(response, request);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script(...next) {
      replies = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const send = (response: ServerResponse, code: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const completion = (message: object, finish = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'scripted',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: { prompt_tokens: 321, completion_tokens: 21, total_tokens: 342 },
});

/** The model's words as they are. */
export const says =
  (content: string, finish?: string): ModelReply =>
  (response) =>
    send(response, 200, completion({ content }, finish));

/** A reply of the planner's form. */
export const plans = (reply: object): ModelReply => says(JSON.stringify({ sql: '', assumptions: [], alternatives: [], ...reply }));

export const status =
  (code: number, headers: Record<string, string> = {}, message = 'scripted failure'): ModelReply =>
  (response) =>
    send(response, code, { error: { message, type: 'scripted', code: null } }, headers);

export const refuses: ModelReply = (response) => send(response, 200, completion({ content: null, refusal: 'I would rather not.' }));

/** Half a body, then the connection ends. */
export const cut: ModelReply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' });
  response.write('{"id":"chatcmpl-1","choices":[{"index":0,"message":{"role":"assistant","content":"{\\"kind\\"', () => response.destroy());
};

/** Never answers. */
export const silent: ModelReply = () => undefined;

/** Answers when the gate opens. */
export const gated =
  (gate: Promise<unknown>, reply: ModelReply): ModelReply =>
  async (response, request) => {
    await gate;
    if (!response.destroyed) await reply(response, request);
  };

/** Refuses every form of reply but these, as servers do that know no structured output. */
export const takesOnly =
  (formats: readonly string[], reply: ModelReply): ModelReply =>
  (response, request) => {
    const format = request.body.response_format?.type ?? 'text';
    return formats.includes(format)
      ? reply(response, request)
      : status(400, {}, `response_format ${format} is not supported`)(response, request);
  };
