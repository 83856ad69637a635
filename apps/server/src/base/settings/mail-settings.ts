import { z } from 'zod';
import { flag, whole } from './setting-kinds.ts';

/** Settings of the mail server (contract/api.md §6), and the address that links in mails begin with. */
export const MAIL_SETTINGS = {
  /** Without one no mail is sent. */
  SMTP_HOST: z.string().min(1).optional(),
  SMTP_PORT: whole(1).max(65_535).default(25),
  /** Goes over to TLS after the greeting, and sends nothing when the server cannot. */
  SMTP_STARTTLS: flag.default(true),
  /** TLS from the first byte on. */
  SMTP_SSL: flag.default(false),
  /** Whether the server has to show a certificate that holds. */
  SMTP_SSL_SERVER_AUTH: flag.default(true),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  SMTP_MAIL_FROM: z.string().min(3).optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/, message: 'must be an address such as https://charts.example.org' })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
};

type MailSettings = z.output<z.ZodObject<typeof MAIL_SETTINGS>>;

/** What does not fit together, by setting. */
export function mailProblems(settings: MailSettings): { setting: keyof MailSettings; problem: string }[] {
  const problems: { setting: keyof MailSettings; problem: string }[] = [];
  const need = (holds: boolean, setting: keyof MailSettings, problem: string) => {
    if (!holds) problems.push({ setting, problem });
  };
  const sends = settings.SMTP_HOST !== undefined;
  need(!sends || settings.SMTP_MAIL_FROM !== undefined, 'SMTP_MAIL_FROM', 'is needed with SMTP_HOST');
  need(!sends || settings.BASE_URL !== undefined, 'BASE_URL', 'is needed with SMTP_HOST: mails hold links');
  need(
    (settings.SMTP_USER === undefined) === (settings.SMTP_PASSWORD === undefined),
    'SMTP_PASSWORD',
    'and SMTP_USER: give both or none',
  );
  return problems;
}
