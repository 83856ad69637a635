import type { Text } from '@codemirror/state';

/** Tells what a text has become: at once, or as soon as nobody has typed for a while. */
export class TextReports {
  readonly #tell: (text: string) => void;
  readonly #restMs: number;
  #due: Text | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: string | undefined;

  constructor(restMs: number, tell: (text: string) => void) {
    this.#restMs = restMs;
    this.#tell = tell;
  }

  note(text: Text): void {
    this.#due = text;
    clearTimeout(this.#timer);
    if (this.#restMs === 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), this.#restMs);
  }

  /** Tells what has not been told yet. */
  flush(): void {
    clearTimeout(this.#timer);
    const due = this.#due;
    this.#due = undefined;
    if (!due) return;
    this.#last = due.toString();
    this.#tell(this.#last);
  }

  /** Whether a text is what was told last, which comes back while somebody types on. */
  isOwn(text: string): boolean {
    return text === this.#last;
  }

  /** What is told to nobody: the text was given from outside. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#due = undefined;
    this.#last = undefined;
  }
}
