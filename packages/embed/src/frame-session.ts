import { keepGuestPass } from './guest-pass.ts';
import { openPort, type PortLine } from './port-line.ts';
import type { Answers, Heard } from './words.ts';

/** Milliseconds within which the page in a frame has to answer the first time. */
const PATIENCE = 15_000;

/** What a frame may do, as the public embedding library has it. */
const SANDBOX = [
  'allow-same-origin',
  'allow-scripts',
  'allow-presentation',
  'allow-downloads',
  'allow-forms',
  'allow-popups',
];

export interface SessionOptions {
  address: URL;
  title: string;
  fetchToken: () => Promise<string>;
  handlers: { readonly [Method in keyof Heard]: (args: Heard[Method]) => unknown };
  /** Called for each page that the frame loads, once it has its token. */
  onEntered: () => void;
  onError: (error: unknown) => void;
}

/** A frame and the talk with the page in it. */
export interface FrameSession {
  frame: HTMLIFrameElement;
  call: <Method extends keyof Answers>(method: Method, args?: object) => Promise<Answers[Method]>;
  end: () => void;
}

/** Makes a frame, which loads once it is in the page, hands its page a port and a guest's token, and renews that. */
export function openSession(options: SessionOptions): FrameSession {
  const { address, handlers, onEntered, onError } = options;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let line: PortLine | undefined;
  let entered: PortLine | undefined;
  let token: string | undefined;
  let isEnded = false;
  const enter = async (): Promise<void> => {
    const own = line;
    if (!own || token === undefined) return;
    try {
      await own.call('guestToken', { guestToken: token }, PATIENCE);
      if (isEnded || own !== line || own === entered) return;
      entered = own;
      onEntered();
    } catch (error) {
      if (!isEnded && own === line) onError(error);
    }
  };
  const greet = (): void => {
    line?.close();
    const { port1, port2 } = new MessageChannel();
    const hello = { type: '__embedded_comms__', handshake: 'port transfer' };
    frame.contentWindow?.postMessage(hello, address.origin, [port2]);
    line = openPort(port1, handlers);
    open();
    void enter();
  };
  const frame = frameOf(options);
  frame.addEventListener('load', greet);
  const pass = keepGuestPass({
    fetchToken: options.fetchToken,
    give: (given) => {
      token = given;
      void enter();
    },
    fail: onError,
  });
  return {
    frame,
    call: async (method, args) => {
      await opened;
      if (!line || isEnded) throw new Error('The frame is gone.');
      return line.call(method, args);
    },
    end: () => {
      isEnded = true;
      pass.end();
      line?.close();
      frame.remove();
    },
  };
}

function frameOf({ address, title }: SessionOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.sandbox.add(...SANDBOX);
  frame.allow = 'fullscreen; clipboard-write';
  // The server lets pages of some origins show it, and wants to know no more of them than that.
  frame.referrerPolicy = 'strict-origin';
  frame.title = title;
  frame.src = address.href;
  return frame;
}
