/**
 * Why something did not arrive: `later` = another try may help; `never` = none will; `unknown` = the way was lost in the
 * middle, so that nobody knows whether it did.
 */
export class DeliveryProblem extends Error {
  readonly kind: 'later' | 'never' | 'unknown';
  /** Milliseconds that whoever refused asks to wait for before another try. */
  readonly wait: number | undefined;
  constructor(kind: DeliveryProblem['kind'], message: string, cause?: unknown, wait?: number) {
    super(message, { cause });
    this.name = 'DeliveryProblem';
    this.kind = kind;
    this.wait = wait;
  }
}
