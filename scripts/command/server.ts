import { isJsonObject } from '@chartroom/model';
import { Problem } from './problem.ts';

/** Milliseconds until a server that says nothing is given up; large bundles take their time. */
const PATIENCE = 600_000;

/** A running server, spoken to as the owner of a key. */
export class Server {
  readonly url: string;
  readonly #key: string | undefined;

  constructor(url: string, key: string | undefined) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new Problem(`"${url}" is no address: one like http://127.0.0.1:8088 is expected.`, 2);
    this.url = url.replace(/\/+$/, '');
    this.#key = key;
  }

  /** Whether there is a key to be recognised by. */
  get hasKey(): boolean {
    return this.#key !== undefined;
  }

  /** Asks and answers the good response. Rejects with a Problem that says what the server said. */
  async call(path: string, body?: FormData): Promise<Response> {
    const response = await this.ask(path, body);
    if (response.ok) return response;
    throw new Problem(await refusal(response));
  }

  /** Asks and answers whatever response there is. Rejects with a Problem when there is none. */
  async ask(path: string, body?: FormData): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json, application/zip' };
    if (this.#key) headers.authorization = `Bearer ${this.#key}`;
    try {
      return await fetch(`${this.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers,
        signal: AbortSignal.timeout(PATIENCE),
        ...(body && { body }),
      });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Problem(
        `No server answers at ${this.url} (${cause instanceof Error ? cause.message || cause.name : String(cause)}).`,
      );
    }
  }
}

/** What a refusal says, with the files and fields that it names. */
export async function refusal(response: Response): Promise<string> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy in between may answer in its own words.
    return `The server answered ${response.status}: ${text.slice(0, 300)}`;
  }
  if (response.status === 401)
    return `${messageOf(body)}. Give a key that the server knows with --key or CHARTROOM_API_KEY.`;
  return [`The server answered ${response.status}: ${messageOf(body)}`, ...detailsOf(body)].join('\n');
}

function firstError(body: unknown): unknown {
  return isJsonObject(body) && Array.isArray(body.errors) ? body.errors[0] : undefined;
}

function messageOf(body: unknown): string {
  const said = firstError(body) ?? body;
  if (!isJsonObject(said)) return JSON.stringify(body);
  const message = said.message ?? said.msg;
  return typeof message === 'string' ? message.replace(/\.$/, '') : JSON.stringify(message ?? said);
}

function detailsOf(body: unknown): string[] {
  const error = firstError(body);
  const extra = isJsonObject(error) && isJsonObject(error.extra) ? error.extra : {};
  return Object.entries(extra)
    .filter(([name]) => name !== 'issue_codes')
    .map(
      ([name, problem]) => `  ${name}: ${typeof problem === 'string' ? problem : JSON.stringify(problem)}`,
    );
}
