import { writeZip } from '../../bundles/bundle-files.ts';

/** A file that is not as files are, by a name for reports. */
export interface OddFile {
  name: string;
  make(): Buffer | Promise<Buffer>;
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_each, index) => line(index)).join('\n');
const text = (make: () => string) => () => Buffer.from(make());
const METADATA = 'version: 1.0.0\ntype: assets\ntimestamp: "2026-01-01T00:00:00+00:00"\n';

function bundle(files: Record<string, string>): Promise<Buffer> {
  return writeZip('bundle', new Map(Object.entries({ 'metadata.yaml': METADATA, ...files })), new Date(0));
}

/** Files for every route that takes one. */
export const oddFiles: readonly OddFile[] = [
  { name: 'nothing', make: text(() => '') },
  { name: 'two rows', make: text(() => 'a,b\n1,2\n3,4\n') },
  { name: '200,000 rows', make: text(() => lines(200_000, (index) => `${index},text ${index},2024-01-01`)) },
  {
    name: '20,000 columns',
    make: text(() => `${Array.from({ length: 20_000 }, (_each, index) => `c${index}`).join(',')}\n`),
  },
  { name: 'a line of 20 MB', make: text(() => `a,b\n${'x'.repeat(20_000_000)},1\n`) },
  { name: 'a quote that never ends', make: text(() => `a,b\n"${'x,\n'.repeat(2_000_000)}`) },
  { name: 'NULs', make: () => Buffer.alloc(3_000_000) },
  {
    name: 'bytes at random',
    make: () => Buffer.from(Array.from({ length: 300_000 }, (_each, index) => (index * 7_919) % 251)),
  },
  { name: 'half of a zip', make: async () => (await bundle({ 'charts/a.yaml': 'a: 1' })).subarray(0, 60) },
  { name: 'a bundle of nothing', make: () => bundle({}) },
  {
    name: 'a bundle of 80,000 keys',
    make: () => bundle({ 'charts/a.yaml': lines(80_000, (index) => `k${index}: ${index}`) }),
  },
  { name: 'a bundle of aliases', make: () => bundle({ 'charts/a.yaml': aliases() }) },
  { name: 'a bundle that is deep', make: () => bundle({ 'dashboards/a.yaml': `a: ${'['.repeat(20_000)}` }) },
  {
    name: 'a bundle of many files',
    make: () =>
      bundle(
        Object.fromEntries(
          Array.from({ length: 3_000 }, (_each, index) => [`charts/c${index}.yaml`, 'a: 1']),
        ),
      ),
  },
  {
    name: 'a bundle of a long text',
    make: () => bundle({ 'datasets/a.yaml': `sql: "${'x'.repeat(15_000_000)}"` }),
  },
];

/** The laughs of a billion. */
function aliases(): string {
  const names = 'abcdefghijkl';
  return [...names]
    .map(
      (name, index) =>
        `${name}: &${name} [${Array.from({ length: 10 }, () => (index === 0 ? 'x' : `*${names[index - 1]}`)).join(',')}]`,
    )
    .join('\n');
}
