import { expect, test } from 'vitest';
import { isAllowed } from './frame-line.ts';

test('only the sites that are named may talk to the page', () => {
  expect(isAllowed('https://any.example', [])).toBe(true);
  const sites = ['https://a.example/path', 'b.example:8080'];
  for (const origin of ['https://a.example', 'http://b.example:8080', 'https://b.example:8080'])
    expect(isAllowed(origin, sites)).toBe(true);
  for (const origin of [
    'http://a.example',
    'https://a.example.evil',
    'https://a.example:444',
    'https://b.example',
    'null',
    '',
  ]) {
    expect(isAllowed(origin, sites)).toBe(false);
  }
});
