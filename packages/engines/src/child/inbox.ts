/** Messages one after the other, each handled when what belongs to it is read. */
export class Inbox<Message> {
  readonly #handle: (message: Message) => void;
  readonly #fail: (error: unknown) => void;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  /** `fail` is told of what could not be read, for each message that comes after it, too. */
  constructor(handle: (message: Message) => void, fail: (error: unknown) => void) {
    this.#handle = handle;
    this.#fail = fail;
  }

  /** Handles a message at once when none waits before it and nothing has to be read. */
  take(message: Message | Promise<Message>): void {
    if (this.#waiting === 0 && !(message instanceof Promise)) {
      this.#handle(message);
      return;
    }
    this.#waiting += 1;
    this.#last = Promise.all([message, this.#last]).then(([read]) => {
      this.#waiting -= 1;
      this.#handle(read);
    });
    this.#last.catch(this.#fail);
  }
}
