import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { chartNamed, inExplore, storedForm } from './support/explore-seat.ts';
import { freePort } from './support/product.ts';
import { type Seat, takeSeat } from './support/seat.ts';

/** A tile of one colour. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPYcmIfSYhhVMOohuGrAQD8KDofjmBhyQAAAABJRU5ErkJggg==',
  'base64',
);
const LABEL = 'Streets of the test';

describe.runIf(browserAtHand())('maps to go around in', () => {
  let seat: Seat;
  let page: Page;
  let client: Client;
  let site: Server;
  let address: string;
  /** What was asked of the site of the tiles, and whether it has any. */
  const asked: string[] = [];
  let hasTiles = true;
  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}/{z}/{x}/{y}.png`;
    site = createServer(({ url = '' }, response) => {
      asked.push(url);
      const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'image/png' };
      response.writeHead(hasTiles ? 200 : 404, headers).end(hasTiles ? TILE : undefined);
    }).listen(port, '127.0.0.1');
    seat = await takeSeat({ DECKGL_BASE_MAP: JSON.stringify([[`tile://${address}`, LABEL, 'The testers']]) });
    ({ page } = seat);
    client = await Client.signIn(seat.product);
  });
  afterAll(async () => {
    await seat?.leave();
    site?.close();
  });

  test('the ground is what the chart says of those that the installation offers', async () => {
    const chart = await chartNamed(client, 'Where airports are');
    const { open, drawn, update } = inExplore(seat);
    await open(chart.id);
    // The usual ground asks no other site.
    expect(asked).toEqual([]);
    const form = await storedForm(client, chart.id);
    await client.call('PUT', `/api/v1/chart/${chart.id}`, {
      params: JSON.stringify({ ...form, mapbox_style: address }),
    });
    await open(chart.id);
    await page.getByText('The testers').waitFor();
    expect(asked.length).toBeGreaterThan(0);
    const depth = () => Math.max(...asked.map((url) => Number(url.split('/')[1])));
    const before = depth();
    const map = page.getByRole('button', { name: /^Map of/ });
    await map.focus();
    await page.keyboard.press('+');
    await expect.poll(depth).toBeGreaterThan(before);
    hasTiles = false;
    await page.keyboard.press('+');
    await page
      .getByText(/^Not all of the map “Streets of the test” could be loaded from 127\.0\.0\.1:/)
      .waitFor();
    hasTiles = true;
    await update();
    await drawn();
  });

  test('keys go from mark to mark, and to their values', async () => {
    const map = page.getByRole('button', { name: /^Map of/ });
    await map.focus();
    await page.keyboard.press('PageDown');
    const told = page.getByRole('status').filter({ hasText: /\S/ });
    await expect.poll(() => told.allTextContents()).not.toEqual([]);
    const first = (await told.allTextContents()).join();
    await page.keyboard.press('PageDown');
    await expect.poll(async () => (await told.allTextContents()).join()).not.toBe(first);
    const failed = seat.complaints.filter((text) => !/404|GPU stall|ReadPixels/.test(text));
    expect(failed).toEqual([]);
  });
});
