import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { othersFirst } from '../data/heavy/breathing.ts';
import { jsonAnswer } from '../data/writing/answer-body.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { Ground } from '../records/ground.ts';
import type { TableName } from '../records/tables.ts';

/** Columns in which people keep what they wrote: a script, a layout or a style may be as long as a request. */
const LONG_TEXTS: { readonly [Table in TableName]?: readonly string[] } = {
  queries: ['sql', 'executed_sql', 'select_sql', 'error_message'],
  saved_queries: ['sql', 'description', 'template_parameters', 'extra_json'],
  dashboards: ['position_json', 'json_metadata', 'css', 'description'],
  charts: ['params', 'query_context', 'description'],
  datasets: ['sql', 'description', 'params', 'template_params', 'extra', 'folders'],
  css_templates: ['css'],
  themes: ['json_data'],
  annotations: ['long_descr', 'json_metadata'],
  annotation_layers: ['descr'],
  row_rules: ['clause', 'description'],
  databases: ['extra', 'server_cert'],
  report_schedules: ['description', 'context_markdown', 'sql', 'extra', 'validator_config_json'],
  logs: ['json'],
  tags: ['description'],
};

/** Bytes of such texts that are read and written at a time. */
const AT_A_TIME = 1 << 20;

/** Rows of a table, and what reads them by their ids, in the order of these. */
export interface Rows {
  table: TableName;
  ids: readonly number[];
  read(ids: number[]): Promise<readonly object[]>;
}

/** An answer whose last member, `result`, are rows: an object, or its JSON in pieces where it is long. */
export type RowsAnswer = { whole: object } | { pieces: Buffer[] };

/** Tells rows: in one go when they are short, else some of them at a time, between which others have their turn. */
export async function answerOfRows(
  envelope: object,
  { table, ids, read }: Rows,
  { db }: Pick<Ground, 'db'>,
): Promise<RowsAnswer> {
  const [first = [], ...others] = await together(table, ids, db);
  if (others.length === 0)
    return { whole: { ...envelope, result: first.length > 0 ? await read(first) : [] } };
  const head = JSON.stringify({ ...envelope, result: [] }).slice(0, -2);
  const pieces = [Buffer.from(head)];
  for (const group of [first, ...others]) {
    const rows = JSON.stringify(await read(group)).slice(1, -1);
    // Rows that went in the meantime leave no comma.
    if (rows !== '') pieces.push(Buffer.from(pieces.length > 1 ? `,${rows}` : rows));
    await othersFirst();
  }
  pieces.push(Buffer.from(']}'));
  return { pieces };
}

export function sendRows(reply: FastifyReply, answer: RowsAnswer): FastifyReply {
  return 'whole' in answer ? reply.send(answer.whole) : sendAnswer(reply, jsonAnswer(answer.pieces));
}

/** The ids in groups, of which each but the last has as many bytes of long texts as are read at a time, or more by one row. */
async function together(table: TableName, ids: readonly number[], db: Ground['db']): Promise<number[][]> {
  const columns = LONG_TEXTS[table];
  if (!columns || ids.length < 2) return [[...ids]];
  const lengths = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  const { rows } = await sql<{ id: number; bytes: number }>`
    select id, ${sql.join(lengths, sql` + `)} as bytes from ${sql.table(table)} where id in (${sql.join([...ids])})`.execute(
    db,
  );
  if (rows.reduce((sum, row) => sum + Number(row.bytes), 0) <= AT_A_TIME) return [[...ids]];
  const bytesOf = new Map(rows.map((row) => [row.id, Number(row.bytes)]));
  const groups: number[][] = [[]];
  let bytes = 0;
  for (const id of ids) {
    if (bytes >= AT_A_TIME) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(id);
    bytes += bytesOf.get(id) ?? 0;
  }
  return groups;
}
