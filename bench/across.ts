import { execFileSync } from 'node:child_process';
import pg from 'pg';
import type { Client } from './client.ts';
import { median, type Report } from './report.ts';

const SERVER =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
/** A Python with the packages `duckdb` and `duckdb-extension-postgres-scanner` of one version: the yardstick. */
const PYTHON = process.env.CHARTROOM_BENCH_SCANNER_PYTHON;
const ORDERS = 1_000_000;
const CUSTOMERS = 100_000;
const TIMES = 7;

/** The same join by DuckDB's own scanner of PostgreSQL; prints the milliseconds of each run. */
const SCANNER = `
import duckdb, duckdb_extension_postgres_scanner as scanner, glob, os, sys, time
file = glob.glob(os.path.join(os.path.dirname(scanner.__file__), "extensions", "*", "*.duckdb_extension"))[0]
engine = duckdb.connect(config={"allow_unsigned_extensions": "true"})
engine.execute(f"LOAD '{file}'")
engine.execute(f"ATTACH '{sys.argv[1]}' AS sales (TYPE postgres, READ_ONLY)")
for _ in range(2):
    begun = time.perf_counter()
    engine.execute(sys.argv[2]).fetchall()
    print((time.perf_counter() - begun) * 1000)
`;

/** A join of two tables of PostgreSQL in the embedded engine against DuckDB's own scanner; says so where one of them is missing. */
export async function measureAcross(report: Report, client: Client): Promise<void> {
  const bare = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2_000 });
  try {
    await bare.connect();
  } catch (error) {
    console.log(
      `PostgreSQL is not reachable and was not measured: ${error instanceof Error ? error.message : error}`,
    );
    return;
  }
  const schema = `chartroom_across_${process.pid}`;
  try {
    await bare.query(`CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.orders AS SELECT n AS id, (n::bigint * 7919 % ${CUSTOMERS})::int AS customer_id, ((n % 10000) / 100.0)::numeric(10, 2) AS amount,
        timestamp '2024-01-01' + n * interval '1 minute' AS at, 'note ' || n AS note FROM generate_series(1, ${ORDERS}) AS n;
      CREATE TABLE ${schema}.customers AS SELECT n AS id, 'Customer ' || n AS name, 'Region ' || n % 50 AS region FROM generate_series(0, ${CUSTOMERS - 1}) AS n`);
    await bare.query(`VACUUM ANALYZE ${schema}.orders`);
    await bare.query(`VACUUM ANALYZE ${schema}.customers`);
    await client.call('POST', '/api/v1/database/', {
      database_name: schema,
      sqlalchemy_uri: SERVER,
      expose_in_sqllab: true,
    });
    const sqlOf = (catalog: string) =>
      `SELECT c.region, sum(o.amount) AS amount, count(*) AS n FROM ${catalog}.${schema}.orders o JOIN ${catalog}.${schema}.customers c ON c.id = o.customer_id GROUP BY 1 ORDER BY 1`;
    const database_id = await client.database('uploads');
    const ask = async () => {
      const begun = performance.now();
      await client.call('POST', '/api/v1/sqllab/execute/', { database_id, sql: sqlOf(schema) });
      return performance.now() - begun;
    };
    // The first one starts the engine.
    await ask();
    const [took, scanned]: [number[], number[]] = [[], []];
    // By turns, so that whatever else the machine does meets both.
    for (let time = 0; time < TIMES; time++) {
      took.push(await ask());
      scanned.push(...scannerTook(sqlOf('sales'), time === 0));
    }
    const against = scanned.length > 0 ? median(scanned) : undefined;
    report.add({
      what: `SQL Lab, ${ORDERS / 1e6} M × ${CUSTOMERS / 1e3} k rows of PostgreSQL joined in the embedded engine`,
      value: median(took),
      unit: 'ms',
      ...(against !== undefined && { against: { what: 'its own scanner', value: against }, budget: 1.5 }),
    });
  } finally {
    await bare.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await bare.end();
  }
}

/** Milliseconds of one run, behind one that is not counted; nothing where there is no scanner. */
function scannerTook(sql: string, isFirst: boolean): number[] {
  if (PYTHON === undefined) {
    if (isFirst)
      console.log(
        'DuckDB’s own scanner was not measured: CHARTROOM_BENCH_SCANNER_PYTHON names a Python that has it.',
      );
    return [];
  }
  const address = SERVER.replaceAll("'", "''");
  const printed = execFileSync(PYTHON, ['-c', SCANNER, address, sql], { encoding: 'utf8' });
  return printed.trim().split('\n').slice(1).map(Number);
}
