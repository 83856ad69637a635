import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { CLIENT_PROGRAM, WRONG_PROGRAM } from '../../testing/client-program.ts';
import { openTestApp } from '../../testing/test-app.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const STRICT = [
  '--noEmit',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--allowImportingTsExtensions',
  '--types',
  'node',
];
const run = promisify(execFile);

test('a client whose types are generated from the document fits them and reaches a listening server', async () => {
  const house = await openTestApp('sqlite');
  const address = await house.app.listen({ host: '127.0.0.1', port: 0 });
  const folder = await mkdtemp(join(house.services.config.HOME, 'client-'));
  const { body } = await house.as('gamma', 'GET', '/api/v1/_openapi');
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(JSON.stringify(body))));
  await writeFile(join(folder, 'program.ts'), CLIENT_PROGRAM);
  await writeFile(join(folder, 'wrong.ts'), WRONG_PROGRAM);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const checked = await run(process.execPath, [TSC, ...STRICT, 'program.ts', 'wrong.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(checked.stdout.trim()).toMatch(
    /^wrong\.ts\(5,\d+\): error TS2322: Type 'number' is not assignable to type 'string[^\n]*$/,
  );
  const program = [join(folder, 'program.ts'), address, 'admin', house.password, String(house.uploads)];
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', ...program]);
  const { statuses, dashboards }: { statuses: Record<string, number>; dashboards: number } =
    JSON.parse(stdout);
  expect(Object.entries(statuses).filter(([, status]) => status !== 200 && status !== 201)).toEqual([]);
  expect(Object.keys(statuses)).toHaveLength(12);
  expect(dashboards).toBe(1);
  await rm(folder, { recursive: true });
  await house.close();
});
