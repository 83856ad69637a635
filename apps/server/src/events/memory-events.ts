import { type EventLog, isLater, type JobEvent, MOST_AT_ONCE, type ToldEvent } from './event-log.ts';

/** Events of all channels together that this process remembers. */
const MOST = 20_000;

/** Events in the memory of this process: the last of each channel, the channels that are silent longest leaving first. */
export class MemoryEvents implements EventLog {
  readonly #limit: number;
  readonly #now: () => Date;
  readonly #most: number;
  readonly #channels = new Map<string, ToldEvent[]>();
  readonly #listeners = new Set<(event: ToldEvent) => void>();
  #count = 0;
  #at = 0;
  #number = 0;

  /** `limit`: events of one channel; `most`: of all. */
  constructor(limit: number, now: () => Date, most = MOST) {
    this.#limit = limit;
    this.#now = now;
    this.#most = most;
  }

  async tell(event: JobEvent): Promise<void> {
    const told: ToldEvent = { id: this.#nextId(), ...event };
    const events = this.#channels.get(event.channel_id) ?? [];
    this.#channels.delete(event.channel_id);
    this.#channels.set(event.channel_id, events);
    events.push(told);
    this.#count += 1;
    if (events.length > this.#limit) {
      events.shift();
      this.#count -= 1;
    }
    for (const [silent, theirs] of this.#channels) {
      if (this.#count <= this.#most) break;
      this.#channels.delete(silent);
      this.#count -= theirs.length;
    }
    for (const listener of this.#listeners) listener(told);
  }

  async after(channel: string, lastId: string | undefined): Promise<ToldEvent[]> {
    const events = this.#channels.get(channel) ?? [];
    return events.filter(({ id }) => lastId === undefined || isLater(id, lastId)).slice(0, MOST_AT_ONCE);
  }

  listen(listener: (event: ToldEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#channels.clear();
    this.#count = 0;
  }

  #nextId(): string {
    const at = this.#now().getTime();
    // A clock that is set back does not make an event an earlier one.
    this.#number = at > this.#at ? 0 : this.#number + 1;
    this.#at = Math.max(at, this.#at);
    return `${this.#at}-${this.#number}`;
  }
}
