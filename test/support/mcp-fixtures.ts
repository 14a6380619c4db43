import { setTimeout as delay } from 'node:timers/promises';
import {
  type CallToolResult,
  type ContentBlock,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callTool } from '../../mcp/call-tool.ts';
import { createMcpServer, type McpServerOptions } from '../../mcp/server.ts';
import { TOOL_LIST } from '../../mcp/tool-list.ts';
import { isToolName } from '../../mcp/tools.ts';
import { askForPromptContext, INPUT_TOOLS } from './mcp-input-fixtures.ts';

/** The product's server with the tools, prompts and resources that the protocol's conformance suite asks a server for. */
export function createFixtureServer(options: McpServerOptions): Server {
  const server = createMcpServer(options);
  server.registerCapabilities({ prompts: {}, completions: {}, logging: {}, resources: { subscribe: true } });
  const description = 'A fixture.';
  const inputSchema = { type: 'object' as const };
  server.setRequestHandler('tools/list', () => ({
    tools: [...TOOL_LIST, ...[...Object.keys(TOOLS), ...Object.keys(INPUT_TOOLS)].map((name) => ({ name, description, inputSchema }))],
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const asks = Object.entries(INPUT_TOOLS).find(([name]) => name === params.name)?.[1];
    if (asks) return answered(await asks(context), (said) => ({ content: [text(said)] }));
    const { name, arguments: input = {} } = params;
    if (isToolName(name))
      return await callTool({
        name,
        input,
        requestId: context.mcpReq.id,
        identity: options.identityOf(context),
        connection: options.connectionOf(context),
        kept: options.kept,
        leaving: context.mcpReq.signal,
      });
    const tool = TOOLS[name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    return await tool(context, input);
  });
  server.setRequestHandler('resources/list', () => ({ resources: Object.entries(RESOURCES).map(([uri]) => ({ uri, name: uri })) }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [resource(uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { takes }]) => ({
      name,
      description,
      arguments: takes.map((each) => ({ name: each, description, required: true })),
    })),
    ttlMs: 0,
    cacheScope: 'private' as const,
  }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    if (params.name === ASKING_PROMPT)
      return answered(await askForPromptContext(context), (said) => ({ messages: [{ role: 'user' as const, content: text(said) }] }));
    const prompt = PROMPTS[params.name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    return { messages: prompt.contents(params.arguments ?? {}).map((content) => ({ role: 'user' as const, content })) };
  });
  return server;
}

const ASKING_PROMPT = 'test_input_required_result_prompt';

const answered = <Answer>(result: InputRequiredResult | string, answer: (said: string) => Answer): InputRequiredResult | Answer =>
  typeof result === 'string' ? answer(result) : result;

type Fields = Record<string, unknown>;
type FixtureTool = (context: ServerContext, input: Fields) => Promise<CallToolResult | InputRequiredResult>;

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (content: string): ContentBlock => ({ type: 'text', text: content });
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, content: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: content },
});
const always =
  (...content: ContentBlock[]): FixtureTool =>
  async () => ({ content });

const PAUSE_MS = 20;

async function logged(context: ServerContext): Promise<CallToolResult> {
  for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await context.mcpReq.log('info', line);
    await delay(PAUSE_MS);
  }
  return { content: [text('Logged three lines.')] };
}

async function progressed({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    await delay(PAUSE_MS);
  }
  return { content: [text('Reported three steps.')] };
}

async function sampled({ mcpReq }: ServerContext, { prompt }: Fields): Promise<CallToolResult> {
  const message = { role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } };
  const { content } = await mcpReq.requestSampling({ messages: [message], maxTokens: 100 });
  return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
}

const elicited =
  (requestedSchema: ElicitRequestFormParams['requestedSchema']): FixtureTool =>
  async ({ mcpReq }, { message = 'Please answer.' }) => {
    const { action, content } = await mcpReq.elicitInput({ mode: 'form', message: String(message), requestedSchema });
    return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
  };

const NAME = { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] };

/** Asks for what a client may not be able to give, which the protocol's server refuses on its behalf. */
const needsElicitation: FixtureTool = async () =>
  inputRequired({ inputRequests: { name: inputRequired.elicit({ message: 'What is your name?', requestedSchema: NAME }) } });

const oneOf = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([value, title]) => ({ const: value, title }));

const TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: always(text('This is a simple text response for testing.')),
  test_image_content: always(image),
  test_audio_content: always({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: always(embedded('test://embedded-resource', 'This is an embedded resource content.')),
  test_multiple_content_types: always(
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}'),
  ),
  test_error_handling: async () => ({ content: [text('This tool intentionally returns an error for testing')], isError: true }),
  test_tool_with_logging: logged,
  test_logging_tool: logged,
  test_tool_with_progress: progressed,
  test_sampling: sampled,
  test_elicitation: elicited({
    type: 'object',
    properties: { username: { type: 'string' }, email: { type: 'string' } },
    required: ['username', 'email'],
  }),
  test_elicitation_sep1034_defaults: elicited({
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  }),
  test_elicitation_sep1330_enums: elicited({
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: oneOf(['value1', 'First Option'], ['value2', 'Second Option'], ['value3', 'Third Option']) },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: {
        type: 'array',
        items: { anyOf: oneOf(['value1', 'First Choice'], ['value2', 'Second Choice'], ['value3', 'Third Choice']) },
      },
    },
  }),
  test_missing_capability: async () =>
    inputRequired({
      inputRequests: {
        answer: inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 }),
      },
    }),
  test_streaming_elicitation: needsElicitation,
};

const RESOURCES: Readonly<
  Record<string, { readonly mimeType: string; readonly text: string } | { readonly mimeType: string; readonly blob: string }>
> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
};

function resource(uri: string) {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined)
    return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
  const found = RESOURCES[uri];
  if (!found) throw new ResourceNotFoundError(uri);
  return { uri, ...found };
}

interface FixturePrompt {
  readonly takes: readonly string[];
  readonly contents: (input: Fields) => ContentBlock[];
}

const PROMPTS: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { takes: [], contents: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    contents: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    contents: ({ resourceUri }) => [
      embedded(String(resourceUri), 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: { takes: [], contents: () => [image, text('Please analyze the image above.')] },
};
