import type { CodeMark } from '@chartroom/ui';

/** Why a text is no JSON, and where. */
export interface JsonProblem {
  message: string;
  /** Offset in characters; the text's end when the browser does not say. */
  at: number;
}

/** What keeps a text from being JSON; undefined for JSON. */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = /position (\d+)/.exec(message)?.[1];
    return { message, at: at === undefined ? text.length : Number(at) };
  }
}

/** The place of a problem, to be underlined. */
export function markOf({ message, at }: JsonProblem): CodeMark {
  return { from: Math.max(0, at - 1), to: at + 1, message };
}

/** A form rule: the text is JSON, or empty. */
export function validJson(_rule: unknown, value: string): Promise<void> {
  const problem = value.trim() === '' ? undefined : jsonProblem(value);
  return problem ? Promise.reject(new Error(`This is no JSON: ${problem.message}`)) : Promise.resolve();
}
