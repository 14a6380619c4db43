import { openReads } from './ask.ts';
import { dumpFile, readDump } from './dump.ts';
import { hostDump } from './hosted.ts';
import { startHostedService } from './hosted-service.ts';
import type { Way } from './way.ts';
import { openWrite } from './write.ts';

/** The built-in planner over HTTP on hosted databases: no model is configured, whatever the environment says. */
export async function openBuiltin({ data }: { data: string }): Promise<Way> {
  const service = await startHostedService();
  return {
    async open({ questions: [first] }) {
      const schema = first.write?.schema ?? null;
      const statements = await readDump(dumpFile(data, 'postgres', first.dump), schema);
      const dump = await hostDump(service, { name: first.db, statements, schema });
      return first.kind === 'write' ? await openWrite(service.svc, dump, first) : openReads({ svc: service.svc, dump });
    },
    close: () => service.close(),
  };
}
