import { Fault } from '../../fault.ts';
import type { Engine, Target } from '../engine.ts';

/** One of the servers that databases are hosted on. */
export interface HostingServer {
  readonly name: string;
  readonly engine: Engine;
  /** Whether it takes new databases: it answers, and has what they are made from. */
  takesNew(): Promise<boolean>;
}

/** On which server each database is, as the control plane has it. */
export interface Placements {
  /** Null where no record tells of the database. */
  of(dbId: string): Promise<string | null>;
  /** Before anything of it is made there. */
  set(dbId: string, server: string): Promise<void>;
  /** Databases on each server; none of a server has no entry. */
  counts(): Promise<ReadonlyMap<string, number>>;
  /** It is looked up anew. */
  forget(dbId: string): void;
}

interface Options {
  /** Names no two of which are the same; the first is the control plane's own. */
  readonly servers: readonly HostingServer[];
  /** Those that new databases are made on. */
  readonly forNew: readonly string[];
  readonly placements: Placements;
}

/** Several servers as one engine: a database is served by the server that it is on, and a new one made on the one with the fewest. */
export function createSpreadPostgres({ servers, forNew, placements }: Options): Engine {
  const byName = new Map(servers.map((server) => [server.name, server.engine]));
  const [{ engine: main }] = servers as [HostingServer, ...HostingServer[]];

  const named = (name: string): Engine => {
    const engine = byName.get(name);
    if (!engine) throw new Fault('db_misconfigured', { params: { reason: UNNAMED } });
    return engine;
  };

  /** What nobody knows of is found nowhere, as on one server. */
  const engineOf = async (dbId: string): Promise<Engine> => {
    const name = await placements.of(dbId);
    return name === null ? main : named(name);
  };

  /** Also when the database was moved since its place was looked up: the place that it left lets nobody in, so that nothing was done there. */
  async function at<T>(target: Target, work: (engine: Engine) => Promise<T>): Promise<T> {
    const before = await engineOf(target.dbId);
    try {
      return await work(before);
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'db_misconfigured')) throw error;
      placements.forget(target.dbId);
      const now = await engineOf(target.dbId);
      if (now === before) throw error;
      return await work(now);
    }
  }

  /** Where no record says on which server: what may be left of it goes from each. */
  async function fromEach(dbId: string, work: (engine: Engine) => Promise<'gone' | 'closed'>): Promise<'gone' | 'closed'> {
    const name = await placements.of(dbId);
    if (name !== null) return await work(named(name));
    let done: 'gone' | 'closed' = 'gone';
    for (const { engine } of servers) if ((await work(engine)) === 'closed') done = 'closed';
    return done;
  }

  async function choose(): Promise<string> {
    const counts = await placements.counts();
    const byRoom = servers
      .filter(({ name }) => forNew.includes(name))
      .toSorted((one, other) => (counts.get(one.name) ?? 0) - (counts.get(other.name) ?? 0));
    for (const server of byRoom) if (await server.takesNew()) return server.name;
    throw new Fault('provision_failed', { params: { rolled_back: true, reason: NONE_ANSWERS } });
  }

  return {
    ...main,
    async provision(target, content, signal) {
      const name = await choose();
      await placements.set(target.dbId, name);
      await named(name).provision(target, content, signal);
    },
    drop: (target) => fromEach(target.dbId, (engine) => engine.drop(target)),
    endGrant: (target, login) => fromEach(target.dbId, (engine) => engine.endGrant(target, login)),
    async hosted() {
      const all = [];
      for (const { engine } of servers) all.push(...(await engine.hosted()));
      return all;
    },
    async heal(dbIds) {
      const healed = [];
      for (const { name, engine } of servers) {
        const here = [];
        for (const id of dbIds) if ((await placements.of(id)) === name) here.push(id);
        if (here.length > 0) healed.push(...(await engine.heal(here)));
      }
      return healed;
    },
    makeGrant: (target) => at(target, (engine) => engine.makeGrant(target)),
    introspect: (target, signal) => at(target, (engine) => engine.introspect(target, signal)),
    schemaVersion: (target, signal) => at(target, (engine) => engine.schemaVersion(target, signal)),
    distinctValues: (target, ...rest) => at(target, (engine) => engine.distinctValues(target, ...rest)),
    bound: (target, ...rest) => at(target, (engine) => engine.bound(target, ...rest)),
    read: (target, ...rest) => at(target, (engine) => engine.read(target, ...rest)),
    readPortions: (target, ...rest) => at(target, (engine) => engine.readPortions(target, ...rest)),
    write: (target, ...rest) => at(target, (engine) => engine.write(target, ...rest)),
    replay: (target, ...rest) => at(target, (engine) => engine.replay(target, ...rest)),
    preview: (target, ...rest) => at(target, (engine) => engine.preview(target, ...rest)),
    previewChange: (target, ...rest) => at(target, (engine) => engine.previewChange(target, ...rest)),
    undoneBy: (target, ...rest) => at(target, (engine) => engine.undoneBy(target, ...rest)),
    sweepMemory: (target, signal) => at(target, (engine) => engine.sweepMemory(target, signal)),
    handOver: (target, ownerId) => at(target, (engine) => engine.handOver(target, ownerId)),
    vectors: main.vectors && {
      missing: (target, ...rest) => at(target, async ({ vectors }) => (await vectors?.missing(target, ...rest)) ?? []),
      keep: (target, ...rest) => at(target, async ({ vectors }) => await vectors?.keep(target, ...rest)),
      nearest: (target, ...rest) => at(target, async ({ vectors }) => (await vectors?.nearest(target, ...rest)) ?? []),
    },
    async close() {
      await Promise.all(servers.map(({ engine }) => engine.close()));
    },
  };
}

const UNNAMED = 'It is on a hosting server that SVC_HOSTING_URLS of this service does not name.';
const NONE_ANSWERS = 'None of the hosting servers answers.';
