import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LetterBox, openLetterBox } from '../apps/server/src/testing/letter-box.ts';
import { Client } from '../bench/client.ts';
import { browserAtHand, visit } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { signIn } from './support/sign-in.ts';

const PASSWORD = 'engine-No-1';

describe.runIf(browserAtHand())('people who ask for an account', () => {
  let seat: Seat;
  let box: LetterBox;
  beforeAll(async () => {
    box = await openLetterBox();
    seat = await takeSeat({
      ...box.settings,
      SMTP_MAIL_FROM: 'charts@example.org',
      BASE_URL: 'http://charts.example.org',
      AUTH_USER_REGISTRATION: 'true',
      AUTH_USER_REGISTRATION_ROLE: 'Gamma',
    });
  });
  afterAll(async () => {
    await seat?.leave();
    await box.close();
  });

  test('register, open the link of the mail, and sign in', async () => {
    const { page, close } = await visit();
    try {
      await page.goto(`${seat.product.url}/login/`);
      await page.getByRole('link', { name: 'Register' }).click();
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Byron');
      await page.getByLabel('Email').fill('ada@example');
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm Password').fill('another-No-2');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('Passwords do not match!').waitFor();
      await page.getByLabel('Confirm Password').fill(PASSWORD);
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('The username admin is taken.').waitFor();
      await page.getByLabel('Username').fill('ada');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('We have sent you a mail.').waitFor();
      const path = /http:\/\/charts\.example\.org(\/register\/activation\/[\w-]+)/.exec(
        box.letters[0]?.text ?? '',
      )?.[1];
      await page.goto(`${seat.product.url}${path}`);
      await page.getByRole('button', { name: 'Activate my account' }).click();
      await page.getByText('You are ada here.').waitFor();
      await page.goto(`${seat.product.url}${path}`);
      await page.getByRole('button', { name: 'Activate my account' }).click();
      await page.getByText('This link is not valid any more').waitFor();
      await signIn(page, seat.product, { username: 'ada', password: PASSWORD });
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'Info' }).waitFor();
      await expect.poll(() => page.getByRole('menuitem', { name: 'User Registrations' }).count()).toBe(0);
    } finally {
      await close();
    }
  });

  test('are let in or sent away by the administrator', async () => {
    const { page, product } = seat;
    const client = await Client.signIn(product);
    for (const username of ['charles', 'mary']) {
      const person = {
        username,
        first_name: 'A',
        last_name: 'Person',
        email: `${username}@example.org`,
        password: PASSWORD,
      };
      await client.call('POST', '/api/v1/security/user_registrations/', person);
    }
    await page.goto(`${product.url}/superset/welcome/`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'User Registrations' }).click();
    await page.getByRole('button', { name: 'Activate charles' }).click();
    await page.getByText('charles has an account now').waitFor();
    await page.getByRole('cell', { name: 'charles', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete mary' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('DELETE');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No user registrations yet').waitFor();
    const other = await visit();
    try {
      await signIn(other.page, product, { username: 'charles', password: PASSWORD });
    } finally {
      await other.close();
    }
    expect(seat.complaints).toEqual([]);
  });
});
