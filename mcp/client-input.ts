import { createHash, randomBytes } from 'node:crypto';
import {
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type ElicitResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { encodeJson } from '../src/lib/encode-json.ts';
import type { ToolName } from './tools.ts';

/** What a host's user or model said; or the result that asks for it; or nothing, where it did not come. */
export type Said<Answer> =
  | { readonly answer: Answer; readonly sent: Sent }
  | { readonly pending: InputRequiredResult }
  | { readonly failed: true };

/** What the client was asked with, and how long it took to answer. */
export interface Sent {
  readonly bytes: number;
  readonly ms: number;
}

/** The call that needs to know, and whose it is: an answer to another one, or of another caller, is none. */
export interface Need {
  readonly context: ServerContext;
  readonly callerKey: string;
  readonly tool: ToolName;
  readonly input: unknown;
}

/**
 * Questions of the server to its client, one a call. Revisions up to 2025-11-25 are asked by a request on the way; since 2026-07-28 the
 * question is the result (`input_required`), and the client sends its call again with the answer and the state that came with the question.
 */
export interface ClientInput {
  elicit(need: Need, ask: () => Promise<ElicitRequestFormParams>): Promise<Said<ElicitResult>>;
  sample(need: Need, ask: () => Promise<CreateMessageRequestParams>): Promise<Said<CreateMessageResult>>;
}

/** People decide; a preview lives five minutes. */
const ANSWER_MS = 5 * 60_000;

interface State {
  readonly call: string;
  readonly bytes: number;
  readonly askedAt: number;
}

/** @param key what states are signed with, 32 bytes at least, the same in all services of one address; this process's own unless given */
export function createClientInput(key: string | Uint8Array = randomBytes(32)): ClientInput {
  const states = createRequestStateCodec<State>({ key, ttlSeconds: ANSWER_MS / 1_000 });

  async function answeredIn(need: Need, state: string): Promise<Said<never>> {
    const { call, bytes, askedAt } = await states.verify(state, need.context).catch(() => NOT_OURS);
    const answer = need.context.mcpReq.inputResponses?.[ANSWER];
    if (call !== nameOf(need) || typeof answer !== 'object' || answer === null) return { failed: true };
    return { answer: answer as never, sent: { bytes, ms: Date.now() - askedAt } };
  }

  async function put<Params extends object, Answer>(need: Need, way: Way<Params, Answer>): Promise<Said<Answer>> {
    const { mcpReq } = need.context;
    const state = mcpReq.requestState<string>();
    const isStateless = mcpReq.envelope !== undefined;
    if (isStateless && state !== undefined) return await answeredIn(need, state);
    const params = await way.ask();
    const [bytes, askedAt] = [Buffer.byteLength(encodeJson(params)), Date.now()];
    if (isStateless) {
      const requestState = await states.mint({ call: nameOf(need), bytes, askedAt }, need.context);
      return { pending: inputRequired({ inputRequests: { [ANSWER]: way.request(params) }, requestState }) };
    }
    try {
      return { answer: await way.push(params), sent: { bytes, ms: Date.now() - askedAt } };
    } catch (error) {
      if (mcpReq.signal.aborted) throw error;
      return { failed: true };
    }
  }

  return {
    elicit: (need, ask) =>
      put(need, {
        ask,
        request: inputRequired.elicit,
        push: (params) => need.context.mcpReq.elicitInput(params, { timeout: ANSWER_MS }),
      }),
    sample: (need, ask) =>
      put(need, {
        ask,
        request: inputRequired.createMessage,
        push: async (params) => (await need.context.mcpReq.requestSampling(params, { timeout: ANSWER_MS })) as CreateMessageResult,
      }),
  };
}

interface Way<Params, Answer> {
  readonly ask: () => Promise<Params>;
  readonly request: (params: Params) => InputRequest;
  readonly push: (params: Params) => Promise<Answer>;
}

const ANSWER = 'answer';
const NOT_OURS: State = { call: '', bytes: 0, askedAt: 0 };

const nameOf = ({ callerKey, tool, input }: Need): string =>
  createHash('sha256')
    .update(encodeJson([callerKey, tool, input]))
    .digest('base64url');

/** Whether the call may have to ask its client for something that it can answer. */
export function asksClient(tool: ToolName, capabilities: ClientCapabilities | undefined): boolean {
  if (tool === 'confirm') return hasForms(capabilities);
  return tool === 'ask' && capabilities?.sampling !== undefined;
}

/** Before 2025-11-25 there were forms alone, and they had no name. */
function hasForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || !('url' in elicitation));
}
