import { afterEach } from 'vitest';
import { tellPages } from './browser.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await tellPages();
});
