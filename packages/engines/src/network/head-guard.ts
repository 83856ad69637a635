/**
 * Looks at the heads in what a server sends, before a driver collects what follows them, and passes over that; a head may
 * come in parts. The protocol says how long the next head is, and what it tells.
 */
export abstract class HeadGuard {
  /** A head of which not all bytes have come. */
  readonly #head = Buffer.alloc(8);
  #known = 0;
  /** Bytes to pass over. */
  #skip = 0;

  /** Bytes of the head that comes next, at most eight. */
  protected abstract wanted: number;

  /** Reads a head; answers how many bytes follow before the next. @throws ChartroomError 413 for what is too large */
  protected abstract read(bytes: Buffer, at: number): number;

  look(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const { wanted } = this;
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, chunk.length - at);
        this.#skip -= passed;
        at += passed;
      } else if (this.#known === 0 && chunk.length - at >= wanted) {
        this.#skip = this.read(chunk, at);
        at += wanted;
      } else {
        this.#head[this.#known++] = chunk[at++] ?? 0;
        if (this.#known < wanted) continue;
        this.#known = 0;
        this.#skip = this.read(this.#head, 0);
      }
    }
  }
}
