import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfOf } from './pdf.ts';

const page = (width: number, height: number) => ({
  width: 595,
  height: 842,
  pixels: { width, height, packed: new Uint8Array(deflateSync(new Uint8Array(width * height * 3))) },
});

test('every object stands where the table says, and every page is there', async () => {
  const document = pdfOf([page(4, 6), page(2, 3)], 'Flüge');
  expect(document.type).toBe('application/pdf');
  const bytes = Buffer.from(await document.arrayBuffer());
  const text = bytes.toString('latin1');
  expect(text.startsWith('%PDF-1.7\n')).toBe(true);
  expect(text.endsWith('%%EOF\n')).toBe(true);
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const lines = text.slice(table).split('\n').slice(3, 12);
  expect(lines).toHaveLength(9);
  lines.forEach((line, at) => {
    const place = Number(line.slice(0, 10));
    expect(text.slice(place, place + 8)).toBe(`${at + 1} 0 obj\n`);
  });
  expect(text).toContain('/Type /Pages /Count 2 /Kids [4 0 R 7 0 R]');
  expect(text).toContain('/Width 4 /Height 6');
  expect(text).toContain('/Title <FEFF0046006C00FC00670065>');
});
