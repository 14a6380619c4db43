import type { AddressInfo } from 'node:net';
import { createMcpServer } from '../mcp/server.ts';
import { readConfig } from '../src/config.ts';
import { createService } from '../src/service.ts';

/** The service, whose protocol's server answers every call that reaches it by an echo: what the protocol alone costs. */
const service = await createService(readConfig(process.env), {
  newMcpServer(options) {
    const server = createMcpServer(options);
    server.setRequestHandler('tools/call', ({ params }) => ({ content: [{ type: 'text', text: JSON.stringify(params.arguments) }] }));
    return server;
  },
});
await service.app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
process.stdout.write(`listens on http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}\n`);
