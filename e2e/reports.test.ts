import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodedMail } from '../apps/server/src/testing/decoded-mail.ts';
import { type LetterBox, openLetterBox } from '../apps/server/src/testing/letter-box.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';

describe.runIf(browserAtHand())('alerts and reports', () => {
  let seat: Seat;
  let page: Page;
  let box: LetterBox;
  beforeAll(async () => {
    box = await openLetterBox();
    seat = await takeSeat({
      ALERT_REPORTS: 'true',
      BASE_URL: 'http://charts.example.org',
      SMTP_MAIL_FROM: 'charts@example.org',
      ...box.settings,
    });
    ({ page } = seat);
  });
  afterAll(async () => {
    await seat?.leave();
    await box?.close();
  });

  const dialog = () => page.getByRole('dialog');
  const fold = (name: string) =>
    dialog()
      .getByRole('button', { name: new RegExp(`^(?:collapsed|expanded)?\\s*${name}`) })
      .click();
  const pick = async (field: string, name: string) => {
    await dialog().getByRole('combobox', { name: field }).click();
    const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await option.getByText(name, { exact: true }).click();
    await option.first().waitFor({ state: 'hidden' });
  };
  const letters = (subject: string) => box.letters.filter((each) => each.subject.includes(subject));

  test('an alert is made in the dialog, which tells what it still lacks', async () => {
    await page.goto(`${seat.product.url}/alert/list/`);
    await page.getByText('No alerts yet').first().waitFor();
    await page.getByRole('button', { name: '+ Alert' }).first().click();
    await dialog().getByRole('textbox', { name: 'Alert name' }).fill('Many films');
    expect(await dialog().getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await dialog().getByLabel('General information: complete').waitFor();
    await fold('Alert condition');
    await pick('Database', 'examples');
    await dialog().locator('.cm-content').click();
    await page.keyboard.type('select count(*) from movies');
    await pick('Trigger Alert If', '> (Larger than)');
    await dialog().getByRole('spinbutton', { name: 'Value' }).fill('100');
    await fold('Alert contents');
    await pick('Content type', 'Chart');
    await pick('Select chart', 'All films');
    await fold('Schedule');
    await dialog().getByText('At 12:00 AM').waitFor();
    await fold('Notification method');
    await dialog().getByRole('textbox', { name: 'Email recipients' }).fill('ada@partner.org');
    // What is pointed at fades into its other colour.
    await page.mouse.move(2, 2);
    expect(await barriersInBothLights(page, '.ant-modal')).toEqual([]);
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: /Many films/ }).waitFor();
    expect(await barriersInBothLights(page, '#main')).toEqual([]);
  });

  test('what it would send is looked at, and it is sent: value, picture and log', async () => {
    await page.getByRole('button', { name: 'Preview Many films' }).click();
    await dialog().getByText('the alert would be sent').waitFor();
    await dialog().getByText('ada@partner.org').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send now Many films' }).click();
    await expect.poll(() => letters('Many films').length, { timeout: 60_000 }).toBe(1);
    const [letter] = letters('Many films');
    expect(letter?.raw).toContain('image/png');
    expect(letter?.text).toMatch(/Value: /);
    await page.getByRole('button', { name: 'Execution log Many films' }).click();
    await page.waitForURL(/\/alert\/\d+\/log\//);
    await page.getByRole('img', { name: 'Alert triggered, notification sent' }).first().waitFor();
    expect(await barriersInBothLights(page, '#main')).toEqual([]);
    await page.getByRole('link', { name: 'Back to all' }).click();
    await page.getByRole('row', { name: /Many films/ }).waitFor();
  });

  test('the link of a letter lets it be for a day', async () => {
    const [letter] = letters('Many films');
    const link = /https?:\/\/charts\.example\.org(\/report\/link\/[\w.-]+)/g;
    const links = [...decodedMail(letter?.raw ?? '').matchAll(link)].map(([, path = '']) => path);
    let snoozed = false;
    for (const path of links) {
      await page.goto(`${seat.product.url}${path}`);
      const button = page.getByRole('button', { name: /Snooze/ });
      if ((await button.count()) === 0) continue;
      await button.click();
      snoozed = true;
      break;
    }
    expect(snoozed).toBe(true);
  });

  test('a report is made, changed and switched off', async () => {
    await page.goto(`${seat.product.url}/report/list/`);
    await page.getByRole('button', { name: '+ Report' }).first().click();
    await dialog().getByRole('textbox', { name: 'Report name' }).fill('Films by mail');
    await fold('Report contents');
    await pick('Select dashboard', 'Films');
    await pick('Content format', 'Send as PDF');
    await fold('Notification method');
    await dialog().getByRole('textbox', { name: 'Email recipients' }).fill('ben@partner.org');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Send now Films by mail' }).click();
    await expect.poll(() => letters('Films by mail').length, { timeout: 60_000 }).toBe(1);
    expect(letters('Films by mail')[0]?.raw).toContain('application/pdf');
    await page.getByRole('button', { name: 'Edit Films by mail' }).click();
    await expect
      .poll(() => dialog().getByRole('textbox', { name: 'Report name' }).inputValue())
      .toBe('Films by mail');
    await fold('Notification method');
    expect(await dialog().getByRole('textbox', { name: 'Email recipients' }).inputValue()).toBe(
      'ben@partner.org',
    );
    await fold('General information');
    await dialog().getByRole('textbox', { name: 'Report name' }).fill('Films on Mondays');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    const active = page.getByRole('switch', { name: 'Films on Mondays is active' });
    await active.click();
    await expect.poll(() => active.getAttribute('aria-checked')).toBe('false');
    await page.reload();
    await expect.poll(() => active.getAttribute('aria-checked')).toBe('false');
    expect(seat.complaints).toEqual([]);
  });

  test.each([
    ['dashboard', '/superset/dashboard/films/', 'Weekly Report for Films'],
    ['chart', '/explore/?slice_id=3', 'Weekly Report for'],
  ])('a %s is mailed weekly in two clicks, changed, switched off and given up', async (kind, path, name) => {
    await page.goto(`${seat.product.url}${path}`);
    const menu = async (item: string) => {
      await page.getByRole('button', { name: 'Menu actions trigger' }).click();
      await page.getByRole('menuitem', { name: 'Manage email report' }).hover();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const made = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/v1/report/') && answer.request().method() === 'POST',
    );
    await menu('Set up an email report');
    const field = dialog().getByRole('textbox', { name: 'Report Name' });
    await expect.poll(() => field.inputValue()).toContain(name);
    await page.mouse.move(2, 2);
    expect(await barriersInBothLights(page, '.ant-modal')).toEqual([]);
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    expect((await made).request().postDataJSON()).toMatchObject({
      type: 'Report',
      creation_method: `${kind}s`,
      crontab: '0 12 * * 1',
      recipients: [{ type: 'Email' }],
    });
    await dialog().waitFor({ state: 'hidden' });
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await menu('Email reports active');
    expect((await changed).request().postDataJSON()).toEqual({ active: false });
    await page.keyboard.press('Escape');
    await menu('Edit email report');
    await expect.poll(() => field.inputValue()).toContain(name);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await menu('Delete email report');
    await page
      .getByRole('dialog', { name: 'Delete Report?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    expect((await gone).status()).toBe(200);
    expect(seat.complaints).toEqual([]);
  });

  test('an address asks for an alert on a chart', async () => {
    const answer = await page.request.get(
      `${seat.product.url}/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'All films')))`,
    );
    const { result } = await answer.json();
    await page.goto(`${seat.product.url}/alert/list/?chart=${result[0].id}&operator=%3C&threshold=12`);
    expect(await dialog().getByRole('textbox', { name: 'Alert name' }).inputValue()).toBe(
      'Alert on All films',
    );
    await fold('Alert condition');
    await expect.poll(() => dialog().locator('.cm-content').textContent()).toContain('SELECT');
    expect(await dialog().getByRole('spinbutton', { name: 'Value' }).inputValue()).toBe('12');
    await page.goto(`${seat.product.url}/explore/?slice_id=${result[0].id}`);
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Set up an alert' }).click();
    await expect
      .poll(() => dialog().getByRole('textbox', { name: 'Alert name' }).inputValue())
      .toBe('Alert on All films');
  });
});
