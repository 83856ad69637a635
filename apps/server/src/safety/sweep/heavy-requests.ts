import type { HeavyTarget } from './heavy-targets.ts';
import { HEAVY_VALUES, type HeavyValue, SHORT_VALUES } from './heavy-values.ts';
import { oddFiles } from './odd-files.ts';
import type { Seeded } from './seeded.ts';
import type { Method } from './sweep-requests.ts';

/** Who sends a heavy request. */
export type HeavySender = 'admin' | 'outsider' | 'guest' | 'nobody';

/** One request that asks for more than is meant. */
export interface HeavyRequest {
  label: string;
  sender: HeavySender;
  method: Method;
  url: string;
  type?: string;
  /** Made when it is sent: most of them are long. */
  payload?: () => Buffer | Promise<Buffer>;
}

/** One place of a target, and what is put there. */
interface Change {
  path: readonly string[];
  value: HeavyValue;
}

/** Levels of a document into which values are put. */
const LEVELS = 6;
const SENDERS: readonly HeavySender[] = [
  ...Array.from({ length: 16 }, () => 'admin' as const),
  'outsider',
  'outsider',
  'guest',
  'nobody',
];

/** Every place of every target with every value, each once: one of each target in turn, in an order that the seed gives. */
export function* singleRequests(targets: readonly HeavyTarget[], seeded: Seeded): Generator<HeavyRequest> {
  const rows = targets.map((target) => {
    const values = valuesFor(target);
    return {
      target,
      changes: seeded.shuffled(placesOf(target).flatMap((path) => values.map((value) => ({ path, value })))),
    };
  });
  for (let left = rows; left.length > 0; left = left.filter(({ changes }) => changes.length > 0)) {
    for (const { target, changes } of seeded.shuffled(left)) {
      const change = changes.pop();
      if (change) yield requestOf(target, [change], seeded);
    }
  }
}

/** Two or three places of one target, each with some value. */
export function combinedRequest(targets: readonly HeavyTarget[], seeded: Seeded): HeavyRequest {
  const target = seeded.of(targets);
  const places = placesOf(target);
  const values = valuesFor(target);
  const count = 2 + seeded.whole(2);
  return requestOf(
    target,
    Array.from({ length: count }, () => ({ path: seeded.of(places), value: seeded.of(values) })),
    seeded,
  );
}

/** The target as it is meant to be asked. */
export function plainRequest(target: HeavyTarget, seeded: Seeded): HeavyRequest {
  return requestOf(target, [], seeded);
}

const known = new WeakMap<HeavyTarget, string[][]>();

function placesOf(target: HeavyTarget): string[][] {
  const places = known.get(target) ?? [[], ...pathsIn(target.base(), LEVELS)];
  known.set(target, places);
  return places;
}

function pathsIn(value: unknown, levels: number): string[][] {
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.entries(value).flatMap(([name, inside]) => [
    [name],
    ...pathsIn(inside, levels - 1).map((path) => [name, ...path]),
  ]);
}

const valuesFor = ({ wire }: HeavyTarget) =>
  wire === 'q' || wire === 'parameters' ? SHORT_VALUES : HEAVY_VALUES;

function requestOf(target: HeavyTarget, changes: readonly Change[], seeded: Seeded): HeavyRequest {
  const said = changes.map(({ path, value }) => `${value[0]} as ${path.join('.') || 'the whole'}`).join(', ');
  const label = `${target.name}: ${said || 'as it is meant'}`;
  const common = { label, sender: seeded.of(SENDERS), method: target.method };
  const file = target.wire === 'parts' ? seeded.of(oddFiles) : undefined;
  const text = () => documentOf(target.base(), changes);
  if (target.wire === 'q') return { ...common, url: `${target.address}?q=${encodeURIComponent(text())}` };
  if (target.wire === 'parameters')
    return { ...common, url: `${target.address}?${parametersOf(target.base(), changes)}` };
  if (target.wire === 'parts') {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    return {
      ...common,
      label: `${label}, with ${file?.name}`,
      url: target.address,
      type,
      payload: async () => partsOf(target, changes, await file?.make()),
    };
  }
  if (target.wire === 'form') {
    const type = 'application/x-www-form-urlencoded';
    return {
      ...common,
      url: target.address,
      type,
      payload: () => Buffer.from(`${target.field}=${encodeURIComponent(text())}`),
    };
  }
  return { ...common, url: target.address, type: 'application/json', payload: () => Buffer.from(text()) };
}

/** The document with each change in its place. Values stand for themselves: some are too deep to be written by a library. */
function documentOf(base: Record<string, unknown>, changes: readonly Change[]): string {
  const [whole] = changes.filter(({ path }) => path.length === 0);
  if (whole) return whole.value[1](base);
  const document: unknown = structuredClone(base);
  const texts: string[] = [];
  for (const { path, value } of changes) {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
        document,
      );
    const name = path.at(-1);
    if (typeof holder !== 'object' || holder === null || name === undefined) continue;
    texts.push(value[1](Reflect.get(holder, name)));
    Reflect.set(holder, name, `${MARK}${texts.length - 1}${MARK}`);
  }
  return JSON.stringify(document).replaceAll(MARKED, (_all, place: string) => texts[Number(place)] ?? 'null');
}

const MARK = '@@heavy@@';
const MARKED = new RegExp(`"${MARK}(\\d+)${MARK}"`, 'g');
const BOUNDARY = 'heavy-parts';

function parametersOf(base: Record<string, unknown>, changes: readonly Change[]): string {
  const pairs = new Map(Object.entries(changes.length === 0 ? {} : base));
  for (const { path, value } of changes)
    for (const name of path.length > 0 ? path.slice(0, 1) : pairs.keys())
      pairs.set(name, value[1](pairs.get(name)));
  return [...pairs]
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value).replaceAll('"', ''))}`)
    .join('&')
    .slice(0, 15_000);
}

function partsOf(target: HeavyTarget, changes: readonly Change[], file: Buffer | undefined): Buffer {
  const fields = new Map<string, string>(
    Object.entries(target.base()).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  for (const { path, value } of changes) {
    const [name] = path;
    if (name !== undefined) fields.set(name, value[1](fields.get(name)));
  }
  const head = (name: string, more = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const texts = [...fields].map(([name, value]) => `${head(name)}${value}\r\n`).join('');
  const name = target.field || 'file';
  return Buffer.concat([
    Buffer.from(texts + head(name, `; filename="${fileName(target)}"`)),
    file ?? Buffer.alloc(0),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

function fileName({ name }: HeavyTarget): string {
  return name.includes('import') ? 'bundle.zip' : 'rows.csv';
}
