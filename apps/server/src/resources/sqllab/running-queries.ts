/** Queries of SQL Lab that run in this process, so that they can be stopped by those who started them. */
export class RunningQueries {
  readonly #running = new Map<string, AbortController>();
  readonly #followed = new Set<Promise<void>>();

  /** A signal for a query: fires when it is stopped, and with `leaving` when somebody waits for it. */
  begin(userId: number, clientId: string, leaving?: AbortSignal): AbortSignal {
    const controller = new AbortController();
    this.#running.set(nameOf(userId, clientId), controller);
    return leaving ? AbortSignal.any([controller.signal, leaving]) : controller.signal;
  }

  end(userId: number, clientId: string): void {
    this.#running.delete(nameOf(userId, clientId));
  }

  /** Whether there was one to stop. */
  stop(userId: number, clientId: string): boolean {
    const controller = this.#running.get(nameOf(userId, clientId));
    controller?.abort(new DOMException('The query was stopped.', 'AbortError'));
    return controller !== undefined;
  }

  /** Takes care of a run that nobody waits for: `close` does. It tells of its failures by itself. */
  follow(run: Promise<void>): void {
    this.#followed.add(run);
    const forget = () => this.#followed.delete(run);
    run.then(forget, forget);
  }

  /** Stops everything and waits until what nobody waits for has ended. */
  async close(): Promise<void> {
    for (const controller of this.#running.values()) controller.abort(new DOMException('The server is closing.', 'AbortError'));
    await Promise.allSettled(this.#followed);
  }
}

function nameOf(userId: number, clientId: string): string {
  return `${userId} ${clientId}`;
}
