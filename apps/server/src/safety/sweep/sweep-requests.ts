import type { Declaration } from '../../http/access.ts';
import { BAD_BODIES, BAD_IDS, BAD_QUERIES, BAD_VALUES, sampleBody } from './bad-values.ts';
import type { SmallWorld } from './small-world.ts';

/** How a request says who sends it. */
export type Sender = 'admin' | 'nobody' | 'expired token' | 'junk token' | 'outsider';

/** One request that is not as it should be. */
export interface SweepRequest {
  /** What is wrong with it. */
  label: string;
  sender: Sender;
  method: Method;
  url: string;
  type?: string | undefined;
  /** Made when it is played: most of them are long, and a selection leaves most of them out. */
  payload?: () => string | Buffer;
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Addresses that end the sweep's own session, or that are no calls. */
const APART = new Set(['/logout/', '/health', '/healthcheck', '/ping']);
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Gives everything there is: asked before a sweep has made thousands of things. */
const WHOLE_HOUSE = '/api/v1/assets/export/';

/** Routes that a sweep plays, in its order. */
export function sweptRoutes(declarations: readonly Declaration[]): Declaration[] {
  const routes = declarations.filter(({ method, url }) => METHODS.includes(method) && !APART.has(url));
  return [
    ...routes.filter(({ url }) => url === WHOLE_HOUSE),
    ...routes.filter(({ url }) => url !== WHOLE_HOUSE),
  ];
}

/** Routes that show what there is, each asked as it should be: what bad requests left behind must not break them. */
export function* plainRequests(routes: readonly Declaration[], world: SmallWorld): Generator<SweepRequest> {
  for (const { method, url } of routes)
    if (method === 'GET')
      yield { label: 'as it should be, at the end', sender: 'admin', method: 'GET', url: world.address(url) };
}

/** Every bad request to one route: wrong senders, wrong addresses, wrong bodies, wrong fields, wrong questions. */
export function* badRequests(route: Declaration, world: SmallWorld): Generator<SweepRequest> {
  const method = methodOf(route.method);
  yield* wrongSenders(route, method, world);
  yield* wrongAddresses(route, method);
  // What is there is only removed at the end of an address that names nothing: the next request needs it.
  const keeps = method !== 'DELETE' || !route.url.includes(':');
  if (keeps) yield* wrongQuestions(route, method, world);
  if (method === 'POST' || method === 'PUT') {
    yield* wrongBodies(route, method, world);
    yield* wrongFields(route, method, world);
  }
}

function methodOf(method: string): Method {
  return method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET';
}

function* wrongSenders(route: Declaration, method: Method, world: SmallWorld): Generator<SweepRequest> {
  const url = world.address(route.url);
  for (const sender of ['nobody', 'expired token', 'junk token', 'outsider'] as const) {
    yield { label: `from ${sender}`, sender, method, url, ...jsonBody(route, method, world) };
  }
}

function jsonBody(
  { wire }: Declaration,
  method: Method,
  world: SmallWorld,
): Pick<SweepRequest, 'type' | 'payload'> {
  if (method !== 'POST' && method !== 'PUT') return {};
  return {
    type: 'application/json',
    payload: () => JSON.stringify(wire.body ? sampleBody(wire.body, world.fields, world.serial()) : {}),
  };
}

function* wrongAddresses({ url: pattern }: Declaration, method: Method): Generator<SweepRequest> {
  const body = method === 'POST' || method === 'PUT' ? { type: 'application/json', payload: () => '{}' } : {};
  if (!/:\w|\*/.test(pattern)) return;
  for (const id of BAD_IDS) {
    const url = pattern.replaceAll(/:\w+|\*/g, () => id);
    yield { label: `with ${id.slice(0, 30)} in its address`, sender: 'admin', method, url, ...body };
  }
}

function* wrongQuestions(route: Declaration, method: Method, world: SmallWorld): Generator<SweepRequest> {
  const address = world.address(route.url);
  const ask = (label: string, query: string): SweepRequest => {
    const body =
      method === 'POST' || method === 'PUT' ? { type: 'application/json', payload: () => '{}' } : {};
    return { label, sender: 'admin', method, url: `${address}?${query}`, ...body };
  };
  for (const name of [
    'page',
    'type',
    'format',
    'slice_id',
    'datasource_id',
    'datasource_type',
    'name',
    'schema',
    'tab_id',
    'force',
    'next',
    'tagIds',
    'tags',
  ]) {
    for (const value of ['%00', '3000000000', 'x%ff', '{{1/0}}', ''])
      yield ask(`with ${name}=${value}`, `${name}=${value}`);
  }
  yield ask('with a parameter twice', 'q=1&q=2&name=a&name=b');
  const { q } = route.wire;
  if (!q && method !== 'GET') return;
  for (const text of BAD_QUERIES) yield ask(`with q=${text.slice(0, 60)}`, `q=${encodeURIComponent(text)}`);
  if (!q) return;
  for (const [name] of Object.entries(sampleBody(q, world.fields))) {
    for (const [label, value] of BAD_VALUES) {
      const text = JSON.stringify({ ...sampleBody(q, world.fields), [name]: value });
      if (text.length < 10_000) yield ask(`with ${label} as ${name} in q`, `q=${encodeURIComponent(text)}`);
    }
  }
}

function* wrongBodies(route: Declaration, method: Method, world: SmallWorld): Generator<SweepRequest> {
  for (const [label, type, payload] of BAD_BODIES) {
    yield {
      label: `with a body that is ${label}`,
      sender: 'admin',
      method,
      url: world.address(route.url),
      type,
      payload: () => payload,
    };
  }
}

function* wrongFields(route: Declaration, method: Method, world: SmallWorld): Generator<SweepRequest> {
  const { body } = route.wire;
  if (!body) return;
  const url = world.address(route.url);
  const good = () => sampleBody(body, world.fields, world.serial());
  const send = (label: string, value: () => object): SweepRequest => {
    return {
      label,
      sender: 'admin',
      method,
      url,
      type: 'application/json',
      payload: () => JSON.stringify(value()),
    };
  };
  const first = good();
  yield send('as it should be', () => first);
  yield send('a second time', () => first);
  yield send('with a key that is unknown', () => ({ ...good(), no_such_key: 1 }));
  for (const name of Object.keys(first)) {
    yield send(`without ${name}`, () => ({ ...good(), [name]: undefined }));
    for (const [label, value] of BAD_VALUES) {
      yield send(`with ${label} as ${name}`, () => ({ ...good(), [name]: value }));
      yield send(`with ${label} as ${name} alone`, () => ({ [name]: value }));
    }
  }
  yield send('with every field of no type', () =>
    Object.fromEntries(Object.keys(first).map((name) => [name, {}])),
  );
}
