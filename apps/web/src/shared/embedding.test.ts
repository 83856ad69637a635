import { expect, test } from 'vitest';
import { domainsIn, elementSnippet, embedSnippet } from './embedding.ts';

test('sites are separated by commas, spaces and lines', () => {
  expect(domainsIn(' https://a.example,b.example\n c.example ,')).toEqual([
    'https://a.example',
    'b.example',
    'c.example',
  ]);
  expect(domainsIn(' , ')).toEqual([]);
});

test('the code names the dashboard and where it comes from', () => {
  const text = embedSnippet('6a3c', 'https://charts.example');
  expect(text).toContain("id: '6a3c'");
  expect(text).toContain("supersetDomain: 'https://charts.example'");
  const element = elementSnippet('6a3c', 'https://charts.example');
  expect(element).toContain('dashboard="6a3c"');
  expect(element).toContain('src="https://charts.example/static/embed/chartroom.js"');
});
