import {
  type Engine,
  engineById,
  parametersOfUri,
  parseUri,
  printUri,
  uriOfParameters,
} from '@chartroom/engines';
import { errorBody, isJsonObject } from '@chartroom/model';
import { listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import { type Comparison, type QueryCase, queryTable, textOf } from './query-cases.ts';
import { engineIdOf } from './question-sql-tables.ts';

/** Addresses of databases, and what their drivers' errors mean, for the engines of the installation. */
export const engineTables: TableCheck[] = [
  queryTable('engine-errors', errorCase),
  queryTable('connection-uri', addressCase),
];

/** `postgresql/Postgres` → the engine of the installation, if it has one. */
function engineOf(each: QueryCase): ReturnType<typeof engineById> {
  return engineById(engineIdOf(each.engine));
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

/** Where an address leads when one query asks for a catalog or a schema, and the schema that the address itself names. */
function placeCase(
  { uri, catalog, schema, out, schema_in_uri }: QueryCase,
  { place, connectArgs, tellsSchema }: Engine,
): Comparison {
  const own = parseUri(String(uri));
  const asked = { catalog: textOf(catalog), schema: textOf(schema) };
  const named = tellsSchema === true ? place?.of(own).schema : undefined;
  // An empty name is none.
  return {
    expected: { ...recordOf(out), schema_in_uri: schema_in_uri || null },
    actual: {
      uri: place ? printUri(place.at(own, asked)) : uri,
      connect_args: connectArgs ?? {},
      schema_in_uri: named ?? null,
    },
  };
}

function addressCase(each: QueryCase): Comparison | undefined {
  const engine = engineOf(each);
  if (!engine) return undefined;
  if (each.parameters === undefined) return placeCase(each, engine);
  const form = recordOf(each.parameters);
  if (engine.form && isJsonObject(form)) {
    const secrets = recordOf(each.encrypted_extra);
    const own = engine.form.uriOf(form, isJsonObject(secrets) ? secrets : {});
    // A question mark without a question says nothing.
    return { expected: String(recordOf(each.out).uri).replace(/\?$/, ''), actual: printUri(own) };
  }
  const uri = uriOfParameters(engine, {
    username: textOf(form.username),
    password: textOf(form.password),
    host: textOf(form.host),
    port: typeof form.port === 'number' ? form.port : undefined,
    database: textOf(form.database),
    query: Object.fromEntries(
      Object.entries(recordOf(form.query)).map(([name, value]) => [name, String(value)]),
    ),
    encryption: form.encryption === true,
  });
  const { uri: recorded, back } = recordOf(each.out);
  // The reference leaves percent signs as they are, which its own reader then takes for something else.
  const expected = String(recorded).replace(/%(?![0-9A-F]{2})/g, '%25');
  return back === undefined
    ? { expected, actual: uri }
    : { expected: { uri: expected, back }, actual: { uri, back: parametersOfUri(uri) } };
}
