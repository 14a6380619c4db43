import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, createMiddleware, ToolMessage } from 'langchain';

const { MODEL_URL, MCP_URL, MCP_KEY } = process.env;
const client = new MultiServerMCPClient({
  mcpServers: { svc: { transport: 'http', url: MCP_URL, headers: { Authorization: `Bearer ${MCP_KEY}` } } },
});
// What a tool refuses is thrown here, and told to the model by who writes the agent, as LangChain's guide has it.
const tellErrors = createMiddleware({
  name: 'tell-errors',
  wrapToolCall: async (request, handler) => {
    try {
      return await handler(request);
    } catch (error) {
      return new ToolMessage({ content: String(error), tool_call_id: request.toolCall.id });
    }
  },
});
const model = new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration: { baseURL: `${MODEL_URL}/v1` } });
const agent = createAgent({ model, tools: await client.getTools(), middleware: [tellErrors] });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Go on.' }] }, { recursionLimit: 100 });
console.log(`${messages.length} messages: ${messages.at(-1)?.content}`);
await client.close();
