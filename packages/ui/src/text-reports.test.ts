import { Text } from '@codemirror/state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextReports } from './text-reports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const of = (text: string) => Text.of(text.split('\n'));

test('a text is told as soon as nobody types, once, and at once where somebody asks', () => {
  const told: string[] = [];
  const reports = new TextReports(150, (text) => told.push(text));
  reports.note(of('a'));
  vi.advanceTimersByTime(100);
  reports.note(of('ab'));
  vi.advanceTimersByTime(100);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(told).toEqual(['ab']);
  reports.note(of('abc'));
  reports.flush();
  reports.flush();
  vi.advanceTimersByTime(500);
  expect(told).toEqual(['ab', 'abc']);
});

test('what comes back while somebody types on is known as their own, and what is given from outside is not told', () => {
  const told: string[] = [];
  const reports = new TextReports(150, (text) => told.push(text));
  reports.note(of('a'));
  reports.flush();
  reports.note(of('ab'));
  expect([reports.isOwn('a'), reports.isOwn('other')]).toEqual([true, false]);
  reports.forget();
  vi.advanceTimersByTime(500);
  expect([told, reports.isOwn('a')]).toEqual([['a'], false]);
});
