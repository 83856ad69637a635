import { describe, expect, test } from 'vitest';
import { RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { hunt } from './support/heavy-sweep/hunt.ts';

/** `npm run sweep -- heavy` plays for half an hour; here as many, always the same. */
const REQUESTS = 200;
/** Milliseconds of its own for which a server that shares two processors with the browsers of three journeys may be away. */
const AWAY = 1_500;

describe.each(RECORD_KINDS)('what promises much work, on %s', (kind) => {
  test('ends no server, is no fault of it, and keeps nobody else waiting', async () => {
    const lines: string[] = [];
    const findings = await hunt({
      kind,
      seed: 20_261,
      requests: REQUESTS,
      minutes: 2,
      atOnce: 4,
      say: (line) => lines.push(line),
    });
    expect({ deaths: findings.deaths, faults: findings.faults, lines }).toMatchObject({
      deaths: 0,
      faults: [],
    });
    expect(findings.requests).toBe(REQUESTS);
    expect(findings.blocks.filter(({ own }) => own > AWAY)).toEqual([]);
    expect(findings.worst('health')).toBeLessThan(AWAY);
    // It looked.
    expect(findings.answersOf('health')).toBeGreaterThan(20);
  });
});
