import type { JobEvent, ToldEvent } from '@chartroom/model';
import { LRUCache } from 'lru-cache';
import { type EventLog, isLater, MOST_AT_ONCE } from './event-log.ts';

/** Events of all channels together that this process remembers. */
const MOST = 20_000;

/** Events in the memory of this process: the last of each channel, the channels that are silent longest leaving first. */
export class MemoryEvents implements EventLog {
  readonly #limit: number;
  readonly #now: () => Date;
  readonly #channels: LRUCache<string, ToldEvent[]>;
  readonly #listeners = new Set<(event: ToldEvent) => void>();
  #at = 0;
  #number = 0;

  /** `limit`: events of one channel; `most`: of all. */
  constructor(limit: number, now: () => Date, most = MOST) {
    this.#limit = limit;
    this.#now = now;
    this.#channels = new LRUCache({ maxSize: most, sizeCalculation: ({ length }) => length });
  }

  async tell(event: JobEvent): Promise<void> {
    const told: ToldEvent = { id: this.#nextId(), ...event };
    const events = this.#channels.peek(event.channel_id) ?? [];
    this.#channels.set(event.channel_id, [...events, told].slice(-this.#limit));
    for (const listener of this.#listeners) listener(told);
  }

  async after(channel: string, lastId: string | undefined): Promise<ToldEvent[]> {
    const events = this.#channels.peek(channel) ?? [];
    return events.filter(({ id }) => lastId === undefined || isLater(id, lastId)).slice(0, MOST_AT_ONCE);
  }

  listen(listener: (event: ToldEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#channels.clear();
  }

  #nextId(): string {
    const at = this.#now().getTime();
    // A clock that is set back does not make an event an earlier one.
    this.#number = at > this.#at ? 0 : this.#number + 1;
    this.#at = Math.max(at, this.#at);
    return `${this.#at}-${this.#number}`;
  }
}
