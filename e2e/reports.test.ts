import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodedMail } from '../apps/server/src/testing/decoded-mail.ts';
import { type LetterBox, openLetterBox } from '../apps/server/src/testing/letter-box.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../apps/server/src/testing/webhook-receiver.ts';
import { Client } from '../bench/client.ts';
import { barriersInBothLights } from './support/axe.ts';
import { browserAtHand, visit } from './support/browser.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import { overBar } from './support/over-bar.ts';
import { makeReader, makeRita, PASSWORD } from './support/report-people.ts';
import { type Seat, takeSeat } from './support/seat.ts';
import { giveSession } from './support/sign-in.ts';

const SECRET = 'what receivers and the installation know';

describe.runIf(browserAtHand())('alerts and reports', () => {
  let seat: Seat;
  let page: Page;
  let box: LetterBox;
  let webhook: WebhookReceiver;
  beforeAll(async () => {
    box = await openLetterBox();
    webhook = await openWebhookReceiver(SECRET);
    seat = await takeSeat({
      ALERT_REPORTS: 'true',
      BASE_URL: 'http://charts.example.org',
      SMTP_MAIL_FROM: 'charts@example.org',
      ALERT_REPORTS_WEBHOOK_SECRET: SECRET,
      OUTBOUND_HOSTS: '127.0.0.1',
      ...box.settings,
    });
    ({ page } = seat);
  });
  afterAll(async () => {
    await seat?.leave();
    await box?.close();
    await webhook?.close();
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

  test('a webhook is called with the picture, and knows by the seal who called', async () => {
    await page.goto(`${seat.product.url}/report/list/`);
    await page.getByRole('button', { name: '+ Report' }).first().click();
    await dialog().getByRole('textbox', { name: 'Report name' }).fill('Films to a machine');
    await fold('Report contents');
    await pick('Select dashboard', 'Films');
    await fold('Notification method');
    await pick('Notification method', 'Webhook');
    await dialog().getByRole('textbox', { name: 'Addresses (https://…)' }).fill(webhook.url);
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Send now Films to a machine' }).click();
    await expect.poll(() => webhook.calls.length, { timeout: 60_000 }).toBe(1);
    const [call] = webhook.calls;
    expect(call?.isGenuine).toBe(true);
    const form = await new Response(new Uint8Array(call?.body ?? []), {
      headers: { 'content-type': call?.headers['content-type'] ?? '' },
    }).formData();
    expect(JSON.parse(String(form.get('payload')))).toMatchObject({ name: 'Films to a machine' });
    const files = [...form.values()].filter((value) => typeof value !== 'string');
    expect(files.map(({ type }) => type)).toEqual(['image/png']);
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
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    // Escape closes what was opened last: on a busy machine a part of the menu may have been that, and takes the first one.
    const leaves = async () => {
      await page.keyboard.press('Escape');
      return dialog().isHidden();
    };
    await expect.poll(leaves, { interval: 300 }).toBe(true);
    const trigger = page.getByRole('button', { name: 'Menu actions trigger' });
    await expect.poll(() => trigger.evaluate((button) => button === document.activeElement)).toBe(true);
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

  test('three people get one report, each with the filters and rights that are theirs, and the log shows it', async () => {
    const client = await Client.signIn(seat.product);
    await makeRita(client, await client.dataset('movies'));
    await page.goto(`${seat.product.url}/report/list/`);
    await page.getByRole('button', { name: '+ Report' }).first().click();
    await dialog().getByRole('textbox', { name: 'Report name' }).fill('Films for three');
    await fold('Report contents');
    await pick('Select dashboard', 'Films');
    await dialog().getByText('As they are when the dashboard is opened').waitFor();
    await fold('Notification method');
    await dialog()
      .getByRole('textbox', { name: 'Email recipients' })
      .fill('all@partner.org, rita@example.org');
    await dialog().getByRole('button', { name: 'Add recipients with other filters' }).click();
    const second = dialog().getByRole('region', { name: 'Notification method 2' });
    await second.getByRole('textbox', { name: 'Email recipients' }).fill('drama@partner.org');
    await second
      .getByRole('button', { name: 'Choose… Filters for the recipients of notification method 2' })
      .click();
    const choice = page.getByRole('dialog', { name: 'Filters for the recipients of notification method 2' });
    await choice.getByRole('combobox', { name: 'Genre' }).click();
    await page.keyboard.type('Drama');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.mouse.move(2, 2);
    expect(await barriersInBothLights(page, '.ant-modal')).toEqual([]);
    await choice.getByRole('button', { name: 'Apply' }).click();
    await second.getByText('Genre: Drama').waitFor();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Send now Films for three' }).click();
    await page.getByRole('button', { name: 'Execution log Films for three' }).click();
    // While it runs the log looks again by itself.
    await page.getByRole('img', { name: 'Working' }).waitFor();
    await expect.poll(() => letters('Films for three').length, { timeout: 90_000 }).toBe(3);
    await page
      .getByRole('button', { name: /^What was sent at/ })
      .first()
      .click();
    const sent = (names: string) => dialog().getByRole('region', { name: names });
    await sent('all@partner.org').getByText('Made with what admin may see').waitFor();
    await sent('rita@example.org').getByText('Made with what rita may see').waitFor();
    const pictureOf = async (names: string) => {
      const letter = sent(names).frameLocator('iframe').locator('img');
      const address = (await letter.getAttribute('src')) ?? '';
      return Buffer.from(address.split(',')[1] ?? '', 'base64').toString();
    };
    const [all, rita, drama] = [
      await pictureOf('all@partner.org'),
      await pictureOf('rita@example.org'),
      await pictureOf('drama@partner.org'),
    ];
    expect(drama).toContain('Genre: Drama');
    expect(all).not.toContain('Genre: Drama');
    expect(all).toContain('Comedy');
    // A rule lets Rita see Westerns alone.
    expect(rita).not.toContain('Comedy');
    expect(await barriersInBothLights(page, '.ant-modal')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(seat.complaints).toEqual([]);
  });

  test('a report takes over the filters and tabs that a dashboard shows', async () => {
    await page.goto(`${seat.product.url}/superset/dashboard/us-flights/`);
    await everyChartDrawn(page);
    const bar = page.getByRole('complementary', { name: 'Filters' });
    await bar.getByRole('combobox', { name: 'Origin' }).click();
    await page.keyboard.type('DAL');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Apply filters' }).click();
    await page.locator('article[aria-label="Busiest origins"][data-status=success]').waitFor();
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Manage email report' }).hover();
    await page.getByRole('menuitem', { name: 'Set up an email report' }).click();
    await dialog().getByRole('checkbox', { name: 'With the filters and tabs as they are now' }).check();
    const made = page.waitForRequest(
      (asked) => asked.url().endsWith('/api/v1/report/') && asked.method() === 'POST',
    );
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    const { dashboard } = (await made).postDataJSON().extra;
    expect(JSON.stringify(dashboard.dataMask)).toContain('"val":["DAL"]');
    expect(dashboard.activeTabs.length).toBeGreaterThan(0);
    await dialog().waitFor({ state: 'hidden' });
  });

  test('a number in a picture becomes an alert: when it falls below', async () => {
    await overBar(page, 'Busiest origins');
    const entry = page.getByRole('menuitem', { name: /^Tell me when this falls below [\d.,k]+$/ });
    await entry.click();
    await page.waitForURL(/\/alert\/list\//);
    await expect
      .poll(() => dialog().getByRole('textbox', { name: 'Alert name' }).inputValue())
      .toBe('Alert on Busiest origins');
    await fold('Alert condition');
    const text = () => dialog().locator('.cm-content').textContent();
    await expect.poll(text).toMatch(/"origin" = 'DAL'/);
    expect(Number(await dialog().getByRole('spinbutton', { name: 'Value' }).inputValue())).toBeGreaterThan(
      100,
    );
    await dialog().getByText('< (Smaller than)').waitFor();
    await fold('Notification method');
    await dialog().getByRole('textbox', { name: 'Email recipients' }).fill('ada@partner.org');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Preview Alert on Busiest origins' }).click();
    await dialog().getByText('the alert would not be sent').waitFor();
    await page.keyboard.press('Escape');
    expect(seat.complaints).toEqual([]);
  });

  test('who may have nothing sent is offered none of it', async () => {
    const visitor = await visit();
    try {
      await makeReader(await Client.signIn(seat.product), 'gina');
      await giveSession(visitor.context, seat.product, { username: 'gina', password: PASSWORD });
      await visitor.page.goto(`${seat.product.url}/superset/dashboard/films/`);
      await visitor.page.getByRole('button', { name: 'Menu actions trigger' }).click();
      await visitor.page.getByRole('menuitem', { name: 'Refresh dashboard' }).waitFor();
      expect(await visitor.page.getByRole('menuitem', { name: 'Manage email report' }).count()).toBe(0);
      await visitor.page.goto(`${seat.product.url}/alert/list/`);
      await visitor.page
        .getByText(/not allowed|may not|permission/i)
        .first()
        .waitFor();
    } finally {
      await visitor.close();
    }
  });
});
