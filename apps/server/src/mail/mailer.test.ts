import { afterEach, describe, expect, test } from 'vitest';
import { readSettings } from '../base/config.ts';
import { type LetterBox, openLetterBox } from '../testing/letter-box.ts';
import { createMailer } from './mailer.ts';

const LETTER = { to: 'ada@example.org', subject: 'Grüße', text: 'One line.\n.\nAnother.' };

describe('the mailer', () => {
  let box: LetterBox | undefined;
  afterEach(() => box?.close());

  async function mailer(settings: Record<string, string>) {
    const given = {
      SMTP_MAIL_FROM: 'charts@example.org',
      BASE_URL: 'https://charts.example.org',
      ...settings,
    };
    const environment = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`CHARTROOM_${name}`, value]),
    );
    const config = await readSettings(environment, '/');
    return createMailer({ ...config, SECRET_KEY: '', RECORDS_URL: '' });
  }

  test('sends what is written, as whom the settings say', async () => {
    box = await openLetterBox({ user: 'house', password: 'letters-1' });
    const post = await mailer({ ...box.settings, SMTP_USER: 'house', SMTP_PASSWORD: 'letters-1' });
    await post?.send(LETTER);
    expect(box.letters).toEqual([
      expect.objectContaining({
        from: 'charts@example.org',
        to: ['ada@example.org'],
        subject: LETTER.subject,
        text: LETTER.text,
      }),
    ]);
  });

  test('an address is one address', async () => {
    box = await openLetterBox();
    const post = await mailer(box.settings);
    await post?.send({ ...LETTER, to: 'ada@example.org, eve@example.org' }).catch(() => undefined);
    await post?.send({ ...LETTER, to: 'ada@example.org\r\nBcc: eve@example.org' }).catch(() => undefined);
    expect(box.letters.flatMap(({ to }) => to)).not.toContain('eve@example.org');
  });

  test('a wrong password, a server without TLS and none at all are told', async () => {
    box = await openLetterBox({ user: 'house', password: 'letters-1' });
    const wrong = await mailer({ ...box.settings, SMTP_USER: 'house', SMTP_PASSWORD: 'letters-2' });
    await expect(wrong?.send(LETTER)).rejects.toThrow();
    const sealed = await mailer({ ...box.settings, SMTP_STARTTLS: 'true' });
    await expect(sealed?.send(LETTER)).rejects.toThrow();
    const nowhere = await mailer({ ...box.settings, SMTP_PORT: '1' });
    await expect(nowhere?.send(LETTER)).rejects.toThrow('ECONNREFUSED');
    expect(box.letters).toEqual([]);
  });

  test('there is none without a server, and one needs a sender and an address of the installation', async () => {
    expect(await mailer({})).toBeUndefined();
    await expect(readSettings({ CHARTROOM_SMTP_HOST: 'mail.example.org' }, '/')).rejects.toThrow(
      /SMTP_MAIL_FROM.*\n.*BASE_URL/,
    );
    await expect(readSettings({ CHARTROOM_SMTP_USER: 'house' }, '/')).rejects.toThrow('SMTP_PASSWORD');
    await expect(readSettings({ CHARTROOM_BASE_URL: 'javascript:alert(1)' }, '/')).rejects.toThrow(
      'BASE_URL',
    );
  });
});
