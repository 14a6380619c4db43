import type { ServiceOperations } from '../../src/contract/service-operations.ts';
import type { OnNews } from '../port.ts';

const EVERY_MS = 1_000;
/** Longer than the API keeps news, so that none is told twice. */
const KNOWN_MS = 30_000;
const ASKED_MAX = 1_000;

/** News of databases from the API, which is asked for them each second while somebody listens. */
export function askForNews(services: Pick<ServiceOperations, 'databaseNews'>) {
  const known = new Map<string, number>();
  let tell: OnNews = () => undefined;
  let wanted: () => readonly string[] = () => [];
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const accounts = wanted();
      for (const [name, until] of known) if (until < Date.now()) known.delete(name);
      for (let from = 0; from < accounts.length; from += ASKED_MAX) {
        const { heard } = await services.databaseNews({ accounts: accounts.slice(from, from + ASKED_MAX) });
        for (const { news, ageMs } of heard) {
          const name = JSON.stringify(news);
          if (!known.has(name)) tell(news, Date.now() - ageMs);
          known.set(name, Date.now() + KNOWN_MS);
        }
      }
    } catch {
      // What is said within some seconds is heard once the API answers again.
    } finally {
      isAsking = false;
    }
  }

  const timer = setInterval(() => void ask(), EVERY_MS);
  timer.unref();
  return {
    on(listener: OnNews, accounts: () => readonly string[]): void {
      [tell, wanted] = [listener, accounts];
    },
    close: () => clearInterval(timer),
  };
}
