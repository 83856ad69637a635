import { ServerEnds, stopped } from '../../jobs/jobs.ts';

/** Queries of SQL Lab that somebody waits for in this process, so that they can be stopped by those who started them. */
export class RunningQueries {
  readonly #running = new Map<string, AbortController>();

  /** A signal for a query: fires when it is stopped, and with `leaving`. */
  begin(userId: number, clientId: string, leaving: AbortSignal): AbortSignal {
    const controller = new AbortController();
    this.#running.set(nameOf(userId, clientId), controller);
    return AbortSignal.any([controller.signal, leaving]);
  }

  end(userId: number, clientId: string): void {
    this.#running.delete(nameOf(userId, clientId));
  }

  /** Whether there was one to stop. */
  stop(userId: number, clientId: string): boolean {
    const controller = this.#running.get(nameOf(userId, clientId));
    controller?.abort(stopped());
    return controller !== undefined;
  }

  /** Ends everything: the server is closing. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort(new ServerEnds());
  }
}

function nameOf(userId: number, clientId: string): string {
  return `${userId} ${clientId}`;
}
