import { setTimeout as delay } from 'node:timers/promises';
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
  /** Whether a move of it is at work. */
  isMoving(dbId: string): Promise<boolean>;
  /** `work` while none is, where the record says that the database is ready, and on this server. */
  unlessMoving(dbId: string, server: string, work: () => Promise<void>): Promise<'done' | 'not there' | 'moving'>;
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

  /**
   * Also when the database was moved since its place was looked up, or while it works. Whoever writes then waits for a lock, and the
   * place that the database leaves ends every session before anything is committed there: what fails so has done nothing there.
   */
  async function at<T>({ dbId }: Target, work: (engine: Engine) => Promise<T>, bearsRepeating = () => true): Promise<T> {
    const name = await placements.of(dbId);
    // What nobody knows of is found nowhere, as on one server.
    const before = name === null ? main : named(name);
    try {
      return await work(before);
    } catch (error) {
      if (name === null || !mayHaveMoved(error) || !bearsRepeating()) throw error;
      const now = isClosed(error) ? await openPlace(dbId, name) : await placeAfterMove(dbId, name);
      if (now === null || (now === name && !isClosed(error))) throw error;
      return await work(named(now));
    }
  }

  /** @throws Fault overloaded while it is being moved for longer than a caller waits */
  async function placeAfterMove(dbId: string, before: string): Promise<string> {
    const look = async () => {
      placements.forget(dbId);
      return (await placements.of(dbId)) ?? before;
    };
    for (const end = Date.now() + MOVE_WAIT_MS; ; await delay(LOOK_EVERY_MS)) {
      const now = await look();
      if (now !== before) return now;
      if (!(await placements.isMoving(dbId))) return await look();
      if (Date.now() > end) throw new Fault('overloaded', { params: { reason: MOVING, retryAfterSeconds: MOVE_RETRY_SECONDS } });
    }
  }

  /** Of one that lets nobody in. A move that was killed may have closed it: then it is opened. Null where there is nothing to open. */
  async function openPlace(dbId: string, before: string): Promise<string | null> {
    for (;;) {
      const now = await placeAfterMove(dbId, before);
      if (now !== before) return now;
      const open = async () => await named(before).open?.({ dbId });
      const opened = await placements.unlessMoving(dbId, before, open).catch(() => 'not there' as const);
      // Who came first opens it, and holds the lock of moves for that moment.
      if (opened !== 'moving') return opened === 'done' ? before : null;
    }
  }

  /** Where no record says on which server: what may be left of it goes from each. */
  async function fromEach(dbId: string, work: (engine: Engine) => Promise<'gone' | 'closed'>): Promise<'gone' | 'closed'> {
    // What it left behind where it was before is no longer it.
    placements.forget(dbId);
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
    readPortions(target, statement, options, take) {
      let taken = 0;
      const counting: typeof take = (portion) => {
        taken += 1;
        return take(portion);
      };
      return at(
        target,
        (engine) => engine.readPortions(target, statement, options, counting),
        () => taken === 0,
      );
    },
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

/** A session that was ended or refused, by the engine's word or ours, and a lock that did not come. */
function mayHaveMoved(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' &&
    /^(db_misconfigured|db_unreachable|write_conflict|idempotency_in_progress|57P01|55000|55P03|57014|3D000|28P01|E[A-Z]+)$/.test(code)
  );
}

const isClosed = (error: unknown): boolean => error instanceof Fault && error.code === 'db_misconfigured';

const MOVE_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 100;
const MOVE_RETRY_SECONDS = 5;
const MOVING = 'The database is being moved to another server, and is written to again when that is done.';
const UNNAMED = 'It is on a hosting server that SVC_HOSTING_URLS of this service does not name.';
const NONE_ANSWERS = 'None of the hosting servers answers.';
