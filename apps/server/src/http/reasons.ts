import { ChartroomError, type FieldReasons } from '@chartroom/model';
import { unprocessable } from './errors.ts';

/** What several checks of one body hold against its fields, told all at once: whoever mends one need not come back for the next. */
export class Reasons {
  readonly #fields: FieldReasons = {};

  /** What a check finds; undefined when it holds something (422) against a field. Any other refusal ends the request. */
  async of<T>(check: Promise<T>): Promise<T | undefined> {
    try {
      return await check;
    } catch (error) {
      if (!(error instanceof ChartroomError) || error.status !== 422 || !error.fields) throw error;
      Object.assign(this.#fields, error.fields);
      return undefined;
    }
  }

  get isEmpty(): boolean {
    return Object.keys(this.#fields).length === 0;
  }

  /** 422 with everything that was found. */
  refusal(): ChartroomError {
    return unprocessable(this.#fields);
  }
}
