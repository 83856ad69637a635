import type { CodeMark } from '@chartroom/ui';

/** What the server finds wrong in a statement: counted from one, in lines and in characters of the line. */
export interface Fault {
  line: number;
  column: number;
  message: string;
}

/** The word at the place of a fault; at the end of the text its last sign. */
export function faultMark({ line, column, message }: Fault, sql: string, by: number): CodeMark {
  const lines = sql.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = Math.min(before + Math.max(0, column - 1), Math.max(0, sql.length - 1));
  const size = /^\s*(?:[\p{L}\p{N}_$]+|\S)/u.exec(sql.slice(start))?.[0].length ?? 1;
  const blanks = /^\s*/.exec(sql.slice(start, start + size))?.[0].length ?? 0;
  return { from: by + start + blanks, to: by + start + size, message, severity: 'error' };
}
