/** What went wrong in words for the person at the keyboard, and how the command ends by it. */
export class Problem extends Error {
  /** 1: it could not be done; 2: the command was called wrongly. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'Problem';
    this.exitCode = exitCode;
  }
}
