import type { SourceModule } from './modules.ts';

/** Every cycle of imports, those of types included, once, as `import cycle: a → b → a`. Dynamic imports break a cycle: they run later. */
export function findCycles(modules: readonly SourceModule[]): string[] {
  const edges = new Map(modules.map((module) => [module.path, earlyTargets(module)]));
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const cycles: string[] = [];
  const visit = (path: string): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      cycles.push(`import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    state.set(path, 'open');
    trail.push(path);
    for (const target of edges.get(path) ?? []) visit(target);
    trail.pop();
    state.set(path, 'done');
  };
  for (const path of edges.keys()) visit(path);
  return cycles;
}

function earlyTargets(module: SourceModule): string[] {
  return module.imports.flatMap((each) => (each.target && !each.dynamic ? [each.target] : []));
}
