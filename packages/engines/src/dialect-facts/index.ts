import { ChartroomError } from '@chartroom/model';
import type { Dialect } from '@chartroom/query';
import { defineEngine, type Engine } from '../engine.ts';
import { CONNECT_ARGS } from '../mysql/connection.ts';
import { classifierOf as mysqlClassifier } from '../mysql/errors.ts';
import { openMysql } from '../mysql/session.ts';
import {
  type AddressPlace,
  CATALOG_AS_DATABASE,
  CATALOG_DOT_SCHEMA,
  catalogBehind,
  SCHEMA_AS_DATABASE,
  SCHEMA_BEHIND_DOT,
} from '../network/address-place.ts';
import { type PostgresRule, postgresClassifier } from '../postgres/errors.ts';
import { openPostgres } from '../postgres/session.ts';
import { unspoken } from '../sql/unspoken.ts';
import * as lake from './lake.ts';
import * as mysqlFamily from './mysql-family.ts';
import * as others from './others.ts';
import * as postgresFamily from './postgres-family.ts';
import * as sqliteFamily from './sqlite-family.ts';
import * as warehouses from './warehouses.ts';

/** What is told of an engine besides its dialect. */
type Named = Pick<Engine, 'name' | 'dialect' | 'drivers'> &
  Partial<
    Pick<
      Engine,
      'defaultPort' | 'uriPlaceholder' | 'encryptionQuery' | 'place' | 'tellsSchema' | 'connectArgs'
    >
  >;

const FORM = 'user:password@host:port/dbname[?key=value&key=value...]';
const SERVER = {
  fileUpload: false,
  schemas: true,
  estimate: false,
  live: false,
  embedded: false,
  unsafe: false,
};
const NO_DRIVER = {
  fileUpload: false,
  catalogs: false,
  schemas: false,
  cancel: false,
  estimate: false,
  live: false,
  embedded: false,
  unsafe: false,
};

/** Speaks PostgreSQL's protocol; what has catalogs says how addresses name them. Files are not made tables: how these servers load rows is not known here. */
function overPostgres(
  own: Named & { defaultPort: number },
  settings: readonly string[],
  rules: readonly PostgresRule[] = [],
): Engine {
  const classify = postgresClassifier(own.name, rules);
  return defineEngine({
    ...own,
    id: own.dialect.id,
    uriPlaceholder: own.uriPlaceholder ?? `${own.dialect.id}://${FORM}`,
    capabilities: { ...SERVER, catalogs: own.place !== undefined, cancel: true },
    classify,
    asksOutbound: true,
    tunnels: true,
    open: (connection) => openPostgres(connection, { defaultPort: own.defaultPort, settings, classify }),
  });
}

/** Speaks MySQL's protocol. */
function overMysql(own: Named & { defaultPort: number; place: AddressPlace }, transactions: boolean): Engine {
  return defineEngine({
    ...own,
    id: own.dialect.id,
    uriPlaceholder: own.uriPlaceholder ?? `${own.dialect.id}://${FORM}`,
    tellsSchema: true,
    capabilities: { ...SERVER, catalogs: false, cancel: true },
    classify: mysqlClassifier(own.name),
    asksOutbound: true,
    tunnels: true,
    open: (connection) =>
      openMysql(connection, { name: own.name, defaultPort: own.defaultPort, place: own.place, transactions }),
  });
}

/** Wordings as in the conformance table of engine errors. */
const REDSHIFT_RULES: readonly PostgresRule[] = [
  {
    pattern: /password authentication failed for user "(.*?)"/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: (match) => `Either the username "${match[1]}" or the password is incorrect.`,
  },
  {
    pattern: /database "(.*?)" does not exist/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: (match) =>
      `We were unable to connect to your database named "${match[1]}". Please verify your database name and try again.`,
  },
];

const POSTGRES_SETTINGS = ['datestyle = ISO', 'intervalstyle = postgres', 'bytea_output = hex'];

/** Engines that answer in the protocol of another, with dialects of their own. */
export const COMPATIBLE: readonly Engine[] = [
  overPostgres(
    {
      name: 'Amazon Redshift',
      dialect: postgresFamily.redshift,
      drivers: ['psycopg2'],
      defaultPort: 5439,
      encryptionQuery: { sslmode: 'verify-ca' },
    },
    ['datestyle = ISO'],
    REDSHIFT_RULES,
  ),
  overPostgres(
    {
      name: 'CockroachDB',
      dialect: postgresFamily.cockroach,
      drivers: ['psycopg2'],
      defaultPort: 26257,
      place: CATALOG_AS_DATABASE,
    },
    POSTGRES_SETTINGS,
  ),
  overPostgres(
    {
      name: 'RisingWave',
      dialect: postgresFamily.risingwave,
      drivers: ['psycopg2'],
      defaultPort: 4566,
      place: CATALOG_AS_DATABASE,
    },
    ['datestyle = ISO'],
  ),
  overMysql(
    {
      name: 'StarRocks',
      dialect: mysqlFamily.starrocks,
      drivers: ['starrocks'],
      place: SCHEMA_BEHIND_DOT,
      defaultPort: 9030,
      encryptionQuery: { ssl: '1' },
      uriPlaceholder: 'starrocks://user:password@host:port/catalog.db[?key=value&key=value...]',
    },
    false,
  ),
  overMysql(
    {
      name: 'Apache Doris',
      dialect: mysqlFamily.doris,
      drivers: ['pydoris'],
      place: CATALOG_DOT_SCHEMA,
      defaultPort: 9030,
      encryptionQuery: { ssl: '0' },
      uriPlaceholder: 'doris://user:password@host:port/catalog.db[?key=value&key=value...]',
    },
    false,
  ),
  overMysql(
    {
      name: 'OceanBase',
      dialect: mysqlFamily.oceanbase,
      drivers: ['oceanbase'],
      defaultPort: 2881,
      encryptionQuery: { ssl: '1' },
      place: SCHEMA_AS_DATABASE,
      connectArgs: CONNECT_ARGS,
    },
    true,
  ),
  overMysql(
    {
      name: 'SingleStore',
      dialect: mysqlFamily.singlestore,
      drivers: ['singlestoredb'],
      defaultPort: 3306,
      encryptionQuery: { ssl: '1' },
      place: SCHEMA_AS_DATABASE,
    },
    false,
  ),
];

