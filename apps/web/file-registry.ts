/** What a file exports, by name. */
type Exports = Record<string, unknown>;
/** How a file tells what it exports: one name, or several. */
type Give = (name: string | Exports, value?: unknown) => unknown;

/** Takes what a file exports, and again when that changes later. */
type Taker = (exports: Exports) => void;

interface Declared {
  /** Each takes what the file needs of one of those that it imports, in their order. */
  setters?: readonly (Taker | undefined)[];
  execute: () => void | Promise<void>;
}

interface Surroundings {
  import: (address: string) => Promise<object>;
  meta: { url: string };
}

type Declare = (give: Give, surroundings: Surroundings) => Declared;

/** A file that has been fetched. */
interface Fetched {
  needs: readonly string[];
  declare: Declare;
}

/** A file that runs, or has run. */
interface Running {
  exports: Exports;
  /** Ends with the file's code. */
  done: Promise<void>;
  takers: Taker[];
}

declare global {
  /** Where the files of the built application meet. */
  var System: FileRegistry;
}

/**
 * Lets files that are no modules import each other, in the format of SystemJS (`System.register`): browsers keep compiled
 * what they have run of such files, and Chromium uses that again (docs/adr/0019). No file may need itself, not by others either.
 * What lies elsewhere is a module.
 *
 * Stands as text before the first of the files, where it can use nothing from around it.
 */
export class FileRegistry {
  readonly #fetched = new Map<string, Fetched>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Running>();
  readonly #folder: string;

  /** Ends when the application has begun; rejects when it could not. */
  begun: Promise<object> = Promise.resolve({});

  constructor() {
    this.#folder = new URL('.', this.#current()).href;
  }

  /** What a file says of itself when it is read. */
  register(needs: readonly string[], declare: Declare): void {
    this.#fetched.set(this.#current(), { needs, declare });
  }

  /** Runs a file and all that it needs, which are fetched where the page has not yet done so; answers what it exports. */
  async import(address: string): Promise<object> {
    if (!address.startsWith(this.#folder)) return import(address);
    await this.#fetchAll(address);
    const { exports, done } = this.#run(address);
    await done;
    return exports;
  }

  /** The address of the file that the browser reads now. */
  #current(): string {
    const script = document.currentScript;
    if (!(script instanceof HTMLScriptElement)) throw new Error('A file of the application is no script.');
    return script.src;
  }

  /** Fetches a file that is needed soon, unless the page has. Rejects when it cannot be had. */
  async fetch(address: string): Promise<void> {
    if (this.#fetched.has(address)) return;
    const asked = this.#fetching.get(address) ?? this.#fetch(address);
    this.#fetching.set(address, asked);
    await asked;
  }

  /** A file, and all that it needs. */
  async #fetchAll(address: string): Promise<void> {
    await this.fetch(address);
    const needs = this.#fetched.get(address)?.needs ?? [];
    await Promise.all(needs.map((need) => this.#fetchAll(new URL(need, address).href)));
  }

  #fetch(address: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.addEventListener('load', () => {
        script.remove();
        resolve();
      });
      script.addEventListener('error', () => {
        script.remove();
        // Another try asks again.
        this.#fetching.delete(address);
        reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
      });
      script.crossOrigin = '';
      script.src = address;
      document.head.append(script);
    });
  }

  #run(address: string): Running {
    const known = this.#running.get(address);
    if (known) return known;
    const file = this.#fetched.get(address);
    if (!file) throw new Error(`${address} is no file of the application.`);
    const exports: Exports = {};
    const takers: Taker[] = [];
    const give: Give = (name, value) => {
      if (typeof name === 'string') exports[name] = value;
      else Object.assign(exports, name);
      for (const take of takers) take(exports);
      return typeof name === 'string' ? value : name;
    };
    const surroundings = {
      import: (other: string) => this.import(new URL(other, address).href),
      meta: { url: address },
    };
    const declared = file.declare(give, surroundings);
    const begun = { exports, takers, done: this.#runAll(address, file.needs, declared) };
    this.#running.set(address, begun);
    return begun;
  }

  /** What a file needs, in its order, and then the file. */
  async #runAll(
    address: string,
    needs: readonly string[],
    { setters = [], execute }: Declared,
  ): Promise<void> {
    for (const [at, need] of needs.entries()) {
      const { exports, takers, done } = this.#run(new URL(need, address).href);
      await done;
      const take = setters[at];
      if (!take) continue;
      takers.push(take);
      take(exports);
    }
    await execute();
  }
}
