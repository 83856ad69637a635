import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from './byte-writer.ts';

function written(write: (writer: ByteWriter) => void): string {
  const writer = new ByteWriter();
  write(writer);
  return new TextDecoder().decode(writer.finish());
}

describe('ByteWriter', () => {
  it.each([
    0, -0, 7, -7, 10, 999_999_999, 1_000_000_000, 2_147_483_647, 2_147_483_648, -2_147_483_648,
    1_000_000_000_000_000, 1e21, 0.1, -1.5e-7,
  ])('prints %d as JavaScript does', (value) =>
    expect(written((writer) => writer.number(value))).toBe(JSON.stringify(value)),
  );

  it('prints every number as JSON does', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double()),
        (value) => written((writer) => writer.number(value)) === JSON.stringify(value),
      ),
    );
  });

  it('prints every text as JSON does, also behind others', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string())), (texts) => {
        const all = written((writer) => {
          writer.ascii('[');
          for (const [index, text] of texts.entries()) {
            if (index > 0) writer.ascii(',');
            writer.text(text);
          }
          writer.ascii(']');
        });
        return all === JSON.stringify(texts);
      }),
    );
  });

  it('grows', () => {
    const text = 'ä'.repeat(100_000);
    expect(written((writer) => [text, text].map((each) => writer.json(each)))).toBe(text + text);
  });
});
