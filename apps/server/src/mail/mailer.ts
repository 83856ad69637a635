import type { Config } from '../base/config.ts';
import { DeliveryProblem } from './delivery-problem.ts';

/** One mail in plain text. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** A file that goes with a mail; with `cid` it is a picture that the HTML shows. */
export interface MailFile {
  name: string;
  type: string;
  content: Buffer;
  cid?: string;
}

/** One mail to one address, with HTML beside its text. */
export interface RichLetter extends Letter {
  html: string;
  files: readonly MailFile[];
  /** Addresses that its head names as `To` and `Cc`; who gets it is `to` alone. */
  shown: { to: readonly string[]; cc: readonly string[] };
  /** Its id: the same for each try. */
  id: string;
  /** Address that takes whoever gets it off the list. */
  unsubscribe: string;
}

/** Sends mails. Rejects with DeliveryProblem when the mail server does not take one. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  deliver(letter: RichLetter): Promise<void>;
}

/** Milliseconds that the mail server may take to answer. */
const PATIENCE = 10_000;
/** One address: nothing in it parts addresses or lines. */
const ONE_ADDRESS = /^[^\s,;:<>"()\p{Cc}]+@[^\s,;:<>"()\p{Cc}]+$/u;

/** The mailer that the settings describe; undefined when no mail is to be sent. */
export function createMailer(config: Config): Mailer | undefined {
  if (config.SMTP_HOST === undefined) return undefined;
  const from = config.SMTP_MAIL_FROM ?? '';
  return {
    send: ({ to, subject, text }) => hand(config, { from, to: named([to]), subject, text }, to),
    deliver: (letter) => {
      const { to, subject, text, html, files, shown, id, unsubscribe } = letter;
      const attachments = files.map(({ name, type, content, cid }) => ({
        filename: oneLine(name),
        contentType: type,
        content,
        ...(cid !== undefined && { cid, contentDisposition: 'inline' }),
      }));
      const head = {
        from,
        to: named(shown.to),
        cc: named(shown.cc),
        messageId: `<${id}@${hostOf(config)}>`,
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
      };
      return hand(config, { ...head, subject: oneLine(subject), text, html, attachments }, to);
    },
  };
}

/** A text without anything that begins another line of a mail's head. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** As objects addresses are addresses, whatever signs they hold. */
function named(addresses: readonly string[]): { name: string; address: string }[] {
  return addresses.map((address) => ({ name: '', address }));
}

function hostOf({ BASE_URL }: Config): string {
  return (BASE_URL && URL.parse(BASE_URL)?.hostname) || 'localhost';
}

/** Builds a mail and hands it to the server for one address. */
async function hand(config: Config, parts: object, to: string): Promise<void> {
  if (!ONE_ADDRESS.test(to)) throw new DeliveryProblem('never', 'This is not one mail address.');
  // Loaded with the first letter: most servers start without writing any.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  // A letter is what it says: nothing in it is read from files or fetched from elsewhere.
  const mail = new MailComposer({ ...parts, disableFileAccess: true, disableUrlAccess: true }).compile();
  const sender = mail.getEnvelope().from;
  const message = await mail.build();
  await handOver(config, { from: sender || '', to: [to] }, message);
}

async function handOver(
  config: Config,
  envelope: { from: string; to: string[] },
  message: Buffer,
): Promise<void> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SMTPConnection({
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SSL,
    requireTLS: config.SMTP_STARTTLS && !config.SMTP_SSL,
    ignoreTLS: !config.SMTP_STARTTLS && !config.SMTP_SSL,
    tls: { rejectUnauthorized: config.SMTP_SSL_SERVER_AUTH },
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
  const { SMTP_USER: user, SMTP_PASSWORD: pass = '' } = config;
  await new Promise<void>((resolve, reject) => {
    let isSending = false;
    const fail = (error: unknown) => {
      reject(problemOf(error, isSending));
      connection.close();
    };
    const send = () => {
      isSending = true;
      connection.send(envelope, message, (error) => {
        if (error) return fail(error);
        resolve();
        connection.quit();
      });
    };
    connection.on('error', fail);
    connection.once('end', () => fail(new Error('The mail server closed the connection.')));
    connection.connect((error) => {
      if (error) return fail(error);
      if (user === undefined) return send();
      connection.login({ credentials: { user, pass } }, (refused) => (refused ? fail(refused) : send()));
    });
  });
}

/** A server that answers says whether another try may help. One that falls silent while it is sent a letter may have taken it. */
function problemOf(error: unknown, isSending: boolean): DeliveryProblem {
  const message = error instanceof Error ? oneLine(error.message) : 'The mail could not be sent.';
  const status: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'responseCode') : undefined;
  if (typeof status === 'number' && status > 0)
    return new DeliveryProblem(status < 500 ? 'later' : 'never', message, error);
  return new DeliveryProblem(isSending ? 'unknown' : 'later', message, error);
}

/** Sends mails; undefined when no mail server is set. */
export interface WithMail {
  mail: Mailer | undefined;
}
