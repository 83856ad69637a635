/** npm run check: types, lint and format, what is unused, the rules of the code, and whether all loads. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findDeadCitations } from './check/citations.ts';
import { checkRules } from './check/code-rules.ts';
import { findCycles } from './check/cycles.ts';
import { checkFloors, describeFloors } from './check/floors.ts';
import { checkLightProcesses } from './check/light-processes.ts';
import { readModules } from './check/modules.ts';

const ROOT = join(import.meta.dirname, '..');
let failed = 0;

step('types', () => tool('typescript/bin/tsc', ['-b']));
step('lint and format', () =>
  tool('@biomejs/biome/bin/biome', ['ci', '--diagnostic-level=warn', '--max-diagnostics=60', '.']),
);
step('unused exports and dependencies', () => tool('knip/bin/knip.js', ['--no-progress']));
// Without tests and scripts: what only they reach is not used. `@internal` marks what is there for them.
step('what only tests use', () => tool('knip/bin/knip.js', ['--no-progress', '--production']));
step('floors, arrows, cycles, lengths, suppressions, citations', () => {
  const modules = readModules(ROOT);
  for (const line of describeFloors(modules)) console.log(`  ${line}`);
  const offences = [
    ...checkRules(modules),
    ...checkFloors(modules),
    ...checkLightProcesses(modules),
    ...findCycles(modules),
    ...findDeadCitations(modules, ROOT),
  ];
  for (const offence of offences) console.log(`  ${offence}`);
  console.log(`  ${modules.length} files read, ${offences.length} offences`);
  return offences.length === 0;
});
step('routes say who may call them, and what they answer', () =>
  program([join(import.meta.dirname, 'check', 'routes.ts')]),
);
step('modules of the server load', () => program([join(import.meta.dirname, 'check', 'load-modules.ts')]));
process.exit(failed > 0 ? 1 : 0);

function step(name: string, work: () => boolean): void {
  const start = performance.now();
  const fine = work();
  if (!fine) failed += 1;
  console.log(`${fine ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

function tool(path: string, args: string[]): boolean {
  return program([join(ROOT, 'node_modules', path), ...args]);
}

function program(command: string[]): boolean {
  return spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}
