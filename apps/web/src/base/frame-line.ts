/** What the page around a frame begins with: it hands over a port, on which both talk. */
const HANDSHAKE = '__embedded_comms__';

/** What both sides say: calls that want an answer, calls that do not, and answers. */
interface Message {
  switchboardAction: 'get' | 'emit' | 'reply' | 'error';
  method?: string;
  messageId?: string;
  args?: unknown;
  result?: unknown;
  error?: string;
}

/** The line to the page around. */
export interface FrameLine {
  /** Calls something there, without waiting. */
  tell: (method: string, args: unknown) => void;
  /** Asks for something; undefined when the page around does not know it, or does not answer in time. */
  ask: (method: string, args: unknown) => Promise<unknown>;
}

/** Milliseconds that the page around may take for an answer; older ones never give any. */
const PATIENCE = 2_000;

type Methods = Readonly<Record<string, (args: unknown) => unknown>>;

let handed: Promise<MessagePort> | undefined;
let opened: FrameLine | undefined;

/** The line, once it is open; undefined on a page that stands in no frame. */
export function frameLine(): FrameLine | undefined {
  return opened;
}

/**
 * Listens for the port that the page around hands over. It does so once, when the page has loaded, which may be before
 * the screen is there; so this is called first of all. Other windows and sites are not listened to.
 */
export function listenForPort(sites: readonly string[]): void {
  handed = new Promise((resolve) => {
    window.addEventListener('message', ({ data, ports: [port], source, origin }: MessageEvent<unknown>) => {
      if (source !== window.parent || !isAllowed(origin, sites) || !port) return;
      if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== HANDSHAKE) return;
      if (Reflect.get(data, 'handshake') === 'port transfer') resolve(port);
    });
  });
}

/** Answers the calls of the page around, once it has handed over its port; what it said meanwhile has waited. */
export async function openLine(methods: Methods): Promise<FrameLine> {
  const port = await handed;
  if (!port) throw new Error('Nobody listens for the page around.');
  const say = (message: Message): void => port.postMessage(message);
  const waiting = new Map<string, (result: unknown) => void>();
  port.onmessage = ({ data: call }: MessageEvent<Message>) => {
    const { switchboardAction, messageId = '', result } = call;
    if (switchboardAction === 'reply' || switchboardAction === 'error') waiting.get(messageId)?.(result);
    else void answer(call, methods, say);
  };
  let asked = 0;
  const ask = (method: string, args: unknown) =>
    new Promise<unknown>((resolve) => {
      asked += 1;
      const messageId = `chartroom-${asked}`;
      const settle = (result: unknown) => {
        clearTimeout(timer);
        waiting.delete(messageId);
        resolve(result);
      };
      const timer = setTimeout(settle, PATIENCE, undefined);
      waiting.set(messageId, settle);
      say({ switchboardAction: 'get', method, messageId, args });
    });
  opened = { tell: (method, args) => say({ switchboardAction: 'emit', method, args }), ask };
  return opened;
}

/** Whether a site may talk to this page: by its origin, or by its host where only that is named; all, where none is. */
export function isAllowed(origin: string, sites: readonly string[]): boolean {
  if (sites.length === 0) return true;
  const page = URL.parse(origin);
  return sites.some((site) =>
    /^https?:\/\//i.test(site) ? URL.parse(site)?.origin === origin : site.toLowerCase() === page?.host,
  );
}

async function answer(call: Message, methods: Methods, say: (message: Message) => void): Promise<void> {
  const { switchboardAction, method = '', messageId, args } = call;
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (switchboardAction === 'emit') {
    try {
      await run?.(args);
    } catch (error) {
      // Nobody waits for an answer; whoever builds the page around looks into the console.
      console.error(
        `[chartroom] Method "${method}" failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    return;
  }
  if (switchboardAction !== 'get' || messageId === undefined) return;
  const fail = (why: string): void =>
    say({ switchboardAction: 'error', messageId, error: `[chartroom] Method "${method}" ${why}` });
  if (!run) return fail('is not defined');
  try {
    say({ switchboardAction: 'reply', messageId, result: await run(args) });
  } catch (error) {
    fail(`failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
