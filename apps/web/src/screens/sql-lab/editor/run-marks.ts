import type { CodeMark } from '@chartroom/ui';
import type { LabRun } from '../lab-tabs.ts';

/** Places of the last error in the editor's text: `line` and `column` of its extra count from one within the text that was run. */
export function marksOf(run: LabRun): CodeMark[] {
  return run.errors.flatMap((error) => {
    const line = Number(error.extra?.line);
    if (!Number.isInteger(line) || line < 1) return [];
    const column = Math.max(1, Number(error.extra?.column) || 1);
    const lines = run.sql.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const text = lines[line - 1] ?? '';
    const from = run.offset + before + Math.min(column - 1, Math.max(0, text.length - 1));
    const word = /^\w+/.exec(text.slice(column - 1))?.[0].length ?? 1;
    return [{ from, to: from + word, message: error.message }];
  });
}
