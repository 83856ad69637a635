import { ChartroomError, type QueryContext } from '@chartroom/model';
import { type AnswerCache, LARGEST_SHARE } from './answer-cache.ts';
import { type ChartDataParts, chartData } from './chart-data.ts';
import { chartDataStream } from './chart-data-stream.ts';
import { columnValues } from './column-values.ts';
import { WorkerRoom } from './heavy/worker-room.ts';
import { dropTable, importFile } from './import-file.ts';
import { KeptAnswers, NotKept } from './kept-answers.ts';
import { MemoryCache } from './memory-cache.ts';
import type { DatabaseSource, DataConfig, DataPorts, DataService, DatasetSource, Principal, SqlQuestion } from './ports.ts';
import { ruleConditions, type Source } from './prepare-question.ts';
import { datasetTag, HOUSE_TAG, PreparedQuestions } from './prepared-questions.ts';
import { RedisCache } from './redis-cache.ts';
import { authorsSql, parametersOf } from './render-request.ts';
import { renderScript } from './render-script.ts';
import { samples } from './samples.ts';
import { type OpenDatabase, SessionPool } from './session-pool.ts';
import { estimateSql } from './sql-estimate.ts';
import { checkSql, describeSql, exportSql, formatSql, runSql, sqlProblem } from './sql-run.ts';
import { requireTables } from './table-access.ts';
import { timeGrains } from './time-grains.ts';
import { writeLabRows } from './write-lab-rows.ts';

/**
 * Everything that talks to databases, over the records and the security that the ports stand for.
 * `report` takes errors that nobody expects.
 */
export function createDataService(config: DataConfig, ports: DataPorts, report: (error: unknown) => void): DataService {
  const pool = new SessionPool(config, ports.hostKeys);
  const answers = new KeptAnswers({
    cache: cacheOf(config, ports, report),
    now: () => ports.now(),
    staleSeconds: config.cache_stale_seconds,
    patience: config.query_timeout,
    report,
  });
  const room = new WorkerRoom(config.bounds, config.workers);
  const opened = async (id: number): Promise<OpenDatabase> => pool.of(await databaseOf(ports, id));
  const script = async <Question extends SqlQuestion>(question: Question): Promise<[OpenDatabase, Question]> => {
    const database = await opened(question.databaseId);
    return [database, await renderScript(database, question, ports)];
  };
  const readable = async (id: number, who: Principal, context: QueryContext | undefined): Promise<Source> => {
    const dataset = await datasetOf(ports, id);
    await ports.mayReadDataset(who, id, context);
    const [database, rules] = await Promise.all([opened(dataset.database_id), ports.rowRules(who, id)]);
    const now = ports.now();
    const templates = { database, ports, who, now, usual: dataset, dataset, rules, urlParams: {} };
    return { dataset, database, rules: ruleConditions(rules), now, templates };
  };
  const parts: ChartDataParts = {
    config,
    answers,
    room,
    prepared: new PreparedQuestions(config),
    source: (context, who) => readable(datasetId(context), who, context),
    records: ports,
    now: () => ports.now(),
    report,
  };
  return {
    chartData: (context, who, signal, asArrow) => chartData(parts, context, who, signal, asArrow),
    readyChartData: async (context, who, signal) => {
      try {
        return await chartData({ ...parts, answers: answers.ready() }, context, who, signal);
      } catch (error) {
        if (!(error instanceof NotKept)) throw error;
        return error.isKeepable ? undefined : chartData(parts, context, who, signal);
      }
    },
    chartDataStream: (requests, answer, signal) => chartDataStream(requests, answer, signal, report),
    samples: (request, who, signal) => samples(parts, request, who, signal),
    columnValues: async (id, column, who, signal) => columnValues(await readable(id, who, undefined), column, config, signal),
    runSql: async (run) => runSql(...(await script(run)), ports, config),
    writeLabRows: (frame, facts, most, who, signal) => writeLabRows(frame, { facts, most }, room, config, { who, signal }),
    checkSql: async (run) => checkSql(...(await script(run)), ports, config),
    exportSql: async (run) => exportSql(...(await script(run)), ports, config),
    formatSql,
    sqlProblem,
    estimateSql: async (question) => estimateSql(...(await script(question)), ports),
    requireTables: async (id, touched, usual, who) => requireTables(await opened(id), touched, usual, who, ports),
    timeGrains: async (id) => timeGrains((await opened(id)).engine.dialect),
    importFile: async (file) => importFile(await opened(file.databaseId), file),
    dropTable: async (id, schema, table) => dropTable(await opened(id), schema, table),
    session: async (id) => (await opened(id)).session,
    trySession: (settings) => pool.try(settings),
    relations: async (id, schema, catalog) => (await opened(id)).session.relations(schema, catalog ?? undefined),
    describe: async (id, { table, schema, catalog }) =>
      (await opened(id)).session.describe({ table, schema: schema ?? undefined, catalog: catalog ?? undefined }),
    neutralSql: async (id, sql, params, usual, who) => {
      const place = { database: await opened(id), ports, who, now: ports.now(), usual };
      return (await authorsSql(place, sql, parametersOf(params))).result;
    },
    describeSql: async (id, sql, place) => describeSql(await opened(id), sql, place, config),
    forgetDatabase: async (id) => {
      // Of a database that is gone nobody knows whether it was one of the house.
      await answers.forget([HOUSE_TAG, `database:${id}`]);
      await pool.forget(id);
    },
    forgetDataset: (id) => answers.forget([datasetTag(id)]),
    close: async () => {
      await answers.close();
      room.close();
      await pool.close();
    },
  };
}

/** Redis where one is named, else the memory of this process. */
function cacheOf(config: DataConfig, ports: DataPorts, report: (error: unknown) => void): AnswerCache {
  const { redis, cache_bytes } = config;
  if (!redis) return new MemoryCache(cache_bytes, () => ports.now().getTime());
  return new RedisCache({ ...redis, largest: cache_bytes * LARGEST_SHARE, report });
}

function datasetId({ datasource }: QueryContext): number {
  if (datasource.type !== 'table' && datasource.type !== 'dataset') {
    throw new ChartroomError(`Questions are asked of datasets; "${datasource.type}" is none.`, {
      status: 400,
      error_type: 'UNKNOWN_DATASOURCE_TYPE_ERROR',
      shape: 'message',
    });
  }
  const id = Number(datasource.id);
  if (!Number.isSafeInteger(id)) throw noDataset();
  return id;
}

async function datasetOf(ports: DataPorts, id: number): Promise<DatasetSource> {
  const dataset = await ports.dataset(id);
  if (!dataset) throw noDataset();
  return dataset;
}

async function databaseOf(ports: DataPorts, id: number): Promise<DatabaseSource> {
  const database = await ports.database(id);
  if (database) return database;
  throw new ChartroomError('The database of this dataset was deleted.', { status: 404, error_type: 'DATABASE_NOT_FOUND_ERROR' });
}

function noDataset(): ChartroomError {
  return new ChartroomError('Datasource does not exist', { status: 404, error_type: 'UNKNOWN_DATASOURCE_TYPE_ERROR', shape: 'message' });
}
