import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CatalogEntry, type Drawing, partGroupsOf } from '@chartroom/charts';
import { drawExample } from '../packages/charts/src/testing/draw-example.ts';

const DIST = join(import.meta.dirname, '..', 'apps', 'web', 'dist');
/** What is there before any chart type is known. */
const COMMON = [
  'dashboard/dashboard-screen.tsx',
  'echarts/core.js',
  'echarts/renderers.js',
  'echarts-parts/base.ts',
];

/** What the files of the built product weigh that chart types are shown with. */
export class ChartWeights {
  readonly #chunks: Record<string, { file: string; name?: string; imports?: string[] }>;
  readonly #common: ReadonlySet<string>;
  readonly #bytes = new Map<string, number>();

  constructor() {
    this.#chunks = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8'));
    this.#common = this.#reached([...this.#startingFiles(), ...COMMON.map((end) => this.#fileOf(end))]);
  }

  /** Bytes, as they are sent, of what every dashboard needs before its first chart. */
  get dashboard(): number {
    return this.#weightOf([...this.#common]);
  }

  /** Bytes of what a type needs beyond that: its code, its view, and what draws it. */
  async of(type: CatalogEntry): Promise<number> {
    const [{ chart }, { about }] = await Promise.all([type.load(), type.about()]);
    const told = await about.example?.();
    if (!told) throw new Error(`${type.key} has no example.`);
    // The catalog's line says where the type is.
    const folder = /types\/([^/]+)\/index/.exec(type.load.toString())?.[1];
    const needed = [
      `types/${folder}/index.ts`,
      ...(chart.view ? [`types/${folder}/view.tsx`] : picturesOf(drawExample(chart, told.example))),
    ];
    return this.#weightOf([...this.#filesOf(needed)].filter((file) => !this.#common.has(file)));
  }

  /** The files of these modules, and of what they import at once. */
  #filesOf(modules: readonly string[]): Set<string> {
    return this.#reached(modules.map((end) => this.#fileOf(end)));
  }

  /** The part that a module has become; one that several parts share is only known by its name. */
  #fileOf(end: string): string {
    const name = basename(end, extname(end));
    const keys = Object.keys(this.#chunks);
    const key =
      keys.find((each) => each.endsWith(end)) ?? keys.find((each) => this.#chunks[each]?.name === name);
    if (key === undefined) throw new Error(`The built product has no file for ${end}.`);
    return key;
  }

  /** What the page itself names: where all of its beginning is in a shared file, no file is called after it. */
  #startingFiles(): string[] {
    const html = readFileSync(join(DIST, 'index.html'), 'utf8');
    const named = new Set([...html.matchAll(/static\/[\w./-]+\.js/g)].map(([file]) => file));
    const keys = Object.keys(this.#chunks).filter((key) => named.has(this.#chunks[key]?.file ?? ''));
    if (keys.length === 0) throw new Error('The built page names no scripts.');
    return keys;
  }

  /** The files of these parts of the product, and of what they import at once. */
  #reached(keys: readonly string[]): Set<string> {
    const reached = new Set(keys);
    for (const key of reached) for (const each of this.#chunks[key]?.imports ?? []) reached.add(each);
    return new Set([...reached].flatMap((key) => this.#chunks[key]?.file ?? []));
  }

  #weightOf(files: readonly string[]): number {
    let sum = 0;
    for (const file of files) {
      const bytes = this.#bytes.get(file) ?? gzipSync(readFileSync(join(DIST, file))).length;
      this.#bytes.set(file, bytes);
      sum += bytes;
    }
    return sum;
  }
}

/** The modules that a drawing is shown by. */
function picturesOf(drawing: Drawing): string[] {
  const option = drawing.kind === 'text' ? drawing.trend?.option : undefined;
  const charts = drawing.kind === 'echarts' ? drawing.option : option;
  if (charts) return partGroupsOf(charts).map((group) => `echarts-parts/${group}.ts`);
  if (drawing.kind !== 'map') return [];
  return [drawing.view.kind === 'place' ? 'chart/near-map.tsx' : 'chart/map-picture.tsx'];
}
