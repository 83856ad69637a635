import { grouped } from '@chartroom/model';
import type { CodeMark, CodePiece } from '@chartroom/ui';
import { errorText } from '../../../api/client.ts';
import { type Fault, faultMark } from './fault-mark.ts';
import type { LabCatalog } from './lab-catalog.ts';
import { tablesIn } from './sql/offers.ts';
import type { Problem } from './sql/problem.ts';
import { problemsIn } from './sql/problems.ts';
import { readStatement } from './sql/reader.ts';
import { type Span, statementAt, statementsOf } from './sql/statements.ts';
import type { SqlStyle } from './sql/style.ts';
import { LONG, type TextScript } from './sql/text-script.ts';
import { tokensOf } from './sql/tokens.ts';

/** Asks whether a statement can be read. */
export type Check = (sql: string, signal: AbortSignal) => Promise<readonly Fault[]>;

interface Ground {
  style: SqlStyle;
  script: TextScript;
  catalog: LabCatalog;
  check: Check | undefined;
}

/** Statements whose answers are kept. */
const KEPT = 50;
/** Statements that are looked at at once: more are not in view. */
const IN_VIEW = 100;

/** Finds what is wrong in the statements that somebody sees, and asks the server about the one that they write. */
export class SqlChecks {
  readonly #ground: Ground;
  readonly #answers = new Map<string, readonly Fault[]>();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  async problems({ text, from, to, at, isWriting, signal }: CodePiece): Promise<readonly CodeMark[]> {
    const script = this.#ground.script.of(text);
    const inView = statementsOf(script).filter((each) => each.to >= from && each.from <= to);
    const found: CodeMark[] = [];
    let isBroken = false;
    const current = statementAt(script, at);
    for (const statement of inView.slice(0, IN_VIEW)) {
      const own = await this.#ownProblems(text, statement, at);
      if (signal.aborted) return [];
      isBroken ||= statement.from === current?.from && own.some(({ severity }) => severity === 'error');
      found.push(...own);
    }
    // Nobody is told about the word that they are writing.
    const told = found.filter(
      (mark) => !isWriting || mark.severity !== 'warning' || at < mark.from || at > mark.to,
    );
    if (!current || isBroken) return told;
    return [
      ...told,
      ...(await this.#faults(text, current, signal)).filter(
        ({ from: start }) => !isWriting || start < current.to - 1,
      ),
    ];
  }

  async #ownProblems(text: string, { from, to }: Span, at: number): Promise<CodeMark[]> {
    // Of what is that long only a piece is in view: it is told where the cursor is.
    if (to - from > LONG) return [tooLong(at > from && at <= to ? at - 1 : from)];
    const { style, catalog } = this.#ground;
    const own = text.slice(from, to);
    const tokens = tokensOf(own, style);
    const statement = readStatement(own, tokens);
    await catalog.load(tablesIn({ statement }));
    const isMade = (name: string) => makes(text, name);
    return problemsIn({ text: own, tokens, statement, style, catalog, isMade }).map((each) =>
      markOf(each, from),
    );
  }

  async #faults(text: string, { from, to }: Span, signal: AbortSignal): Promise<CodeMark[]> {
    const { check } = this.#ground;
    if (!check || to - from > LONG) return [];
    const sql = text.slice(from, to);
    try {
      const answer = this.#answers.get(sql) ?? (await check(sql, signal));
      // What templates make of it may be something else the next time.
      if (!/\{[{%]/.test(sql)) this.#keep(sql, answer);
      return answer.map((fault) => faultMark(fault, sql, from));
    } catch (error) {
      if (signal.aborted) return [];
      const end = sql.includes('\n') ? from + sql.indexOf('\n') : to;
      const message = `The server failed to validate your query: ${errorText(error)}`;
      return [{ from, to: end, message, severity: 'warning' }];
    }
  }

  #keep(sql: string, answer: readonly Fault[]): void {
    this.#answers.delete(sql);
    this.#answers.set(sql, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > KEPT && oldest !== undefined) this.#answers.delete(oldest);
  }
}

function tooLong(from: number): CodeMark {
  const message = `This statement is longer than ${grouped(LONG)} characters: it is not checked until it runs`;
  return { from, to: from + 1, message, severity: 'info' };
}

function markOf({ from, to, ...what }: Problem, by: number): CodeMark {
  return { ...what, from: from + by, to: to + by };
}

/** Whether a script itself makes a table, so that no database knows it yet. */
function makes(text: string, name: string): boolean {
  const plain = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const made = `\\b(?:table|view|into|to)\\s+(?:if\\s+not\\s+exists\\s+)?(?:[\\w"\`[\\]]+\\.)?["\`[]?${plain}\\b`;
  return new RegExp(made, 'i').test(text);
}
