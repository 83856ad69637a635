import { openMemory } from '@chartroom/engines';
import { ChartroomError, type QueryContext } from '@chartroom/model';
import { type AnswerCache, LARGEST_SHARE } from './cache/answer-cache.ts';
import { CachedAnswers, type CacheState } from './cache/cached-answers.ts';
import { MemoryCache } from './cache/memory-cache.ts';
import { RedisCache } from './cache/redis-cache.ts';
import { type ChartDataParts, openAsking } from './chart-data/chart-answers.ts';
import { chartData, chartDataState, orComplaint } from './chart-data/chart-data.ts';
import { chartDataStream } from './chart-data/chart-data-stream.ts';
import { chartWorkbook } from './chart-data/chart-workbook.ts';
import { ruleConditions, type Source } from './chart-data/prepare-question.ts';
import { datasetTag, EMBEDDED_TAG, PreparedQuestions } from './chart-data/prepared-questions.ts';
import { dropTable, importFile } from './connections/import-file.ts';
import { type OpenDatabase, SessionPool, whileThere } from './connections/session-pool.ts';
import { Cubes } from './cubes/cubes.ts';
import type { DataConfig } from './data-config.ts';
import { forgetting } from './forgetting.ts';
import type { HeavyWork } from './heavy/heavy-work.ts';
import { WorkerRoom } from './heavy/worker-room.ts';
import type {
  DatabaseSource,
  DataPorts,
  DataService,
  DatasetSource,
  EncodedAnswer,
  Principal,
  RowRule,
  SqlQuestion,
  SqlRun,
} from './ports.ts';
import { LabQueries } from './sql/lab-query.ts';
import { liveSql } from './sql/live-sql.ts';
import { requireBoundedScript } from './sql/prepare-script.ts';
import { authorsSql, parametersOf } from './sql/render-request.ts';
import { renderScript } from './sql/render-script.ts';
import { samples } from './sql/samples.ts';
import { estimateSql, planSql } from './sql/sql-estimate.ts';
import { sqlLosses } from './sql/sql-losses.ts';
import {
  type AroundWrites,
  checkSql,
  describeSql,
  exportSql,
  formatSql,
  runSql,
  sqlProblem,
} from './sql/sql-run.ts';
import { requireTables } from './sql/table-access.ts';
import { timeGrains } from './sql/time-grains.ts';
import { writeLabRows } from './sql/write-lab-rows.ts';
import { columnValues } from './writing/column-values.ts';

/** Opens a database as somebody reaches it. */
type Opened = (id: number, who: Principal) => Promise<OpenDatabase>;

const NOBODY: Principal = { id: undefined, username: undefined, email: undefined, roles: [] };

/** What answers are made with. */
interface DataContext {
  config: DataConfig;
  ports: DataPorts;
  heavy: HeavyWork;
  room: WorkerRoom;
  labQueries: LabQueries;
  opened: Opened;
}

/**
 * Everything that talks to databases, over the records and the security that the ports stand for.
 * `report` takes errors that nobody expects; `heavy` has the room for what no kept answer answers.
 */
