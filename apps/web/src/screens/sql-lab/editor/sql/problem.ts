/** Something in a text that will not do. */
export interface Problem {
  from: number;
  to: number;
  message: string;
  severity: 'error' | 'warning';
  /** What may have been meant. */
  instead: readonly string[];
}
