import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@chartroom/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Declaration } from '../../http/access.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const CASES = join(ROOT, 'conformance/cases');
/** Cases that are answered otherwise, each with its reason, a line each. */
const ARGUED = readFileSync(join(ROOT, 'docs/deviations.md'), 'utf8');

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterAll(() => house.close());

/** An answer that was recorded, as far as it was kept: what may be anything stands as undefined. */
interface Recorded {
  id: string;
  method: string;
  path: string;
  status: number;
  body: unknown;
}

test('every recorded answer fits what its route declares', () => {
  const recorded = globSync('**/*.json', { cwd: CASES }).flatMap(answersIn);
  const unfit: string[] = [];
  let fitting = 0;
  for (const each of recorded) {
    const schema = schemaOf(each, house.app.declarations);
    if (!schema || ARGUED.includes(`\n${each.id.split('/').at(-1)}:`)) continue;
    const read = schema.safeParse(each.body, { reportInput: true });
    const issues = read.success ? [] : read.error.issues.filter(isUnfit);
    if (issues.length === 0) fitting += 1;
    else unfit.push(`${each.id} ${each.method} ${each.path}: ${JSON.stringify(issues).slice(0, 400)}`);
  }
  expect(unfit).toEqual([]);
  expect(fitting).toBeGreaterThan(500);
});

function answersIn(file: string): Recorded[] {
  const content: unknown = JSON.parse(readFileSync(join(CASES, file), 'utf8'));
  const cases = member(content, 'cases');
  return (Array.isArray(cases) ? cases : []).flatMap((each: unknown) => {
    const steps = member(each, 'steps');
    return (Array.isArray(steps) ? steps : []).map((step: unknown) => ({
      id: `${file}#${String(member(each, 'id'))}`,
      method: String(member(step, 'method') ?? 'GET'),
      path: String(member(step, 'path')).split('?')[0] ?? '',
      // Where several statuses will do, they are those of refusals.
      status: Math.max(...[member(step, 'expect', 'status')].flat().map(Number)),
      body: plain(member(step, 'expect', 'body')),
    }));
  });
}

/** What a recording says of an answer, without its words for what may be anything. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return /^@|\$\{/.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  if (entries.some(([name]) => name.startsWith('@'))) return undefined;
  return Object.fromEntries(entries.map(([name, each]) => [name, plain(each)]));
}

/** The schema of a good JSON answer; undefined for what is no such answer, and for addresses that there are none of. */
function schemaOf(
  { method, path, status, body }: Recorded,
  declarations: readonly Declaration[],
): z.ZodType | undefined {
  if (!isJsonObject(body) || status >= 300) return undefined;
  const found = declarations
    .filter((each) => each.method === method && matches(each.url, path))
    .sort((a, b) => a.url.split(':').length - b.url.split(':').length)[0];
  const schema = status === 202 ? (found?.answer?.later ?? found?.answer?.schema) : found?.answer?.schema;
  return typeof schema === 'object' ? schema : undefined;
}

function matches(url: string, path: string): boolean {
  const [wanted, given] = [url, path].map((each) => each.replace(/\/$/, '').split('/'));
  if (!wanted || !given || wanted.length !== given.length) return false;
  return wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

/** Whether an issue is about something that was recorded: what is left out may be anything. */
function isUnfit(issue: z.core.$ZodIssue): boolean {
  if (issue.input === undefined) return false;
  if (issue.code !== 'invalid_union') return true;
  return issue.errors.every((option) => option.some(isUnfit));
}
