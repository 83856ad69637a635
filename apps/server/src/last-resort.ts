/** Milliseconds that the server has to put itself in order after an error that nobody expected. */
const IN_ORDER_WITHIN = 1_000;
/** Codes with which the process ends (those of BSD's sysexits.h): settings that cannot be used, and an error of our own. */
export const EXIT = { settings: 78, fault: 70 } as const;

/** Ends the server: what runs is put back or told, files are closed. Rejects never; called once. */
type End = () => Promise<void>;

/**
 * The last resort for errors that no part of the server has taken: they are told, the server is put in order as far as it
 * goes, and the process ends, so that its supervisor starts a sound one. Nobody knows what is still right after such an error.
 */
export class LastResort {
  #end: End | undefined;
  #isEnding = false;

  constructor() {
    process.on('uncaughtException', (error, origin) => this.#fall(error, origin));
    // Where lines go to that nobody reads any more is no reason to end.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  }

  /** How the server is ended from now on. */
  endBy(end: End): void {
    this.#end = end;
  }

  #fall(error: unknown, origin: string): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`The server ends, because of an error that nobody expected (${origin}):\n${text}\n`);
    if (this.#isEnding) return;
    this.#isEnding = true;
    setTimeout(() => process.exit(EXIT.fault), IN_ORDER_WITHIN);
    void this.#endInOrder();
  }

  async #endInOrder(): Promise<void> {
    try {
      await this.#end?.();
    } catch (error) {
      process.stderr.write(
        `It could not be put in order: ${error instanceof Error ? error.message : error}\n`,
      );
    }
    process.exit(EXIT.fault);
  }
}
