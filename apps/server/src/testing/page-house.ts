import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerPages } from '../web/pages.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** An application with pages, which are made of this HTML in the place of the built one. */
export async function openPageHouse(shell: string): Promise<TestApp> {
  const dist = await mkdtemp(join(tmpdir(), 'chartroom-pages-'));
  await mkdir(join(dist, 'static'));
  await writeFile(join(dist, 'index.html'), shell);
  const house = await openTestApp('sqlite', {
    routes: [(app, services) => registerPages(app, services, { dist, version: '0' })],
  });
  return {
    ...house,
    close: async () => {
      await house.close();
      await rm(dist, { recursive: true });
    },
  };
}
