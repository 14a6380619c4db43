import type { AskRequest } from '../../src/contract/ask.ts';
import { openReads } from './ask.ts';
import { openBriefs } from './brief.ts';
import { atDay } from './clock.ts';
import { dumpFile, readDump } from './dump.ts';
import { hostDump } from './hosted.ts';
import type { HostedService } from './hosted-service.ts';
import type { Way } from './way.ts';
import { openWrite } from './write.ts';

interface Over {
  readonly data: string;
  readonly model: AskRequest['model'];
  /** The day that gold statements take for today; null is the real one. */
  readonly today?: string | null;
}

/** POST /v1/ask on hosted databases: what a caller of the service meets. */
export function overHttp(service: HostedService, { data, model, today = null }: Over): Way {
  const { svc } = service;
  return {
    async open({ questions: [first] }) {
      if (first.kind === 'brief') return openBriefs(svc);
      const schema = first.write?.schema ?? null;
      const statements = await readDump(dumpFile(data, 'postgres', first.dump), schema);
      const dump = atDay(await hostDump(service, { name: first.db, statements, schema }), today);
      return first.kind === 'write' ? await openWrite({ svc, dump, model }, first) : openReads({ svc, dump, model });
    },
    close: () => service.close(),
  };
}
