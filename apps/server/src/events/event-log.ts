import type { JobEvent, ToldEvent } from '@chartroom/model';

/** Events by channel, the last ones of each. What cannot be told or read rejects. */
export interface EventLog {
  tell(event: JobEvent): Promise<void>;
  /** At most `MOST_AT_ONCE` events of a channel, the earliest after `lastId`; all that are left without one. */
  after(channel: string, lastId: string | undefined): Promise<ToldEvent[]>;
  /** Calls back with every event of all channels from now on; returns the function that ends it. */
  listen(listener: (event: ToldEvent) => void): () => void;
  close(): Promise<void>;
}

/** Events that are answered at a time. */
export const MOST_AT_ONCE = 100;

const ID = /^(\d{1,15})(?:-(\d{1,15}))?$/;

/** Whether a text is the id of an event: `<milliseconds>` or `<milliseconds>-<number>`. */
export function isEventId(text: string): boolean {
  return ID.test(text);
}

/** Whether an event comes after another one. */
export function isLater(id: string, than: string): boolean {
  const [at, number] = partsOf(id);
  const [otherAt, otherNumber] = partsOf(than);
  return at > otherAt || (at === otherAt && number > otherNumber);
}

function partsOf(id: string): [at: number, number: number] {
  const [, at = '0', number = '0'] = ID.exec(id) ?? [];
  return [Number(at), Number(number)];
}

/** What is told of jobs. */
export interface WithEvents {
  events: EventLog;
}