export function createDataService(
  config: DataConfig,
  ports: DataPorts,
  report: (error: unknown) => void,
  heavy: HeavyWork,
): DataService {
  const pool = new SessionPool(config, ports.hostKeys);
  const answers = new CachedAnswers({
    cache: cacheOf(config, ports, report),
    now: () => ports.now(),
    staleSeconds: config.cache_stale_seconds,
    patience: config.query_timeout,
    report,
  });
  const room = new WorkerRoom(config.bounds, config.workers);
  const cubes = cubesOf(config, ports, report);
  const opened: Opened = async (id, who) => pool.of(await databaseOf(ports, id, who));
  const labQueries = new LabQueries(config, ports);
  const data: DataContext = { config, ports, heavy, room, labQueries, opened };
  const parts: ChartDataParts = {
    config,
    answers,
    room,
    prepared: new PreparedQuestions(config),
    cubes,
    source: (context, who) => sourceOf(data, context, who),
    records: ports,
    now: () => ports.now(),
    report,
  };
  // Of a database that is gone nobody knows whether its engine was an embedded one.
  const forgetAnswers = (id: number) => answers.forget([EMBEDDED_TAG, `database:${id}`]);
  const partsFor = (who: Principal): ChartDataParts => ({
    ...parts,
    answers: heavy.answersFor(answers, who),
  });
  return {
    ...chartAnswers(parts, answers, heavy),
    chartDataStream: (requests, answer, signal) => chartDataStream(requests, answer, signal, report),
    samples: (request, who, signal) => samples(partsFor(who), request, who, signal),
    columnValues: async ({ type, id }, column, who, signal) => {
      const source = await (type === 'query' ? readableQuery : readable)(data, id, who);
      return heavy.do(who, signal, () => columnValues(source, column, config, signal));
    },
    ...labAnswers(data, forgetAnswers, (work) => cubes.writing(work)),
    requireTables: async (id, touched, usual, who) =>
      requireTables(await opened(id, who), touched, usual, who, ports),
    ...tableChanges(opened, (work) => cubes.writing(work)),
    ...catalogAnswers(opened),
    trySession: (settings) => pool.try(settings),
    neutralSql: async (id, sql, params, usual, who) => {
      const place = {
        database: await opened(id, who),
        ports,
        who,
        now: ports.now(),
        bounds: config.bounds,
        usual,
      };
      return (await authorsSql(place, sql, parametersOf(params))).result;
    },
    describeSql: async (id, sql, place, who) =>
      describeSql(await opened(id, who), sql, place, { config, ports }),
    labQueryDataset: async (id, who, signal) => (await queryAsDataset(data, id, who, signal)).dataset,
    ...forgetting(pool, forgetAnswers),
    forgetDataset: (id) => answers.forget([datasetTag(id)]),
    close: async () => {
      await answers.close();
      await cubes.close();
      room.close();
      await pool.close();
    },
  };
}

/** Answers of charts: those that are kept at once, the others when there is room. */
function chartAnswers(
  parts: ChartDataParts,
  answers: CachedAnswers,
  heavy: HeavyWork,
): Pick<DataService, 'chartData' | 'chartWorkbook' | 'keptChartData' | 'readyChartData'> {
  const answer: DataService['chartData'] = (context, who, signal, form = 'object') => {
    const isFile = form !== 'arrow' && (context.result_format === 'csv' || context.result_format === 'xlsx');
    // A file is made while it is sent: it has its room to the end.
    if (isFile) return heavy.answer(who, signal, () => chartData(parts, context, who, signal));
    return chartData({ ...parts, answers: heavy.answersFor(answers, who) }, context, who, signal, form);
  };
  const unless = async (
    isUnwanted: (state: CacheState) => boolean,
    context: QueryContext,
    who: Principal,
    signal: AbortSignal,
  ): Promise<EncodedAnswer | undefined> => {
    const asking = await openAsking(parts, context, who, signal);
    return orComplaint(who, async () => {
      const state = await chartDataState(parts, asking, (wanted) => answers.stateOf(wanted));
      return isUnwanted(state) ? undefined : answer(context, who, signal);
    });
  };
  return {
    chartData: answer,
    chartWorkbook: (charts, who, signal, toOthers) =>
      heavy.answer(who, signal, () => chartWorkbook(parts, charts, who, signal, toOthers)),
    readyChartData: (context, who, signal) => unless((state) => state === 'cacheable', context, who, signal),
    keptChartData: (context, who, signal) => unless((state) => state !== 'cached', context, who, signal),
  };
}

