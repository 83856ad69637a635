import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unzipped } from '../apps/server/src/testing/unzipped.ts';
import { Client } from '../bench/client.ts';
import { browserAtHand } from './support/browser.ts';
import { type Seat, takeSeat } from './support/seat.ts';

/** Width and height of a PNG file, as its first part tells them. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

describe.runIf(browserAtHand())('what dashboards are downloaded as', () => {
  let seat: Seat;
  let page: Page;
  beforeAll(async () => {
    seat = await takeSeat({ ALLOW_FULL_CSV_EXPORT: 'true' });
    ({ page } = seat);
  });
  afterAll(() => seat?.leave());

  const open = async (slug: string) => {
    await page.goto(`${seat.product.url}/superset/dashboard/${slug}/`);
    await page.getByRole('button', { name: 'Menu actions trigger' }).waitFor();
  };
  const bytesOf = async (download: Download) => readFile(await download.path());
  const tile = (name: string) => page.getByRole('article', { name });

  /** What an entry of the dashboard's menu hands out. */
  async function downloaded(entry: string): Promise<{ name: string; bytes: Buffer }> {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).hover();
    await page.getByRole('menuitem', { name: entry }).click();
    const download = await coming;
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
  }

  /** How many colours there are in parts of a picture, which tells what is blank; the parts in shares of its size. */
  function colorsIn(png: Buffer, parts: { left: number; top: number; width: number; height: number }[]) {
    return page.evaluate(
      async ([source, wanted]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (!context) return [];
        context.drawImage(image, 0, 0);
        return wanted.map(({ left, top, width, height }) => {
          const { data } = context.getImageData(
            left * image.width,
            top * image.height,
            Math.max(1, width * image.width),
            Math.max(1, height * image.height),
          );
          const colors = new Set(new Uint32Array(data.buffer));
          return colors.size;
        });
      },
      [`data:image/png;base64,${png.toString('base64')}`, parts] as const,
    );
  }

  test('an image has all charts, those far below the window too, light and dark', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open('us-flights');
      const { name, bytes } = await downloaded('Download as Image');
      expect(name).toBe('US_flights.png');
      const board = page.locator('[data-picture="dashboard"]');
      const [width, height] = await board.evaluate((element) => [element.clientWidth, element.scrollHeight]);
      const size = sizeOf(bytes);
      expect(size.width).toBe((width ?? 0) * 2);
      const headHeight = size.height / 2 - (height ?? 0);
      expect(headHeight).toBeGreaterThan(40);
      expect(headHeight).toBeLessThan(160);
      // Each chart where it stands on the board, without its head.
      const parts = await board.evaluate((element, above) => {
        const outer = element.getBoundingClientRect();
        const whole = { width: element.clientWidth, height: element.scrollHeight + above };
        return [...element.querySelectorAll('article')].map((article) => {
          const box = article.getBoundingClientRect();
          return {
            left: (box.left - outer.left) / whole.width,
            top: (box.top - outer.top + element.scrollTop + above + 40) / whole.height,
            width: box.width / whole.width,
            height: (box.height - 50) / whole.height,
          };
        });
      }, headHeight);
      expect(parts.length).toBeGreaterThan(5);
      const colors = await colorsIn(bytes, parts);
      expect(Math.min(...colors)).toBeGreaterThan(10);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('a PDF has pages that cut no chart in two', async () => {
    await open('us-flights');
    const { name, bytes } = await downloaded('Export to PDF');
    expect(name).toBe('US_flights.pdf');
    const text = bytes.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    const pages = [...text.matchAll(/\/Type \/Page .*?\/MediaBox \[0 0 (\d+) ([\d.]+)\]/g)];
    expect(pages.length).toBeGreaterThan(0);
    expect(text).toContain(`/Count ${pages.length} `);
    for (const [, wide, high] of pages) {
      expect(Number(wide)).toBe(595);
      expect(Number(high)).toBeLessThanOrEqual(842);
    }
    const [, wide, high, length] =
      /\/Width (\d+) \/Height (\d+).*?\/Length (\d+) >>\nstream\n/.exec(text) ?? [];
    const from = text.indexOf('stream\n', text.indexOf('/FlateDecode')) + 'stream\n'.length;
    const pixels = inflateSync(bytes.subarray(from, from + Number(length)));
    expect(pixels).toHaveLength(Number(wide) * Number(high) * 3);
    const colors = new Set<number>();
    for (let at = 0; at < pixels.length; at += 3) colors.add(pixels.readUIntBE(at, 3));
    expect(colors.size).toBeGreaterThan(100);
  });

  test('a workbook has a sheet for each chart, with the filters in force', async () => {
    await open('films');
    await page.getByRole('combobox', { name: 'Genre' }).click();
    await page.locator('.ant-select-item-option').getByText('Drama', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await tile('Films by rating').getByRole('button', { name: 'Applied filters (1)' }).waitFor();
    const { name, bytes } = await downloaded('Export to Excel workbook');
    expect(name).toBe('Films.xlsx');
    const files = await unzipped(bytes);
    const sheets = [...(files['xl/workbook.xml'] ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(
      ([, each]) => each,
    );
    const charts = await page
      .getByRole('article')
      .evaluateAll((tiles) => tiles.map((each) => each.getAttribute('aria-label')));
    expect(sheets).toEqual(expect.arrayContaining(charts.map((each) => each?.slice(0, 31))));
    const at = sheets.indexOf('Films by rating') + 1;
    const sheet = files[`xl/worksheets/sheet${at}.xml`] ?? '';
    expect(sheet.match(/<row>/g)?.length).toBeGreaterThan(1);
  });

  test('what takes long tells how far it is, and is given up when it is closed', async () => {
    await open('films');
    let isAsked = false;
    await page.route('**/dashboard/*/workbook', () => {
      // Nobody answers.
      isAsked = true;
    });
    await page.getByRole('button', { name: 'Menu actions trigger' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).hover();
    await page.getByRole('menuitem', { name: 'Export to Excel workbook' }).click();
    await page.getByRole('dialog').getByText('8 charts are asked').waitFor();
    await expect.poll(() => isAsked).toBe(true);
    const ended = page.waitForEvent('requestfailed');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await ended).url()).toContain('/workbook');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.unroute('**/dashboard/*/workbook');
  });

  test('a chart has its image', async () => {
    await open('us-flights');
    const first = page.getByRole('article').first();
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => first.getAttribute('data-status')).toBe('success');
    const title = (await first.getAttribute('aria-label')) ?? '';
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `More Options: ${title}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download' }).hover();
    await page.getByRole('menuitem', { name: 'Download as image' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    const { width } = sizeOf(await bytesOf(download));
    expect(width).toBe(Math.round(((await first.boundingBox())?.width ?? 0) - 2) * 2);
  });

  test('a table has all of its rows, beyond its own limit, where the installation allows it', async () => {
    const client = await Client.signIn(seat.product);
    const { result } = await client.call<{ result: { id: number; slice_name: string; form_data: object }[] }>(
      'GET',
      '/api/v1/dashboard/films/charts',
    );
    const table = result.find(({ slice_name }) => slice_name === 'All films');
    const params = JSON.stringify({ ...table?.form_data, row_limit: 10, server_pagination: false });
    await client.call('PUT', `/api/v1/chart/${table?.id}`, { params });
    await open('films');
    await tile('All films').scrollIntoViewIfNeeded();
    await expect.poll(() => tile('All films').getAttribute('data-status')).toBe('success');
    const linesOf = async (entry: string) => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More Options: All films', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Download' }).hover();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
      return (await bytesOf(await coming)).toString().trim().split('\n').length;
    };
    expect(await linesOf('Export to .CSV')).toBe(11);
    // The filters of the last test are back: all dramas.
    expect(await linesOf('Export to full .CSV')).toBeGreaterThan(500);
  });

  test('the console told nothing', () => expect(seat.complaints).toEqual([]));
});
