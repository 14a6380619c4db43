import type { AskRequest } from '../../src/contract/ask.ts';
import { openReads } from './ask.ts';
import { dumpFile, readDump } from './dump.ts';
import { hostDump } from './hosted.ts';
import type { HostedService } from './hosted-service.ts';
import type { Way } from './way.ts';
import { openWrite } from './write.ts';

/** POST /v1/ask on hosted databases: what a caller of the service meets. */
export function overHttp(service: HostedService, { data, model }: { data: string; model: AskRequest['model'] }): Way {
  const { svc } = service;
  return {
    async open({ questions: [first] }) {
      const schema = first.write?.schema ?? null;
      const statements = await readDump(dumpFile(data, 'postgres', first.dump), schema);
      const dump = await hostDump(service, { name: first.db, statements, schema });
      return first.kind === 'write' ? await openWrite({ svc, dump, model }, first) : openReads({ svc, dump, model });
    },
    close: () => service.close(),
  };
}
