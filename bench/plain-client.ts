import { Agent, request } from 'node:http';
import type { Client } from './client.ts';

/** What one exchange took and brought. */
export interface Exchange {
  milliseconds: number;
  bytes: number;
}

/**
 * One connection that asks and counts bytes, without reading them: what a client of comfort does with an answer would
 * be counted as the server's time.
 */
export class PlainClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Rejects for an answer that is no good one, and for one that breaks off. */
  ask(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Exchange> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const begun = performance.now();
      let bytes = 0;
      const options = { agent: this.#agent, method, headers: { ...this.#client.headers, ...headers } };
      const asked = request(`${this.#client.url}${path}`, options, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${method} ${path} answered ${answer.statusCode}.`));
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length;
        });
        answer.on('error', reject);
        answer.on('end', () => resolve({ milliseconds: performance.now() - begun, bytes }));
      });
      asked.on('error', reject);
      asked.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
