import type { ChartDataResult, QueryContext } from '@chartroom/model';
import { browserStorage } from '../../base/browser-storage.ts';

/** Milliseconds below which an answer counts as quick. */
export const QUICK_MS = 300;

/** How questions of a dataset were answered on this page. */
export interface Pace {
  /** How long the last answer took that the database gave; absent before one. */
  fresh?: number;
  /** How long each question took when it was asked last, and until when its answer is kept; by what was asked. */
  asked: ReadonlyMap<string, { took: number; keptUntil: number }>;
}

export const NO_PACE: Pace = { asked: new Map() };

/** Questions whose answers are remembered. */
const LIMIT = 200;

/** An answer, and how it came. */
export interface Answered {
  question: string;
  took: number;
  isCached: boolean;
  /** Seconds for which the server keeps it; fewer than one when it does not. */
  keptFor: number;
  at: number;
}

/** What is known after an answer. What came from the cache does not tell how long the database takes. */
export function withAnswer({ fresh, asked }: Pace, answer: Answered): Pace {
  const { question, took, isCached, keptFor, at } = answer;
  const others = [...asked].filter(([each]) => each !== question).slice(1 - LIMIT);
  const keptUntil = at + Math.max(0, keptFor) * 1000;
  const last = isCached ? fresh : took;
  return {
    ...(last !== undefined && { fresh: last }),
    asked: new Map([...others, [question, { took, keptUntil }]]),
  };
}

/** What is asked, in one text. */
export function questionOf({ datasource, queries }: QueryContext): string {
  return JSON.stringify([datasource, queries]);
}

/** What is known after the answers of one question, which began at `startedAt`; nothing more where it has none. */
export function paceAfter(
  pace: Pace,
  context: QueryContext,
  results: readonly ChartDataResult[],
  startedAt: number,
): Pace {
  if (results.length === 0) return pace;
  const at = performance.now();
  const keptFor = Math.min(...results.map(({ cache_timeout }) => cache_timeout ?? 0));
  const isCached = results.every(({ is_cached }) => is_cached === true);
  return withAnswer(pace, { question: questionOf(context), took: at - startedAt, isCached, keptFor, at });
}

/** Whether a question is likely answered at once: its answer is kept, or it was quick last time; a new one where others were. */
export function isQuick({ fresh, asked }: Pace, question: string, at: number): boolean {
  const before = asked.get(question);
  if (before) return before.keptUntil > at || before.took < QUICK_MS;
  return fresh !== undefined && fresh < QUICK_MS;
}

/** What decides whether a changed panel asks by itself. */
export interface Standing {
  /** Whether something is being edited that is not taken over yet. */
  isEditing: boolean;
  /** What became of the last question; `by itself` one that is being asked and that nobody has pressed for. */
  last: 'none' | 'answered' | 'failed' | 'stopped' | 'asked' | 'by itself';
  isQuick: boolean;
}

/** Whether a changed panel asks without its button being pressed; what it asked by itself gives way to what it asks next. */
export function asksByItself({ isEditing, last, isQuick }: Standing): boolean {
  if (isEditing || !isQuick) return false;
  return last === 'answered' || last === 'failed' || last === 'by itself';
}

const KEPT_KEY = 'explore_quick_questions';

/** Whether this browser wants quick questions asked at once; it does until somebody says otherwise. */
export function wantsQuick(): boolean {
  return browserStorage()?.getItem(KEPT_KEY) !== 'false';
}

/** Remembers whether quick questions are asked at once. */
export function keepWantsQuick(wants: boolean): void {
  browserStorage()?.setItem(KEPT_KEY, String(wants));
}
