import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isJsonObject } from '@chartroom/model';
import pg from 'pg';
import { readSettings } from '../../apps/server/src/base/config.ts';
import { Problem } from './problem.ts';
import { refusal, type Server } from './server.ts';

/** Milliseconds until a store of records that says nothing is given up. */
const PATIENCE = 10_000;

interface Finding {
  part: string;
  fine: boolean;
  says: string;
}

/**
 * Looks at the settings, the home, the records, the running server and every database connected to it, and changes
 * nothing. Answers a line for each; rejects with a Problem when one is not as it should be.
 */
export async function examine(server: Server, folder: string): Promise<string> {
  const findings = [...(await examineSettings(folder)), ...(await examineServer(server))];
  const lines = findings
    .map(({ part, fine, says }) => `${fine ? 'ok    ' : 'WRONG '} ${part}: ${says}`)
    .join('\n');
  if (findings.every(({ fine }) => fine)) return lines;
  throw new Problem(lines);
}

async function found(part: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { part, fine: true, says: await look() };
  } catch (error) {
    return { part, fine: false, says: error instanceof Error ? error.message : String(error) };
  }
}

async function examineSettings(folder: string): Promise<Finding[]> {
  let settings: Awaited<ReturnType<typeof readSettings>> | undefined;
  const read = await found('settings', async () => {
    settings = await readSettings(process.env, folder);
    return 'all can be used';
  });
  if (!settings) return [read];
  const home = resolve(folder, settings.HOME);
  const records = settings.RECORDS_URL ?? `sqlite://${join(home, 'records.sqlite')}`;
  return [
    read,
    await found('home', () => examineHome(home)),
    await found('records', () => examineRecords(records)),
  ];
}

async function examineHome(home: string): Promise<string> {
  const there = await stat(home).catch(() => undefined);
  if (there && !there.isDirectory()) throw new Error(`${home} is no folder.`);
  const writable = there ? home : dirname(home);
  await access(writable, constants.R_OK | constants.W_OK).catch(() => {
    throw new Error(`${writable} cannot be written to.`);
  });
  return there ? home : `${home} will be made at the first start`;
}

async function examineRecords(url: string): Promise<string> {
  if (!url.startsWith('sqlite:')) return examinePostgres(url);
  const path = url.replace(/^sqlite:\/\//, '');
  if (!(await stat(path).catch(() => undefined))) return `${path} will be made at the first start`;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const damage = database
      .prepare('PRAGMA quick_check(1)')
      .all()
      .map((row) => String(row.quick_check));
    if (damage[0] !== 'ok') throw new Error(`${path} is damaged: ${damage.join(', ')}`);
    return `${path} is sound`;
  } finally {
    database.close();
  }
}

async function examinePostgres(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  });
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('server_version') as version,
      exists (select 1 from pg_extension where extname = 'pg_trgm') as trigrams`);
    const slow =
      rows[0]?.trigrams === true
        ? ''
        : '; without its extension pg_trgm, so that searches in long lists read all rows';
    return `PostgreSQL ${String(rows[0]?.version)} answers${slow}`;
  } finally {
    await client.end();
  }
}

async function examineServer(server: Server): Promise<Finding[]> {
  const health = await found('server', async () => {
    await server.call('/health');
    return `${server.url} answers`;
  });
  if (!health.fine) return [health];
  if (!server.hasKey)
    return [health, { part: 'databases', fine: true, says: 'not looked at: no key was given' }];
  const databases: { id: number; name: string }[] = [];
  const list = await found('key', async () => {
    const answer: unknown = await (await server.call('/api/v1/database/?q=(page_size:-1)')).json();
    const rows: unknown[] = isJsonObject(answer) && Array.isArray(answer.result) ? answer.result : [];
    databases.push(
      ...rows
        .filter(isJsonObject)
        .map(({ id, database_name }) => ({ id: Number(id), name: String(database_name) })),
    );
    return `opens ${databases.length} databases`;
  });
  const each = databases.map(({ id, name }) =>
    found(`database "${name}"`, () => examineDatabase(server, id)),
  );
  return [health, list, ...(await Promise.all(each))];
}

/** Asks for the schemas afresh: that needs the engine itself. */
async function examineDatabase(server: Server, id: number): Promise<string> {
  const response = await server.ask(`/api/v1/database/${id}/schemas/?q=(force:!t)`);
  if (!response.ok) throw new Error(await refusal(response));
  return 'answers';
}
