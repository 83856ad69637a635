import { expect, test } from 'vitest';
import { noteInterrupted, takeInterrupted } from './run-again.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const RUN = { tab: 3, sql: 'SELECT 1', at: 0 };

test('what a session has cut off is run again once, by the same person alone', () => {
  const store = storage();
  noteInterrupted('ada', [RUN], store);
  expect(takeInterrupted('ada', store)).toEqual([RUN]);
  expect(takeInterrupted('ada', store)).toEqual([]);
  noteInterrupted('ada', [RUN], store);
  expect(takeInterrupted('eve', store)).toEqual([]);
  expect(takeInterrupted('ada', store)).toEqual([]);
});

test('a full storage, or what another page has written there, runs nothing', () => {
  const full = () => {
    throw new Error('full');
  };
  expect(() => noteInterrupted('ada', [RUN], { ...storage(), setItem: full })).not.toThrow();
  const store = storage();
  store.setItem('sqllab__run_again', '{');
  expect(takeInterrupted('ada', store)).toEqual([]);
});
