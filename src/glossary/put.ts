import type { Schemas } from '../ask/schemas.ts';
import type { Handler } from '../call.ts';
import type { EngineOf } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
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

/** The whole glossary in place of the one before. What does not parse, or names what the database lacks, is refused. */
export function createPutGlossary({ databases, engine, schemas, glossaries, once, readTerm }: Dependencies): Handler<'putGlossary'> {
  return async ({ id, terms, notes }, call) => {
    const database = await ownDatabase(databases, call.caller, id);
    requireWriteAccess(call.caller);
    requireOwnWord(call.caller);
    const schema = await schemas.of(engine(database), id, call.signal);
    const issues = terms.flatMap((term, at) => {
      const twin = terms.findIndex((other) => sameTerm(other.term, term.term));
      if (twin < at) return [{ path: `terms.${at}.term`, message: `"${term.term}" is there twice.` }];
      const read = term.sql === undefined ? null : readTerm(term.sql, schema);
      return read?.kind === 'wrong' ? [{ path: `terms.${at}.sql`, message: read.reason }] : [];
    });
    if (issues.length > 0) throw new Fault('invalid_body', { params: { issues: issues.slice(0, 10) } });
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