/** What a text means of which nothing is known. */
function unread(engine_name: string): Engine['classify'] {
  return (text) =>
    new ChartroomError(text, {
      status: 400,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
      level: 'error',
      extra: { engine_name },
    });
}

/** An engine of which only the SQL is known. */
function factsOnly(
  name: string,
  dialect: Dialect,
  drivers: string[] = [],
  uriPlaceholder = `${dialect.id}://${FORM}`,
  place: Pick<Engine, 'place' | 'tellsSchema'> = {},
): Engine {
  return defineEngine({
    id: dialect.id,
    name,
    drivers,
    uriPlaceholder,
    dialect,
    ...place,
    capabilities: NO_DRIVER,
    classify: unread(name),
    open: () => {
      throw unspoken(name);
    },
  });
}

const SCHEMA_TOLD = { place: SCHEMA_AS_DATABASE, tellsSchema: true };

/** Engines that the server knows the SQL of, and has no driver for. Opening one fails with words that say so. */
export const KNOWN_ENGINES: readonly Engine[] = [
  factsOnly('Ascend', warehouses.ascend),
  factsOnly(
    'Couchbase',
    others.couchbase,
    ['couchbase'],
    'couchbase://user:password@host[:port]?truststorepath=value?ssl=value',
  ),
  factsOnly('CrateDB', warehouses.crate),
  factsOnly(
    'Databend',
    warehouses.databend,
    ['databend'],
    'databend://user:password@host[:port][/dbname][?secure=value&=value...]',
  ),
  factsOnly('IBM Db2', warehouses.db2),
  factsOnly('IBM Db2 for i', warehouses.ibmi),
  factsOnly('Denodo', postgresFamily.denodo, ['psycopg2']),
  factsOnly(
    'Dremio',
    lake.dremio,
    ['flight', 'pyodbc'],
    'dremio+flight://data.dremio.cloud:443/?Token=<TOKEN>&UseEncryption=true&disableCertificateVerification=true',
  ),
  factsOnly('Apache Drill', lake.drill, ['sadrill'], `drill://${FORM}`, SCHEMA_TOLD),
  factsOnly('Amazon DynamoDB', sqliteFamily.dynamodb),
  factsOnly('Exasol', warehouses.exasol),
  factsOnly('Firebird', warehouses.firebird),
  factsOnly('Firebolt', warehouses.firebolt, ['firebolt']),
  factsOnly('Google Sheets', sqliteFamily.gsheets, ['apsw'], 'gsheets://'),
  factsOnly('SAP HANA', postgresFamily.hana),
  factsOnly('Apache Hive', lake.hive, [], `hive://${FORM}`, SCHEMA_TOLD),
  factsOnly('Apache Impala', lake.impala),
  factsOnly('KustoKQL', others.kustokql),
  factsOnly('KustoSQL', others.kustosql),
  factsOnly('Apache Kylin', lake.kylin),
  factsOnly(
    'MotherDuck',
    warehouses.motherduck,
    ['duckdb_engine'],
    'duckdb:///md:{database_name}?motherduck_token={SERVICE_TOKEN}',
    {
      place: catalogBehind('md:'),
    },
  ),
  factsOnly('IBM Netezza Performance Server', postgresFamily.netezza, ['nzpy']),
  factsOnly('Ocient', warehouses.ocient),
  factsOnly('Parseable', lake.parseable),
  factsOnly('Shillelagh', sqliteFamily.shillelagh, ['apsw'], 'shillelagh://'),
  factsOnly('Apache Solr', others.solr),
  factsOnly('Apache Spark SQL', lake.spark),
  factsOnly('Superset meta database', sqliteFamily.meta, [''], 'superset://'),
  factsOnly(
    'TDengine',
    others.tdengine,
    ['taosws'],
    'taosws://user:******@host:port/dbname[?key=value&key=value...]',
  ),
  factsOnly('Teradata', warehouses.teradata),
  factsOnly('Vertica', postgresFamily.vertica),
  factsOnly('YDB', others.ydb, ['ydb'], 'ydb://{host}:{port}/{database_name}'),
];
