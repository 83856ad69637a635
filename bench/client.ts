import { ADMIN, type Product } from '../e2e/support/product.ts';

/** Speaks to a running product as its administrator, or as somebody else. */
export class Client {
  readonly url: string;
  readonly token: string;
  private constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  static async signIn(
    product: Product,
    person = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD },
  ): Promise<Client> {
    const body = { ...person, provider: 'db', refresh: false };
    const answer = await fetch(`${product.url}/api/v1/security/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Signing in answered ${answer.status}.`);
    const { access_token: token }: { access_token: string } = await answer.json();
    return new Client(product.url, token);
  }

  get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' };
  }

  /** The JSON answer; rejects with the answer's text when it is not a good one. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: this.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    const parsed: T = await answer.json();
    return parsed;
  }

  /** Waits until the example data is there. */
  async examplesReady(): Promise<void> {
    for (;;) {
      const { state, message } = await this.call<{ state: string; message: string | null }>(
        'GET',
        '/api/v1/examples/',
      );
      if (state === 'ready') return;
      if (state !== 'loading') throw new Error(`The examples are ${state}: ${message}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** Id of the dataset of this name. */
  async dataset(name: string): Promise<number> {
    const q = `(filters:!((col:table_name,opr:eq,value:${name})))`;
    const { ids } = await this.call<{ ids: number[] }>('GET', `/api/v1/dataset/?q=${encodeURIComponent(q)}`);
    const id = ids[0];
    if (id === undefined) throw new Error(`There is no dataset ${name}`);
    return id;
  }

  /** Id of the database of this name. */
  async database(name: string): Promise<number> {
    const q = `(filters:!((col:database_name,opr:eq,value:${name})))`;
    const { ids } = await this.call<{ ids: number[] }>('GET', `/api/v1/database/?q=${encodeURIComponent(q)}`);
    const id = ids[0];
    if (id === undefined) throw new Error(`There is no database ${name}`);
    return id;
  }
}
