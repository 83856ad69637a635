import { expect, test } from 'vitest';
import type { LabRun } from '../lab-tabs.ts';
import { noticeOf } from './ended-notice.ts';

const IDLE: LabRun = {
  status: 'idle',
  answer: undefined,
  errors: [],
  unfetched: undefined,
  sql: '',
  offset: 0,
  startedAt: 0,
  endedAt: 0,
  background: undefined,
  trackingUrl: undefined,
  making: false,
  reading: undefined,
};
const running: LabRun = { ...IDLE, status: 'running' };
const ended = (part: Partial<LabRun>) => ({ label: 'Sales', run: { ...running, ...part } });

test('the end of a long run is told where it is not in sight', () => {
  const failed = ended({
    status: 'failed',
    endedAt: 60_000,
    errors: [{ message: 'No.', error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error', extra: null }],
  });
  expect(noticeOf(running, failed, false)).toBe('Sales: the query failed. No.');
  expect(noticeOf(running, failed, true)).toBeUndefined();
  expect(noticeOf(IDLE, failed, false)).toBeUndefined();
  expect(noticeOf(running, ended({ status: 'success', endedAt: 60_000 }), false)).toBe(
    'Sales: the query has ended.',
  );
  expect(noticeOf(running, ended({ status: 'success', endedAt: 900 }), false)).toBeUndefined();
  expect(noticeOf(running, ended({ status: 'stopped', endedAt: 60_000 }), false)).toBeUndefined();
});
