import { describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS } from '../../testing/test-app.ts';
import { sweep } from './sweep.ts';

/** `npm run sweep` plays them all; here one of so many, always the same. */
const ONE_OF = { sqlite: 96, postgres: 300 };

describe.each(RECORD_KINDS)('bad requests to every route, on %s', (kind) => {
  test('none is a fault of the server, stays without an answer or changes what it should not', async () => {
    const house = await openTestApp(kind, { settings: { CHARTROOM_BODY_LIMIT: '4000000' } });
    const before = process.memoryUsage().rss;
    const { findings, played } = await sweep(house, { kind, oneOf: ONE_OF[kind], seed: 20_260 });
    expect(findings).toEqual([]);
    expect(played).toBeGreaterThan(100);
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
    await house.close();
  });
});
