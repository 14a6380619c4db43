import type { DatabaseNews, ServiceInput, ServiceOutput } from '../contract/service-operations.ts';

/** How long news are kept for endpoints of agents that ask for them each second. */
const KEPT_MS = 10_000;
const KEPT_MAX = 10_000;

/** What this service heard of databases: told on at once, and kept a moment for parts of the deployment that ask. */
export function createNews(now: () => number = Date.now) {
  const listeners: ((news: DatabaseNews) => void)[] = [];
  let kept: { readonly news: DatabaseNews; readonly at: number }[] = [];
  const isKept = ({ at }: { readonly at: number }): boolean => at + KEPT_MS > now();
  return {
    on: (listener: (news: DatabaseNews) => void): void => void listeners.push(listener),
    heard(news: DatabaseNews): void {
      kept = [...kept.filter(isKept).slice(1 - KEPT_MAX), { news, at: now() }];
      for (const listener of listeners) listener(news);
    },
    async of({ accounts }: ServiceInput<'databaseNews'>): Promise<ServiceOutput<'databaseNews'>> {
      const asked = new Set(accounts);
      const own = kept.filter((one) => isKept(one) && asked.has(one.news.account));
      return { heard: own.map(({ news, at }) => ({ news, ageMs: now() - at })) };
    },
  };
}
