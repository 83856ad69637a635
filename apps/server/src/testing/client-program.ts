/**
 * A program of somebody else's, which knows this installation by its OpenAPI document alone: `api.ts` beside it is generated.
 * It takes the server's address, a user name, a password and the number of a database, and prints what its calls got.
 */
export const CLIENT_PROGRAM = `
import type { paths } from './api.ts';

const [base = '', username = '', password = '', database = ''] = process.argv.slice(2);
type Body<P extends keyof paths, M extends 'post' | 'put'> =
  paths[P] extends Record<M, { requestBody: { content: { 'application/json': infer B } } }> ? B : never;

let token = '';
const statuses: Record<string, number> = {};
async function call(
  method: 'get' | 'post' | 'put' | 'delete',
  path: keyof paths,
  given: { pk?: number; q?: object; body?: unknown } = {},
): Promise<Record<string, unknown>> {
  const url = base + path.replace('{pk}', String(given.pk)) + (given.q ? '?q=' + encodeURIComponent(JSON.stringify(given.q)) : '');
  const answer = await fetch(url, {
    method: method.toUpperCase(),
    headers: { ...(token && { authorization: 'Bearer ' + token }), ...(given.body !== undefined && { 'content-type': 'application/json' }) },
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
  });
  statuses[method + ' ' + path] = answer.status;
  return Object(await answer.json());
}

const signIn: Body<'/api/v1/security/login', 'post'> = { username, password, provider: 'db' };
token = String((await call('post', '/api/v1/security/login', { body: signIn })).access_token);
const table: Body<'/api/v1/dataset/', 'post'> = { database: Number(database), table_name: 'sold', sql: 'select 1 as a' };
const dataset = Number((await call('post', '/api/v1/dataset/', { body: table })).id);
await call('get', '/api/v1/dataset/{pk}', { pk: dataset });
const bars: Body<'/api/v1/chart/', 'post'> = { slice_name: 'Sold', datasource_id: dataset, datasource_type: 'table' };
const chart = Number((await call('post', '/api/v1/chart/', { body: bars })).id);
const change: Body<'/api/v1/chart/{pk}', 'put'> = { description: 'By a generated client' };
await call('put', '/api/v1/chart/{pk}', { pk: chart, body: change });
const question: Body<'/api/v1/chart/data', 'post'> = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['a'] }] };
await call('post', '/api/v1/chart/data', { body: question });
const board: Body<'/api/v1/dashboard/', 'post'> = { dashboard_title: 'Sales' };
const dashboard = Number((await call('post', '/api/v1/dashboard/', { body: board })).id);
const list = await call('get', '/api/v1/dashboard/', { q: { page: 0, page_size: 5, order_column: 'dashboard_title', order_direction: 'asc' } });
const run: Body<'/api/v1/sqllab/execute/', 'post'> = { database_id: Number(database), sql: 'select 2 as b' };
await call('post', '/api/v1/sqllab/execute/', { body: run });
const tagged: Body<'/api/v1/tag/bulk_create', 'post'> = { tags: [{ name: 'sales', objects_to_tag: [['chart', chart]] }] };
await call('post', '/api/v1/tag/bulk_create', { body: tagged });
await call('get', '/api/v1/chart/_info');
await call('delete', '/api/v1/dashboard/{pk}', { pk: dashboard });
console.log(JSON.stringify({ statuses, dashboards: list.count }));
`;

/** A program that the types refuse: the document says that a title is text. */
export const WRONG_PROGRAM = `
import type { paths } from './api.ts';

type Board = NonNullable<paths['/api/v1/dashboard/']['post']['requestBody']>['content']['application/json'];
export const board: Board = { dashboard_title: 7 };
`;
