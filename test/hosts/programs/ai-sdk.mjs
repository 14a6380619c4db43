import { createMCPClient } from '@ai-sdk/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';

const { MODEL_URL, MCP_URL, MCP_KEY } = process.env;
const client = await createMCPClient({ transport: { type: 'http', url: MCP_URL, headers: { Authorization: `Bearer ${MCP_KEY}` } } });
const model = createOpenAICompatible({ name: 'scripted', baseURL: `${MODEL_URL}/v1` })('scripted');
const { text, steps } = await generateText({ model, tools: await client.tools(), stopWhen: stepCountIs(30), prompt: 'Go on.' });
console.log(`${steps.length} steps: ${text}`);
await client.close();
