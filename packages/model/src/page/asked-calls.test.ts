import { expect, test } from 'vitest';
import { asksMore, isUnseen, mayBring } from './asked-calls.ts';
import { PAGES } from './pages.ts';

test.each([
  ['home', '/api/v1/chart/?q=%28page%3A0%29'],
  ['home', '/api/v1/log/recent_activity/?q=%28page_size%3A24%29'],
  ['sqlLab', '/api/v1/sqllab/results/?q=%28key%3Aabc%29'],
  ['sqlLab', '/api/v1/database/7/schemas/?q=%28force%3A%21f%29'],
] as const)('%s may bring along the answer to %s', (page, address) => {
  expect(mayBring(PAGES[page], address)).toBe(true);
});

test.each([
  ['home', '/api/v1/sqllab/results/?q=%28key%3Aabc%29', 'it is of another page'],
  ['charts', '/api/v1/chart/?q=%28page%3A0%29', 'what that page asks is known'],
  ['sqlLab', '/api/v1/database/7/schemas/?q=%28force%3A%21t%29', 'a database is asked anew'],
  ['sqlLab', '/api/v1/database/7/tables/?force=true', 'a database is asked anew'],
  ['sqlLab', '/api/v1/sqllab/export/abc/', 'it is a file'],
  ['sqlLab', '/elsewhere/api/v1/sqllab/results/?q=1', 'it is no call'],
  ['sqlLab', '/api/v1/database/7/tables/../../../chart/export/?q=1', 'it leads elsewhere'],
] as const)('%s may not bring along %s: %s', (page, address, _why) => {
  expect(mayBring(PAGES[page], address)).toBe(false);
});

test('what no picture shows is told from what one shows', () => {
  expect(isUnseen(PAGES.sqlLab, '/api/v1/database/7/validate_sql/')).toBe(true);
  expect(isUnseen(PAGES.sqlLab, '/api/v1/sqllab/live/')).toBe(true);
  expect(isUnseen(PAGES.sqlLab, '/api/v1/query/?q=%28page%3A0%29')).toBe(false);
  expect(isUnseen(PAGES.home, '/api/v1/sqllab/live/')).toBe(false);
});

test('only pages that the person arranges ask for more', () => {
  expect(Object.values(PAGES).filter(asksMore)).toEqual([PAGES.home, PAGES.sqlLab]);
});
