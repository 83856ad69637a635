import { isDeepStrictEqual } from 'node:util';
import type { DataRow } from '@chartroom/model';
import type { CaseResult, TableCheck } from '../table.ts';

/** One recorded call of a client function. */
export interface RecordedCase {
  id: string;
  /** The input, when it is an object. */
  input: Record<string, unknown>;
  /** The input as it is. */
  raw: unknown;
  output: unknown;
}

/** Chart types whose tables have another name than their key. */
const RECORDED_AS: Readonly<Record<string, string>> = { gauge_chart: 'gauge' };

/** What the tables of a chart type are called. */
export function recordedAs(key: string): string {
  return RECORDED_AS[key] ?? key;
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a row of an answer. */
export function isRow(value: unknown): value is DataRow {
  return isRecord(value);
}

/** The object, or an empty one when the value is none. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** The list, or an empty one when the value is none. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Values that JSON cannot hold are written as `{"number": …}` and `{"undefined": true}`. */
export function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && value.undefined === true) return undefined;
  if (keys.length === 1 && typeof value.number === 'string') return Number(value.number);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]));
}

/** What travels as JSON: members that are undefined are left out, numbers to nine digits (ten were recorded). */
export function asRecorded(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) ? value : Number(Number(value.toPrecision(10)).toPrecision(9));
  if (Array.isArray(value)) return value.map((each) => (each === undefined ? null : asRecorded(each)));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(kept.map(([key, each]) => [key, asRecorded(each)]));
}

/** Compares as JSON and says where the first difference is. */
export function compared(id: string, expected: unknown, actual: unknown): CaseResult {
  const [wanted, got] = [asRecorded(expected), asRecorded(actual)];
  if (isDeepStrictEqual(wanted, got)) return { id, ok: true };
  return { id, ok: false, detail: difference(wanted, got, '') };
}

function difference(wanted: unknown, got: unknown, path: string): string {
  if (isRecord(wanted) && isRecord(got)) {
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
      if (!isDeepStrictEqual(wanted[key], got[key]))
        return difference(wanted[key], got[key], `${path}.${key}`);
    }
  }
  if (Array.isArray(wanted) && Array.isArray(got) && wanted.length === got.length) {
    for (const [index, each] of wanted.entries()) {
      if (!isDeepStrictEqual(each, got[index])) return difference(each, got[index], `${path}[${index}]`);
    }
  }
  return `${path || '(whole)'}: expected ${brief(wanted)}, got ${brief(got)}`;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** The check of a table whose cases are played one by one. A thrown error is a failed case. */
export function casesCheck(name: string, play: (recorded: RecordedCase) => unknown): TableCheck {
  return {
    name,
    file: `${name}.json`,
    run: (content) => recordedCases(content).map((recorded) => result(recorded, play)),
  };
}

function result(recorded: RecordedCase, play: (recorded: RecordedCase) => unknown): CaseResult {
  try {
    return compared(recorded.id, revive(recorded.output), play(recorded));
  } catch (error) {
    return {
      id: recorded.id,
      ok: false,
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

/** The cases of a table. */
export function recordedCases(content: unknown): RecordedCase[] {
  return listOf(recordOf(content).cases).map((each) => {
    const { id, input, output } = recordOf(each);
    return { id: String(id), input: recordOf(input), raw: input, output };
  });
}
