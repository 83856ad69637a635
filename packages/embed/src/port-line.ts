import type { Answers, Heard } from './words.ts';

type Handlers = { readonly [Method in keyof Heard]: (args: Heard[Method]) => unknown };

/** A call of the other side; which method and which words go together its handlers say. */
type Call = { [Method in keyof Heard]: { method: Method; args: Heard[Method] } }[keyof Heard] & {
  switchboardAction: 'get' | 'emit';
  messageId?: string;
};

type Reply<Result> =
  | { switchboardAction: 'reply'; messageId: string; result: Result }
  | { switchboardAction: 'error'; messageId: string; error: string };

/** The line to the page in a frame. */
export interface PortLine {
  /**
   * Calls something there and answers what it gives; rejects with what it says is wrong, and after `patience` milliseconds,
   * where they are given, when nobody answers.
   */
  call: <Method extends keyof Answers>(
    method: Method,
    args?: object,
    patience?: number,
  ) => Promise<Answers[Method]>;
  close: () => void;
}

/** Talks over one end of a channel, whose other end the page in the frame has, as the public embedding library does. */
export function openPort(port: MessagePort, handlers: Handlers): PortLine {
  let asked = 0;
  port.addEventListener('message', ({ data }: MessageEvent<Call | Reply<unknown>>) => {
    if (data.switchboardAction === 'get' || data.switchboardAction === 'emit')
      void answer(data, handlers, port);
  });
  port.start();
  return {
    call: <Method extends keyof Answers>(method: Method, args?: object, patience?: number) => {
      asked += 1;
      const messageId = `chartroom-element-${asked}`;
      const replied = reply<Answers[Method]>(port, messageId, patience);
      port.postMessage({ switchboardAction: 'get', method, messageId, args });
      return replied;
    },
    close: () => port.close(),
  };
}

function reply<Result>(port: MessagePort, messageId: string, patience: number | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      port.removeEventListener('message', listen);
    };
    const listen = ({ data }: MessageEvent<Call | Reply<Result>>) => {
      if (data.messageId !== messageId) return;
      if (data.switchboardAction === 'reply') resolve(data.result);
      else if (data.switchboardAction === 'error') reject(new Error(data.error));
      else return;
      settle();
    };
    const giveUp = () => {
      settle();
      reject(new Error(NO_ANSWER));
    };
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
    port.addEventListener('message', listen);
  });
}

const NO_ANSWER =
  'The page in the frame does not answer. Does the server run, is the dashboard embedded there, and is the origin of this page one of its allowed domains?';

async function answer(call: Call, handlers: Handlers, port: MessagePort): Promise<void> {
  const { switchboardAction, messageId } = call;
  if (!Object.hasOwn(handlers, call.method)) {
    if (switchboardAction === 'get')
      port.postMessage({ switchboardAction: 'error', messageId, error: `"${call.method}" is not defined` });
    return;
  }
  try {
    const result = await handle(call, handlers);
    if (switchboardAction === 'get') port.postMessage({ switchboardAction: 'reply', messageId, result });
  } catch (error) {
    if (switchboardAction === 'emit') throw error;
    port.postMessage({ switchboardAction: 'error', messageId, error: String(error) });
  }
}

function handle<Method extends keyof Heard>(
  { method, args }: { method: Method; args: Heard[Method] },
  handlers: Handlers,
): unknown {
  return handlers[method](args);
}
