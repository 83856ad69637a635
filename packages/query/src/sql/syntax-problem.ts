import { ChartroomError } from '@chartroom/model';
import type { ScriptDialect, SyntaxProblem } from './parsed-statement.ts';

/** A script as somebody wrote it. */
export interface Script {
  sql: string;
  dialect: ScriptDialect;
}

/** The error of a script that cannot be read. */
export class SqlProblem extends ChartroomError {
  readonly problem: SyntaxProblem;
  constructor(problem: SyntaxProblem, script: Script) {
    super(problem.message, {
      status: 422,
      error_type: 'INVALID_SQL_ERROR',
      level: 'error',
      extra: { sql: script.sql, engine: script.dialect.id, line: problem.line, column: problem.column },
    });
    this.problem = problem;
  }
}

/** What is said of a place in a text. */
export function problemAt(sql: string, position: number, reason: string): SyntaxProblem {
  const before = sql.slice(0, position);
  const line = before.split('\n').length;
  const column = position - before.lastIndexOf('\n');
  const near = /^\s*([\p{L}\p{N}_$]+|\S)/u.exec(sql.slice(position))?.[1];
  const where = `line ${line}:${column}`;
  return {
    message:
      near === undefined
        ? `Error parsing at ${where}: ${reason}`
        : `Error parsing near '${near}' at ${where}`,
    line,
    column,
  };
}
