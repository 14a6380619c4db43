import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';

interface Round {
  readonly requests: InputRequests;
  /** What the client has to send back with its answers. */
  readonly state?: string;
}

/** Answers once every round was answered; until then it asks for what is missing. @throws ProtocolError for a state that it never gave */
const asking =
  (...rounds: readonly Round[]) =>
  async (context: ServerContext): Promise<InputRequiredResult | string> => {
    const { inputResponses: answers = {}, requestState } = context.mcpReq;
    const state = requestState();
    const at = state === undefined ? 0 : rounds.findIndex((round) => round.state === state);
    const round = rounds[at];
    if (!round) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This requestState was not given here.');
    const isAnswered = Object.keys(round.requests).every((name) => Object.hasOwn(answers, name));
    const next = isAnswered ? rounds[at + 1] : round;
    if (!next) return `state-ok ${JSON.stringify(answers)}`;
    return inputRequired({ inputRequests: next.requests, ...(next.state === undefined ? {} : { requestState: next.state }) });
  };

const elicit = (message: string, field: string) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] } });
const confirm = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});
const sample = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });

/** Of all that could be asked, what the client says it can answer. */
async function askedByCapability(context: ServerContext): Promise<InputRequiredResult | string> {
  const envelope = (context.mcpReq.envelope ?? {}) as Readonly<Record<string, unknown>>;
  const { sampling, elicitation } = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as { sampling?: object; elicitation?: object };
  const requests = {
    ...(sampling ? { question: sample('What is the capital of France?') } : {}),
    ...(elicitation ? { user_name: elicit('What is your name?', 'name') } : {}),
  };
  return await asking({ requests })(context);
}

const confirmed: Round = { requests: { confirm }, state: 'state-that-nobody-guesses-5d1c' };

/** Fixture tools that ask their client for more, by name. */
export const INPUT_TOOLS = {
  test_input_required_result_elicitation: asking({ requests: { user_name: elicit('What is your name?', 'name') } }),
  test_input_required_result_sampling: asking({ requests: { capital_question: sample('What is the capital of France?') } }),
  test_input_required_result_list_roots: asking({ requests: { client_roots: inputRequired.listRoots() } }),
  test_input_required_result_request_state: asking(confirmed),
  test_input_required_result_tampered_state: asking(confirmed),
  test_input_required_result_multiple_inputs: asking({
    requests: {
      user_name: elicit('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    },
    state: 'three-asked',
  }),
  test_input_required_result_multi_round: asking(
    { requests: { step1: elicit('Step 1: What is your name?', 'name') }, state: 'round-1' },
    { requests: { step2: elicit('Step 2: What is your favorite color?', 'color') }, state: 'round-2' },
  ),
  test_input_required_result_capabilities: askedByCapability,
} as const;

export const askForPromptContext = asking({ requests: { user_context: elicit('What context should the prompt use?', 'context') } });
