import { ChartroomError } from '@chartroom/model';

/**
 * What went wrong with a template: it cannot be read (`syntax`), needs a name that nobody gave (`undefined`),
 * reaches for what is closed (`security`), does too much (`limit`), names a dataset or a metric that is not there
 * (`dataset`, `metric`), or computes what has no value (`value`).
 */
type ProblemKind = 'syntax' | 'undefined' | 'security' | 'limit' | 'dataset' | 'metric' | 'value';

/** A template that cannot be rendered: 422, with the line it fails on (contract/query.md §4.1). */
export class TemplateProblem extends ChartroomError {
  readonly kind: ProblemKind;
  /** What is wrong, without the words around it. */
  readonly reason: string;
  /** 1-based line of the template; absent where no line is to blame. */
  readonly line: number | undefined;

  constructor(kind: ProblemKind, reason: string, line?: number) {
    super(wording(kind, reason, line), {
      status: kind === 'dataset' ? 404 : 422,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
      ...(line !== undefined && { extra: { line } }),
    });
    this.name = 'TemplateProblem';
    this.kind = kind;
    this.reason = reason;
    this.line = line;
  }

  /** The same problem with its place, unless it has one. */
  at(line: number): TemplateProblem {
    return this.line === undefined ? new TemplateProblem(this.kind, this.reason, line) : this;
  }
}

function wording(kind: ProblemKind, reason: string, line: number | undefined): string {
  if (kind === 'dataset') return reason;
  return line === undefined ? `Template error: ${reason}` : `Template error on line ${line}: ${reason}`;
}