/** What SQL Lab asks, of scripts that people have written. */
function labAnswers(
  { config, ports, heavy, room, opened }: DataContext,
  forget: (databaseId: number) => Promise<void>,
  writing: AroundWrites,
): Pick<
  DataService,
  | 'runSql'
  | 'liveSql'
  | 'writeLabRows'
  | 'checkSql'
  | 'exportSql'
  | 'formatSql'
  | 'sqlLosses'
  | 'sqlProblem'
  | 'estimateSql'
  | 'planSql'
> {
  const script = async <Question extends SqlQuestion>(
    question: Question,
  ): Promise<[OpenDatabase, Question]> => {
    const database = await opened(question.databaseId, question.who);
    const rendered = await renderScript(database, question, ports, config.bounds);
    requireBoundedScript(rendered.sql, database.engine.dialect, config.bounds);
    return [database, rendered];
  };
  return {
    runSql: async (run) => {
      const [database, rendered] = await script(run);
      // Kept answers may be old; what is asked anew may not.
      const around = database.engine.capabilities.embedded ? writing : undefined;
      const result = await whileThere(database, run.signal, (signal) =>
        heavy.do(run.who, signal, () => runSql(database, { ...rendered, signal }, ports, config, around)),
      );
      if (result.takesAway) await forget(run.databaseId);
      return result;
    },
    liveSql: async (live) => {
      const [database, rendered] = await script(live);
      const run = (one: SqlRun) => heavy.do(one.who, one.signal, () => runSql(database, one, ports, config));
      return liveSql(database, rendered, run, ports, config);
    },
    writeLabRows: (frame, facts, most, who, signal) =>
      writeLabRows(frame, { facts, most }, room, config, { who, signal }),
    checkSql: async (run) => checkSql(...(await script(run)), ports, config),
    exportSql: async (run) => {
      const [database, rendered] = await script(run);
      return whileThere(database, run.signal, (signal) =>
        heavy.answer(run.who, signal, () =>
          exportSql(database, { ...rendered, signal }, ports, config, room),
        ),
      );
    },
    formatSql: (sql, backend) => formatSql(sql, backend, config),
    sqlLosses: async (question, datasets) => sqlLosses(...(await script(question)), datasets, ports),
    sqlProblem: (sql, backend) => sqlProblem(sql, backend, config),
    estimateSql: async (question) => estimateSql(...(await script(question)), ports, config),
    planSql: async (question) => planSql(...(await script(question)), ports, config),
  };
}

/** Tables that come and go. */
function tableChanges(opened: Opened, writing: AroundWrites): Pick<DataService, 'importFile' | 'dropTable'> {
  return {
    importFile: async (file) => {
      const database = await opened(file.databaseId, file.who);
      return writing(() => importFile(database, file));
    },
    dropTable: async (id, schema, table, who) => {
      const database = await opened(id, who);
      return writing(() => dropTable(database, schema, table));
    },
  };
}

/** What a database tells of itself. */
function catalogAnswers(
  opened: Opened,
): Pick<DataService, 'session' | 'relations' | 'describe' | 'timeGrains'> {
  return {
    // A matter of the engine alone: nobody has to be let in for it.
    timeGrains: async (id) => timeGrains((await opened(id, NOBODY)).engine.dialect),
    session: async (id, who) => (await opened(id, who)).session,
    relations: async (id, schema, catalog, who) =>
      (await opened(id, who)).session.relations(schema, catalog ?? undefined),
    describe: async (id, { table, schema, catalog }, who) =>
      (await opened(id, who)).session.describe({
        table,
        schema: schema ?? undefined,
        catalog: catalog ?? undefined,
      }),
  };
}

/** Redis where one is named, else the memory of this process. */
function cacheOf(config: DataConfig, ports: DataPorts, report: (error: unknown) => void): AnswerCache {
  const { redis, cache_bytes } = config;
  if (!redis) return new MemoryCache(cache_bytes, () => ports.now().getTime());
  return new RedisCache({ ...redis, largest: cache_bytes * LARGEST_SHARE, report });
}

