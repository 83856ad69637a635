import { loadSqlParser } from '@chartroom/query';
import { compared, listOf, recordOf } from '../charts/recorded.ts';
import type { CaseResult, TableCheck } from '../table.ts';

/** One case of a table about queries: its inputs and outputs lie side by side. */
export type QueryCase = Record<string, unknown>;

/** What stands beside the cases of a file. */
export type Shared = Record<string, unknown>;

/** The error a case names, or undefined where it names none. */
export function expectedError(out: unknown): { error: string; message?: string } | undefined {
  const { error, message } = recordOf(out);
  if (typeof error !== 'string') return undefined;
  return typeof message === 'string' ? { error, message } : { error };
}

/** Text of a member, or undefined where it is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A recorded clock: naive ISO text as epoch milliseconds, fractions as microseconds. */
export function clockOf(value: unknown): number {
  const [whole = '', fraction = ''] = String(value).split('.');
  return Date.parse(`${whole}Z`) + (fraction === '' ? 0 : (Number(fraction) * 1000) / 10 ** fraction.length);
}

/** What a case says and what the product does. `part` names a part of the case that is judged on its own. */
export interface Comparison {
  expected: unknown;
  actual: unknown;
  part?: string;
}

/**
 * The check of a table whose cases are played one by one. `play` gives what was expected and what came; it
 * gives undefined for a case that concerns something the product does not offer here.
 */
export function queryTable(
  name: string,
  play: (each: QueryCase, shared: Shared) => Comparison | Comparison[] | undefined,
): TableCheck {
  return {
    name,
    file: `${name}.json`,
    run: async (content) => {
      await loadSqlParser();
      const { cases, ...shared } = recordOf(content);
      return listOf(cases).flatMap((value, index): CaseResult[] => {
        const each = recordOf(value);
        const id = String(each.id ?? index);
        const outcome = attempt(() => play(each, shared));
        if (outcome.thrown !== undefined) return [{ id, ok: false, detail: outcome.thrown }];
        if (!outcome.value) return [];
        return [outcome.value]
          .flat()
          .map(({ expected, actual, part }) =>
            compared(part === undefined ? id : `${id} ${part}`, expected, actual),
          );
      });
    },
  };
}

/** What a call gave, or the text of what it threw. */
export function attempt<T>(call: () => T): { value: T; thrown?: undefined } | { thrown: string } {
  try {
    return { value: call() };
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error) };
  }
}
