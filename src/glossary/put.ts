import type { Schemas } from '../ask/schemas.ts';
import type { Handler } from '../call.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { createPace } from '../lib/pace.ts';
import type { Once } from '../once.ts';
import { type ReadTerm, sameTerm } from '../plan/glossary.ts';
import { ownDatabase, requireOwnWord, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { Glossaries } from '../store/glossaries.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: EngineOf;
  readonly schemas: Schemas;
  readonly glossaries: Glossaries;
  readonly once: Once;
  readonly readTerm: ReadTerm;
}

/** As many as are told. */
const ISSUES_MAX = 10;

/** The whole glossary in place of the one before. What does not parse, or names what the database lacks, is refused. */
export function createPutGlossary({ databases, engine, schemas, glossaries, once, readTerm }: Dependencies): Handler<'putGlossary'> {
  return async ({ id, terms, notes }, call) => {
    const database = await ownDatabase(databases, call.caller, id);
    requireWriteAccess(call.caller);
    requireOwnWord(call.caller);
    const schema = await schemas.of(engine(database), id, call.signal);
    const issues: { path: string; message: string }[] = [];
    const pace = createPace();
    for (const [at, term] of terms.entries()) {
      const twin = terms.findIndex((other) => sameTerm(other.term, term.term));
      const read = twin < at || term.sql === undefined ? null : readTerm(term.sql, schema);
      if (twin < at) issues.push({ path: `terms.${at}.term`, message: `"${term.term}" is there twice.` });
      else if (read?.kind === 'wrong') issues.push({ path: `terms.${at}.sql`, message: read.reason });
      if (issues.length === ISSUES_MAX) break;
      // Reading all of a long glossary takes a second.
      await pace();
    }
    if (issues.length > 0) throw new Fault('invalid_body', { params: { issues } });
    const glossary = { terms, notes };
    const reply = await once.control(call, 200, async () => ({
      body: { dbId: id, ...glossary },
      audit: { action: 'glossary.put', subject: id, details: { terms: terms.length } },
      finish: { alongside: (transaction) => glossaries.put(transaction, id, glossary) },
    }));
    glossaries.forget(id);
    return reply;
  };
}
