import { type EChartsPartGroup, loadEChartsParts, partGroupsOf } from '@chartroom/charts';
import type { EChartsOption } from 'echarts';
import type { init } from 'echarts/core';
import { useEffect, useState } from 'react';

type Init = typeof init;

type Library = typeof import('./echarts-canvas.ts');

let core: Promise<Library> | undefined;
const loaded = new Set<EChartsPartGroup>();
const loading = new Map<EChartsPartGroup, Promise<void>>();
let ready: Init | undefined;

/** Begins to fetch what nearly every picture needs, so that it is there when the answers are. */
export function preloadDrawingLibrary(): void {
  // Whoever needs it asks again, and is told then what went wrong.
  load(['base']).catch(() => undefined);
}

/** ECharts with the parts that this drawing needs, fetched once; undefined until it is there. Throws what fetching threw. */
export function useDrawingLibrary(option: EChartsOption): Init | undefined {
  const groups = partGroupsOf(option);
  const missing = groups.filter((group) => !loaded.has(group)).join(' ');
  const [problem, setProblem] = useState<unknown>();
  const [, setArrived] = useState('');
  useEffect(() => {
    if (missing === '') return;
    let wanted = true;
    load(partGroupsOf(option)).then(
      () => wanted && setArrived(missing),
      (error: unknown) => wanted && setProblem(error),
    );
    return () => {
      wanted = false;
    };
  }, [missing, option]);
  if (problem !== undefined) throw problem;
  return missing === '' ? ready : undefined;
}

async function load(groups: readonly EChartsPartGroup[]): Promise<void> {
  core ??= withRenderer();
  await Promise.all([core, ...groups.map(loadGroup)]);
}

async function withRenderer(): Promise<Library> {
  try {
    const library = await import('./echarts-canvas.ts');
    library.use([library.CanvasRenderer]);
    ready = library.init;
    return library;
  } catch (error) {
    core = undefined;
    throw error;
  }
}

function loadGroup(group: EChartsPartGroup): Promise<void> {
  const under = loading.get(group);
  if (under) return under;
  const work = Promise.all([core ?? withRenderer(), loadEChartsParts(group)]).then(([library, parts]) => {
    library.use(parts);
    loaded.add(group);
  });
  loading.set(group, work);
  work.catch(() => loading.delete(group));
  return work;
}
