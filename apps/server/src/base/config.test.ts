import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { settingsSchema } from './config.ts';

/** Default by setting, as a page of the documentation writes it. */
function writtenDefaults(): Map<string, string> {
  return new Map(
    Object.entries(settingsSchema.shape).map(([name, shape]) => {
      const { data } = shape.safeParse(undefined);
      return [
        name,
        data === undefined ? '–' : `\`${typeof data === 'string' ? data : JSON.stringify(data)}\``,
      ];
    }),
  );
}

describe('the page for operators', () => {
  test('describes every setting with its default, each once, and no other', async () => {
    const page = await readFile(new URL('../../../../docs/operator.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \|/gm)].map(([, name = '', written = '']) => [
      name,
      written,
    ]);
    expect(rows.toSorted()).toEqual([...writtenDefaults()].toSorted());
  });
});
