import type { Config } from '../base/config.ts';

/** One mail in plain text. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Sends mails. Rejects when the mail server does not take one. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
}

/** Milliseconds that the mail server may take to answer. */
const PATIENCE = 10_000;

/** The mailer that the settings describe; undefined when no mail is to be sent. */
export function createMailer(config: Config): Mailer | undefined {
  if (config.SMTP_HOST === undefined) return undefined;
  const server = {
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SSL,
    requireTLS: config.SMTP_STARTTLS && !config.SMTP_SSL,
    ignoreTLS: !config.SMTP_STARTTLS && !config.SMTP_SSL,
    tls: { rejectUnauthorized: config.SMTP_SSL_SERVER_AUTH },
    ...(config.SMTP_USER !== undefined && {
      auth: { user: config.SMTP_USER, pass: config.SMTP_PASSWORD ?? '' },
    }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // A letter is what it says: nothing in it is read from files or fetched from elsewhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    send: async ({ to, subject, text }) => {
      // Loaded with the first letter: most servers start without writing any.
      const { createTransport } = await import('nodemailer');
      // As an object the address is one address, whatever signs it holds.
      await createTransport(server).sendMail({
        from: config.SMTP_MAIL_FROM,
        to: { name: '', address: to },
        subject,
        text,
      });
    },
  };
}

/** Sends mails; undefined when no mail server is set. */
export interface WithMail {
  mail: Mailer | undefined;
}
