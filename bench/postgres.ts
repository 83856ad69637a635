import pg from 'pg';
import { BY_ORIGIN } from './chart-data.ts';
import type { Client } from './client.ts';
import { addDataset } from './large-answers.ts';
import type { Report } from './report.ts';
import { measureUncached } from './uncached.ts';

const SERVER =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const ROWS = 2_000_000;

/** Chart data over two million rows in PostgreSQL against the bare driver; says so where there is no server. */
export async function measurePostgres(report: Report, client: Client): Promise<void> {
  const bare = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2_000 });
  try {
    await bare.connect();
  } catch (error) {
    console.log(
      `PostgreSQL is not reachable and was not measured: ${error instanceof Error ? error.message : error}`,
    );
    return;
  }
  const schema = `chartroom_bench_${process.pid}`;
  try {
    await bare.query(`CREATE SCHEMA ${schema}`);
    await bare.query(
      `CREATE TABLE ${schema}.flights AS SELECT 'A' || n % 300 AS origin, n % 120 - 20 AS delay FROM generate_series(1, ${ROWS}) AS n`,
    );
    await bare.query(`ANALYZE ${schema}.flights`);
    const { id } = await client.call<{ id: number }>('POST', '/api/v1/database/', {
      database_name: schema,
      sqlalchemy_uri: SERVER,
    });
    const dataset = await addDataset(client, id, 'flights', schema);
    await measureUncached(report, client, {
      what: `${ROWS / 1e6} M rows in PostgreSQL`,
      dataset,
      query: BY_ORIGIN,
      bare: (sql) => bare.query(sql.replace(/;\s*$/, '')),
    });
  } finally {
    await bare.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await bare.end();
  }
}
