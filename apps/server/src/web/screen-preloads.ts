import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

/** Modules that pages below a path need at once, by the ends of their source paths. */
const DRAWING = ['charts/src/echarts-parts/base.ts', 'echarts/core.js', 'echarts/renderers.js'];
const SCREENS: readonly (readonly [path: string, modules: readonly string[]])[] = [
  ['/superset/dashboard/', ['dashboard/dashboard-screen.tsx', 'dashboard/open-dashboard.ts', ...DRAWING]],
  ['/superset/welcome/', ['home/home-screen.tsx']],
  ['/explore/', ['explore/explore-screen.tsx', ...DRAWING]],
  ['/sqllab/history/', ['query-history/query-history-screen.tsx']],
  ['/savedqueryview/list/', ['saved-queries/saved-queries-screen.tsx']],
  ['/sqllab/', ['sql-lab/sql-lab-screen.tsx']],
  ['/dashboard/list/', ['dashboards/dashboards-screen.tsx']],
  ['/chart/list/', ['charts/charts-screen.tsx']],
  ['/tablemodelview/list/', ['datasets/datasets-screen.tsx']],
  ['/login/', ['sign-in/login-screen.tsx']],
];

/**
 * Elements that let a page load the code of its screen while the entry is still being read, by the page's path. A build
 * without a manifest has none.
 */
export async function screenPreloads(dist: string): Promise<(path: string) => string> {
  const text = await readFile(join(dist, '.vite', 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return () => '';
  const manifest = manifestSchema.parse(JSON.parse(text));
  const made = SCREENS.map(([path, modules]) => [path, elements(manifest, modules)] as const);
  return (path) => made.find(([beginning]) => `${path}/`.startsWith(beginning))?.[1] ?? '';
}

function elements(manifest: Manifest, modules: readonly string[]): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const each of chunk.imports ?? []) visit(each);
  };
  for (const key of Object.keys(manifest)) if (modules.some((end) => key.endsWith(end))) visit(key);
  return [
    ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('');
}
