import type { ModuleImport, SourceModule } from './modules.ts';

/** Who may import whom. `scripts`, `bench` and `e2e` stand outside and may look at everything. */
const ARROWS: Record<string, readonly string[]> = {
  model: [],
  query: ['model'],
  engines: ['model', 'query'],
  ui: ['model'],
  charts: ['model', 'ui'],
  // Pages of other sites load it: nothing of ours goes along.
  embed: [],
  server: ['model', 'query', 'engines', 'charts'],
  web: ['model', 'charts', 'ui'],
};
/** What packages export beside their index: the parts that small processes load alone. */
const SMALL_ENTRIES = new Set(['@chartroom/engines/rows', '@chartroom/model/base', '@chartroom/query/rows']);
const FILE_LINES = 400;
const FUNCTION_LINES = 80;
const VIEW_FUNCTION_LINES = 150;

/** Every breach of the rules, as `path:line what`. */
export function checkRules(modules: readonly SourceModule[]): string[] {
  return modules.flatMap((module) => [
    ...module.imports.flatMap((each) => importOffences(module, each)),
    ...lengthOffences(module),
    ...suppressionOffences(module),
    ...nameOffences(module),
  ]);
}

function importOffences(module: SourceModule, each: ModuleImport): string[] {
  const own = workspaceOf(module.path);
  if (own === undefined) return [];
  const offences: string[] = [];
  const deep = /^@chartroom\/([\w-]+)\/(.+)$/.exec(each.specifier);
  if (deep && !SMALL_ENTRIES.has(each.specifier))
    offences.push(
      `${module.path} reaches into @chartroom/${deep[1]} (${deep[2]}): packages export one index`,
    );
  const target = /^@chartroom\/([\w-]+)/.exec(each.specifier)?.[1];
  if (target && !ARROWS[own]?.includes(target))
    offences.push(`${module.path} imports @chartroom/${target}: ${own} may not know ${target}`);
  if (own === 'charts' && target === 'ui' && !module.path.endsWith('.tsx')) {
    offences.push(`${module.path} imports @chartroom/ui: only views (.tsx) may`);
  }
  const other = each.target ? workspaceOf(each.target) : undefined;
  if (other && other !== own)
    offences.push(`${module.path} imports a file of ${other} by path: ${each.specifier}`);
  if (own === 'server' && each.target?.endsWith('.tsx'))
    offences.push(`${module.path} imports a view: ${each.specifier}`);
  const screen = screenOf(module.path);
  const otherScreen = each.target ? screenOf(each.target) : undefined;
  if (screen && otherScreen && screen !== otherScreen)
    offences.push(`${module.path} imports the screen ${otherScreen}: screens never import one another`);
  return offences;
}

function lengthOffences(module: SourceModule): string[] {
  const offences: string[] = [];
  const lines = module.text.split('\n').length - 1;
  if (lines > FILE_LINES) offences.push(`${module.path} has ${lines} lines (at most ${FILE_LINES})`);
  if (/\.test\.tsx?$/.test(module.path)) return offences;
  const most = module.path.endsWith('.tsx') ? VIEW_FUNCTION_LINES : FUNCTION_LINES;
  for (const each of module.functions) {
    if (each.lines > most)
      offences.push(`${module.path}:${each.line} a function of ${each.lines} lines (at most ${most})`);
  }
  return offences;
}

function suppressionOffences(module: SourceModule): string[] {
  const offences: string[] = [];
  module.text.split('\n').forEach((line, index) => {
    const where = `${module.path}:${index + 1}`;
    if (/@ts-(ignore|nocheck|expect-error)/.test(line) && !module.path.startsWith('scripts/check/'))
      offences.push(`${where} silences the type checker`);
    if (/biome-ignore(?!.*: \S+ \S+)/.test(line) && !module.path.startsWith('scripts/check/'))
      offences.push(`${where} suppresses a rule without a reason`);
  });
  return offences;
}

function nameOffences(module: SourceModule): string[] {
  const name = module.path.split('/').at(-1) ?? '';
  if (/^(utils?|helpers?|common|misc)\.tsx?$/.test(name))
    return [`${module.path}: name a file for what it holds`];
  if (!/^[a-z0-9]+([.-][a-z0-9]+)*\.tsx?$/.test(name)) return [`${module.path}: file names are kebab-case`];
  return [];
}

function workspaceOf(path: string): string | undefined {
  return /^(?:packages|apps)\/([\w-]+)\//.exec(path)?.[1];
}

function screenOf(path: string): string | undefined {
  return /^apps\/web\/src\/screens\/([\w-]+)\//.exec(path)?.[1];
}
