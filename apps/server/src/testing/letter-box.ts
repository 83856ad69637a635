import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A letter that arrived. */
export interface ReceivedLetter {
  from: string;
  to: string[];
  subject: string;
  text: string;
  /** All of it, as it came. */
  raw: string;
}

/** A mail server on this machine that keeps what it is sent. */
export interface LetterBox {
  letters: ReceivedLetter[];
  /** Addresses that it refuses, with the status it says: 4xx = later, 5xx = never; `cut` hangs up in the middle of the letter. */
  refuses: Map<string, number | 'cut'>;
  /** Settings that send mails here, without their prefix. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Opens a mail server without TLS; with an account only who signs in may send. */
export async function openLetterBox(account?: { user: string; password: string }): Promise<LetterBox> {
  const letters: ReceivedLetter[] = [];
  const refuses = new Map<string, number | 'cut'>();
  const server = new SMTPServer({
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, answer) => {
      const known = username === account?.user && password === account?.password;
      answer(known ? null : new Error('Unknown'), known ? { user: username } : undefined);
    },
    onRcptTo: ({ address }, _session, answer) => {
      const status = refuses.get(address);
      if (typeof status !== 'number') return answer();
      answer(Object.assign(new Error('Refused'), { responseCode: status }));
    },
    onData: (stream, { envelope }, done) => {
      if (envelope.rcptTo.some(({ address }) => refuses.get(address) === 'cut')) {
        stream.resume();
        for (const socket of sockets) socket.destroy();
        return;
      }
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        letters.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...read(raw), raw });
        done();
      }, done);
    },
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    const listening = server.listen(0, '127.0.0.1', () => resolve(portOf(listening.address())));
  });
  return {
    letters,
    refuses,
    settings: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_STARTTLS: 'false' },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mail server listens nowhere');
  return address.port;
}

/** Subject and text of a letter in one part. */
function read(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  const body = rest.join('\r\n\r\n').replace(/\r\n$/, '').replaceAll('\r\n', '\n');
  const quoted = /^Content-Transfer-Encoding: quoted-printable/im.test(head);
  return { subject: decodedWords(subject), text: quoted ? decodedQuotes(body) : body };
}

/** `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=` as it reads. */
function decodedWords(subject: string): string {
  return subject.replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64').toString()
      : decodedQuotes(word.replaceAll('_', ' ')),
  );
}

function decodedQuotes(written: string): string {
  const bytes = written
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
