/**
 * Why something did not arrive: `later` = another try may help; `never` = none will; `unknown` = the way was lost in the
 * middle, so that nobody knows whether it did.
 */
export class DeliveryProblem extends Error {
  readonly kind: 'later' | 'never' | 'unknown';
  constructor(kind: DeliveryProblem['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DeliveryProblem';
    this.kind = kind;
  }
}
