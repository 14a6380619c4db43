import { createSchemas } from '../ask/schemas.ts';
import { createDatabaseMaker } from '../databases/create.ts';
import { createTableMeanings } from '../databases/table-meanings.ts';
import { createSchemaStatements } from '../engines/postgres/ddl.ts';
import { boundValue } from '../engines/postgres/values.ts';
import { createMeaning } from '../memory/meaning.ts';
import { findLocalModels, readConsent } from '../models/local.ts';
import { createModels } from '../models/models.ts';
import { createReadersApart } from '../plan/apart/readers.ts';
import { createSqlAside } from '../plan/apart/sql-aside.ts';
import { briefDesigner } from '../plan/builtin/brief/brief.ts';
import { engineOf } from '../plan/builtin/brief/engine-of.ts';
import { engineNamedIn } from '../plan/builtin/brief/named-engine.ts';
import { withTerms } from '../plan/builtin/questions/glossary.ts';
import { withRecall } from '../plan/builtin/recall/recall.ts';
import { isNews, looksLikeWrite, mayBeWrite } from '../plan/builtin/writes/write.ts';
import { withChanges } from '../plan/change-planner.ts';
import { withDdl } from '../plan/ddl-designer.ts';
import { createReadTerm } from '../plan/glossary.ts';
import { createEmbed } from '../plan/llm/embed.ts';
import type { Provider } from '../plan/llm/providers.ts';
import { boundSql } from '../plan/parse/bound-sql.ts';
import { createOwnReader } from '../plan/parse/own.ts';
import { createWrittenReader } from '../plan/parse/written.ts';
import { withToldWrites } from '../plan/told-writes.ts';
import type { ReadWritten } from '../run/accept.ts';
import { glossariesIn } from '../store/glossaries.ts';
import { vectorLeasesIn } from '../store/vector-leases.ts';
import type { Foundation } from './foundation.ts';

export type Planning = ReturnType<typeof createPlanning>;

/** Everything that makes plans of words: models, the built-in readers, what databases look like, and what is near in meaning. */
export function createPlanning(foundation: Foundation) {
  const { config, databases, engines, log, metrics, opened, ownParser, parseChange, parsePlan, room, store, tracing } = foundation;
  const { engine, hosting } = engines;
  const embed = config.embeddings ? createEmbed(config.embeddings) : null;
  const tableMeanings = config.embeddings && embed ? createTableMeanings({ endpoint: config.embeddings, embed }) : null;
  const create = createDatabaseMaker({
    databases,
    engine: hosting,
    designers: [withDdl(briefDesigner, parseChange)],
    room,
    engineNamedIn,
    suitedEngine: engineOf,
    tableMeanings,
  });
  // Those of this machine come in when they are found and wanted; nothing waits for them.
  const providers = [...config.models.providers];
  const modelSettings = { ...config.models, providers };
  const useLocalModels = (found: readonly Provider[]): void => {
    for (const provider of found) if (!providers.some(({ id }) => id === provider.id)) providers.push(provider);
  };
  const localModels = config.models.local === 'off' ? Promise.resolve([]) : findLocalModels(config.models.localServers);
  const consent = config.models.local === 'on' ? Promise.resolve(true) : readConsent(config.dataDir);
  void Promise.all([localModels, consent]).then(([found, uses]) => {
    if (uses) useLocalModels(found);
  });
  const models = createModels({
    settings: modelSettings,
    parse: parsePlan,
    parseChange,
    check: createSchemaStatements,
    measured: metrics.chat,
    traced: tracing.planner,
  });
  const glossaries = glossariesIn(store);
  const readers = createReadersApart({ log });
  opened.add(readers.close);
  const schemas = createSchemas({ glossaryOf: glossaries.of, onReading: readers.warm });
  const readTerm = createReadTerm(parsePlan);
  const meaning =
    config.embeddings && embed
      ? createMeaning({
          endpoint: config.embeddings,
          embed,
          isHere: config.embeddings.isHere,
          privacy: config.models.privacy,
          databases,
          leases: vectorLeasesIn(store),
          engine,
          log,
        })
      : null;
  const sqlAside = createSqlAside(
    { own: createOwnReader({ parser: ownParser, parse: parsePlan, parseChange }), written: createWrittenReader(ownParser, parsePlan) },
    readers,
  );
  const readWritten: ReadWritten = ({ sql, params }, asking) => sqlAside.written(boundSql(sql, params, boundValue), asking);
  const questionPlanner = withRecall(withTerms(readers.questions, readTerm));
  const changePlanner = withChanges(withTerms(readers.writes, readTerm), {
    parse: parseChange,
    asChange: readers.change,
    looksLikeWrite,
    isNews,
    questions: questionPlanner,
  });
  const askPlanner = withToldWrites(questionPlanner, { writes: withTerms(readers.writes, readTerm), mayBeWrite });
  return {
    askPlanner,
    changePlanner,
    consent,
    create,
    glossaries,
    localModels,
    meaning,
    models,
    modelSettings,
    questionPlanner,
    readers,
    readTerm,
    readWritten,
    schemas,
    sqlAside,
    tableMeanings,
    useLocalModels,
  };
}
