import { Agent, request } from 'node:http';
import type { HeavyRequest, HeavySender } from '../../../apps/server/src/safety/sweep/heavy-requests.ts';

/** What became of a request. */
export interface Sent {
  /** 0 when no answer came at all, -1 when it was cut on purpose. */
  status: number;
  /** Why there was none. */
  problem?: string;
  milliseconds: number;
  bytes: number;
  /** The beginning of the answer. */
  text: string;
  /** Whether it was sent on a connection that had been used before. */
  wasReused: boolean;
}

/** Milliseconds after which an answer is given up: longer than any question may take. */
const PATIENCE = 100_000;
/** Characters that are kept of an answer. */
const KEPT = 2_000;

/** Sends requests to a server on connections that stay open. */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #url: string;
  readonly #headers: Readonly<Record<HeavySender, Record<string, string>>>;

  constructor(url: string, headers: Readonly<Record<HeavySender, Record<string, string>>>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** @param cutAfter milliseconds after which the sender leaves, as somebody who closes a page */
  async send(request: HeavyRequest, cutAfter?: number): Promise<Sent> {
    const body = await request.payload?.();
    const sent = await this.#sendOnce(request, body, cutAfter);
    // Whether a kept connection is still open is known when it is used: as browsers do, another one is tried.
    return sent.status === 0 && sent.wasReused ? this.#sendOnce(request, body, cutAfter) : sent;
  }

  #sendOnce(
    { sender, method, url, type }: HeavyRequest,
    body: Buffer | undefined,
    cutAfter?: number,
  ): Promise<Sent> {
    const begun = performance.now();
    return new Promise((resolve) => {
      let [bytes, text, status] = [0, '', 0];
      let cut: NodeJS.Timeout | undefined;
      const end = (problem?: string) => {
        clearTimeout(cut);
        resolve({
          wasReused: asked.reusedSocket,
          status,
          ...(problem !== undefined && { problem }),
          milliseconds: performance.now() - begun,
          bytes,
          text,
        });
      };
      const headers = {
        ...this.#headers[sender],
        ...(type !== undefined && { 'content-type': type, 'content-length': body?.length ?? 0 }),
      };
      const asked = request(
        `${this.#url}${url}`,
        { agent: this.#agent, method, headers, timeout: PATIENCE },
        (answer) => {
          status = answer.statusCode ?? 0;
          answer.on('data', (part: Buffer) => {
            bytes += part.length;
            if (text.length < KEPT) text += part.toString().slice(0, KEPT);
          });
          answer.on('error', () => end('the answer broke off'));
          answer.on('end', () => end());
        },
      );
      asked.on('timeout', () => asked.destroy(new Error(`nothing came for ${PATIENCE / 1_000} s`)));
      // Somebody who is refused before all is sent reads the answer and hears of the closed connection as well.
      asked.on('error', (error) => end(error.message));
      if (cutAfter !== undefined) {
        cut = setTimeout(() => {
          status = -1;
          asked.destroy();
          end('cut');
        }, cutAfter);
      }
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
