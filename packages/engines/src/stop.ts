/** The end of a query before its time: begun once, and done when the server was told. */
export class Stop {
  readonly #kill: () => Promise<void>;
  #running: Promise<void> | undefined;
  reason: unknown;

  constructor(kill: () => Promise<void>) {
    this.#kill = kill;
  }

  get begun(): boolean {
    return this.#running !== undefined;
  }

  get done(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  because(reason: unknown): void {
    if (this.#running) return;
    this.reason = reason;
    this.#running = this.#kill();
  }
}
