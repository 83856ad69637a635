import type { Declaration } from '../../http/access.ts';
import { sampleBody } from './bad-values.ts';
import { heavyForms, type Json } from './heavy-forms.ts';
import { heavyQuestions } from './heavy-questions.ts';
import type { HeavyWorld } from './heavy-world.ts';
import { type Method, sweptRoutes } from './sweep-requests.ts';

/** How what a target is sent stands on the wire: as the whole JSON body, in one field of a form, in parts, as `q`, or as parameters. */
export type Carrier = 'json' | 'form' | 'parts' | 'q' | 'parameters';

/** Something that a request can be sent to, with what it is meant to be sent. */
export interface HeavyTarget {
  name: string;
  method: Method;
  address: string;
  wire: Carrier;
  /** New texts each time, where names have to be new. */
  base: () => Json;
  /** Name of the field that holds the document, where it is a field of a form; of the file, where there is one. */
  field: string;
}

/** Fields of forms of calls that read them by hand, and what stands in them. */
const FORMS: Readonly<Record<string, readonly [field: string, document: (world: HeavyWorld) => Json]>> = {
  '/tabstateview/': [
    'queryEditor',
    (world) => ({ name: 'Tab', dbId: world.uploads, sql: 'select 1', queryLimit: 10, autorun: false }),
  ],
  '/tableschemaview/': [
    'table',
    (world) => ({ queryEditorId: 1, dbId: world.uploads, name: 'numbers', schema: 'main' }),
  ],
  '/datasource/save/': [
    'data',
    (world) => ({
      id: world.mid,
      type: 'table',
      table_name: 'mid',
      columns: [],
      metrics: [],
      owners: [1],
      sql: 'select 1 as n',
    }),
  ],
  '/superset/log/': ['events', () => ({ event_name: 'x', duration: 1 })],
};

/** Names of parameters that calls without a schema read. */
const PARAMETERS: Json = {
  page: 1,
  page_size: 10,
  type: 'chart',
  format: 'x',
  slice_id: 1,
  datasource_id: 1,
  datasource_type: 'table',
  dashboard_id: 1,
  name: 'numbers',
  schema: 'main',
  catalog: 'x',
  tab_id: 1,
  force: true,
  next: '/',
  tagIds: 1,
  tags: 'red',
  per_page: 10,
  row_limit: 5,
  client_id: 'firstrun',
  key: 'x',
  rows: 5,
  last_id: '1-0',
  channel: 'x',
  form_data: '{}',
  form_data_key: 'x',
  datasourceKey: '1__table',
};

/** Everything that a heavy sweep sends something to: every declared route, and chart data in all its forms. */
export function heavyTargets(declarations: readonly Declaration[], world: HeavyWorld): HeavyTarget[] {
  return [...sweptRoutes(declarations).flatMap((route) => ofRoute(route, world)), ...questions(world)];
}

function ofRoute(route: Declaration, world: HeavyWorld): HeavyTarget[] {
  const method: Method =
    route.method === 'POST' || route.method === 'PUT' || route.method === 'DELETE' ? route.method : 'GET';
  // What is there is not removed: the next request needs it.
  if (method === 'DELETE' && route.url.includes(':')) return [];
  const common = { name: `${method} ${route.url}`, method, address: world.address(route.url), field: '' };
  const { body, q, form, file } = route.wire;
  const targets: HeavyTarget[] = [];
  if (body)
    targets.push({ ...common, wire: 'json', base: () => sampleBody(body, world.fields, world.serial()) });
  if (q) targets.push({ ...common, wire: 'q', base: () => sampleBody(q, world.fields) });
  if (form)
    targets.push({
      ...common,
      wire: 'parts',
      field: file ?? '',
      base: () => sampleBody(form, world.fields, world.serial()),
    });
  const fields = FORMS[route.url];
  if (fields && method === 'POST')
    targets.push({ ...common, wire: 'form', field: fields[0], base: () => fields[1](world) });
  if (method === 'GET') targets.push({ ...common, wire: 'parameters', base: () => PARAMETERS });
  return targets;
}

function questions(world: HeavyWorld): HeavyTarget[] {
  const common = { method: 'POST' as const, wire: 'json' as const, field: '' };
  const chart = { form_data: {}, params: '{}' };
  const samples = `/datasource/samples?datasource_type=table&datasource_id=${world.mid}&per_page=10&page=1`;
  return [
    ...heavyQuestions(world).flatMap(([name, context]): HeavyTarget[] => [
      { ...common, name: `chart data: ${name}`, address: '/api/v1/chart/data', base: () => context },
      {
        ...common,
        name: `dashboard data: ${name}`,
        address: `/api/v1/dashboard/${world.dashboard}/data`,
        base: () => ({ charts: [{ id: world.chart, query_context: context }] }),
      },
    ]),
    ...heavyForms(world).map(([kind, form]): HeavyTarget => {
      return {
        ...common,
        name: `explore_json: ${kind}`,
        address: '/superset/explore_json/',
        wire: 'form',
        field: 'form_data',
        base: () => form,
      };
    }),
    {
      ...common,
      name: 'samples',
      address: samples,
      base: () => ({ filters: [{ col: 'n', op: '>', val: 3 }], columns: ['n'] }),
    },
    {
      ...{ ...common, name: 'SQL Lab', address: '/api/v1/sqllab/execute/' },
      base: () => ({
        database_id: world.uploads,
        sql: 'select 1 as a',
        schema: 'main',
        queryLimit: 10,
        templateParams: '{"a": 1}',
        ...chart,
      }),
    },
  ];
}
