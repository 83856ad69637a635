import { ServerEnds, stopped } from '../../jobs/jobs.ts';

/** A statement that runs while it is written. */
interface LiveRun {
  /** Fires when a later one takes its place, and when its asker leaves. */
  signal: AbortSignal;
  /** Whether a later one has taken its place. */
  isReplaced(): boolean;
  end(): void;
}

/** Statements that run while they are written: of each tab one, the last. */
export class LiveRuns {
  readonly #running = new Map<string, AbortController>();

  /** Ends what runs for this tab of a person, and begins another one. */
  begin(userId: number, tab: string, leaving: AbortSignal): LiveRun {
    const key = `${userId} ${tab}`;
    const own = new AbortController();
    this.#running.get(key)?.abort(stopped());
    this.#running.set(key, own);
    return {
      signal: AbortSignal.any([own.signal, leaving]),
      isReplaced: () => own.signal.aborted && this.#running.get(key) !== own,
      end: () => {
        if (this.#running.get(key) === own) this.#running.delete(key);
      },
    };
  }

  /** Ends everything: the server is closing. */
  close(): void {
    for (const own of this.#running.values()) own.abort(new ServerEnds());
  }
}