/** Cubes of the embedded engine, in one of its processes that nobody's SQL reaches. */
function cubesOf(config: DataConfig, ports: DataPorts, report: (error: unknown) => void): Cubes {
  const { home, bounds, engine_memory: engineMemory, cubes, query_timeout } = config;
  return new Cubes({
    bounds: cubes,
    // What a cube is asked is answered sooner than threads have shared it out.
    open: () => openMemory({ home, bounds, engineMemory, engineThreads: 1 }),
    now: () => ports.now(),
    timeoutMs: query_timeout * 1_000,
    report,
  });
}

/** A dataset that somebody may read, with the rules that hold for them. @throws ChartroomError 403 where they may not */
async function readable(
  { config, ports, opened }: DataContext,
  id: number,
  who: Principal,
  context?: QueryContext,
): Promise<Source> {
  const dataset = await datasetOf(ports, id);
  await ports.mayReadDataset(who, id, context);
  const [database, rules] = await Promise.all([opened(dataset.database_id, who), ports.rowRules(who, id)]);
  return sourceIn(dataset, { config, ports, database, who, rules });
}

/** A query of SQL Lab that somebody sees, as what charts ask; rules hold in the tables that it reads. @throws ChartroomError 404 */
async function readableQuery(data: DataContext, id: number, who: Principal): Promise<Source> {
  const { config, ports } = data;
  const signal = AbortSignal.timeout(config.query_timeout * 1000);
  const { dataset, database } = await queryAsDataset(data, id, who, signal);
  return sourceIn(dataset, { config, ports, database, who, rules: [] });
}

async function queryAsDataset(
  { ports, labQueries, opened }: DataContext,
  id: number,
  who: Principal,
  signal: AbortSignal,
): Promise<{ dataset: DatasetSource; database: OpenDatabase }> {
  const query = await ports.labQuery(who, id);
  if (!query) throw noDataset();
  const database = await opened(query.database_id, who);
  return { dataset: await labQueries.dataset(query, database, who, signal), database };
}

interface Around {
  config: DataConfig;
  ports: DataPorts;
  database: OpenDatabase;
  who: Principal;
  rules: RowRule[];
}

function sourceIn(dataset: DatasetSource, { config, ports, database, who, rules }: Around): Source {
  const now = ports.now();
  const templates = {
    database,
    ports,
    who,
    now,
    bounds: config.bounds,
    usual: dataset,
    dataset,
    rules,
    urlParams: {},
  };
  return { dataset, database, rules: ruleConditions(rules), now, templates };
}

/** What the questions of a chart are asked of. @throws ChartroomError 400 for what is neither, 403 and 404 */
async function sourceOf(data: DataContext, context: QueryContext, who: Principal): Promise<Source> {
  const { type } = context.datasource;
  const id = Number(context.datasource.id);
  const isTable = type === 'table' || type === 'dataset';
  if (!isTable && type !== 'query') {
    throw new ChartroomError(`Questions are asked of datasets and queries; "${type}" is neither.`, {
      status: 400,
      error_type: 'UNKNOWN_DATASOURCE_TYPE_ERROR',
      shape: 'message',
    });
  }
  if (!Number.isSafeInteger(id)) throw noDataset();
  return isTable ? readable(data, id, who, context) : readableQuery(data, id, who);
}

async function datasetOf(ports: DataPorts, id: number): Promise<DatasetSource> {
  const dataset = await ports.dataset(id);
  if (!dataset) throw noDataset();
  return dataset;
}

async function databaseOf(ports: DataPorts, id: number, who: Principal): Promise<DatabaseSource> {
  const database = await ports.database(id, who);
  if (database) return database;
  throw new ChartroomError('The database of this dataset was deleted.', {
    status: 404,
    error_type: 'DATABASE_NOT_FOUND_ERROR',
  });
}

function noDataset(): ChartroomError {
  return new ChartroomError('Datasource does not exist', {
    status: 404,
    error_type: 'UNKNOWN_DATASOURCE_TYPE_ERROR',
    shape: 'message',
  });
}
