import type { SourceModule } from './modules.ts';

/** What processes begin with that are started again and again: a file that is read has one, an engine, a document. */
const ENTRIES = [
  'apps/server/src/bundles/document-worker.ts',
  'packages/engines/src/duckdb/child.ts',
  'packages/engines/src/duckdb/file-child.ts',
  'packages/engines/src/sqlite/child.ts',
];
/** Indexes that load some hundred files; each of the packages has a small entry for such processes. */
const WIDE = new Set(['@chartroom/model', '@chartroom/query']);

/** Every file of such a process that loads a whole package, as `path imports … `. */
export function checkLightProcesses(modules: readonly SourceModule[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const seen = new Set<string>();
  const offences: string[] = [];
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { specifier, target, typeOnly, dynamic } of byPath.get(path)?.imports ?? []) {
      if (typeOnly || dynamic) continue;
      if (WIDE.has(specifier))
        offences.push(`${path} imports all of ${specifier} into a process that has to begin quickly`);
      if (target) visit(target);
    }
  };
  for (const entry of ENTRIES) {
    if (!byPath.has(entry)) offences.push(`${entry} is named as the begin of a process, but is not there`);
    visit(entry);
  }
  return offences;
}
