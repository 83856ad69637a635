import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';
import { browserAtHand, chromiumPath, visit } from './support/browser.ts';
import { everyChartDrawn } from './support/charts-drawn.ts';
import { copiedHome } from './support/prepared-home.ts';
import { ADMIN, type Product, startProduct } from './support/product.ts';
import { giveAdminSession } from './support/sign-in.ts';

const SOON = { timeout: 60_000, interval: 300 };

describe.runIf(browserAtHand())('pictures of the pages of a running product', () => {
  let product: Product;
  let client: Client;
  beforeAll(async () => {
    const settings = {
      THUMBNAILS: 'true',
      ENABLE_DASHBOARD_SCREENSHOT_ENDPOINTS: 'true',
      CHROMIUM_SANDBOX: 'false',
    };
    product = await startProduct({
      home: copiedHome(),
      settings: { ...ADMIN, ...settings, CHROMIUM_PATH: chromiumPath() ?? '' },
    });
    client = await Client.signIn(product);
    await client.examplesReady();
  });
  afterAll(() => product?.remove());
  const ask = (path: string) => fetch(new URL(path, product.url), { headers: client.headers });
  /** What is at an address as soon as it is there. */
  const arrived = async (path: string): Promise<Buffer> => {
    await expect.poll(async () => (await ask(path)).status, SOON).toBe(200);
    return Buffer.from(await (await ask(path)).arrayBuffer());
  };

  test('a chart has a small picture that shows it, and so has a dashboard', async () => {
    for (const kind of ['chart', 'dashboard']) {
      const { result } = await client.call<{ result: { thumbnail_url: string }[] }>(
        'GET',
        `/api/v1/${kind}/`,
      );
      const png = await arrived(result[0]?.thumbnail_url ?? '');
      const { width, height, colors } = await seenIn(png);
      expect([width, height]).toEqual([800, 600]);
      expect(colors).toBeGreaterThan(20);
    }
    expect(product.output()).not.toMatch(/error/i);
    // Nobody has looked at them.
    expect(await client.call('GET', '/api/v1/log/recent_activity/')).toEqual({ result: [] });
  });

  test('a dashboard is shot as a whole, and as a document', async () => {
    const { result } = await client.call<{ result: { id: number } }>('GET', '/api/v1/dashboard/films');
    const path = `/api/v1/dashboard/${result.id}/cache_dashboard_screenshot/?q=(window_size:!(1200,500))`;
    const asked = await client.call<{ image_url: string; task_status: string }>('POST', path, {});
    expect(asked.task_status).toBe('Pending');
    const { width, height } = await seenIn(await arrived(asked.image_url));
    expect(width).toBe(1_200);
    expect(height).toBeGreaterThan(500);
    expect((await arrived(`${asked.image_url}?download_format=pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the page of a report has charts and neither navigation, title, tabs nor filters; that of a chart has the chart', async () => {
    const { page, context, complaints, close } = await visit();
    try {
      await giveAdminSession(context, product);
      await page.goto(`${product.url}/superset/dashboard/us-flights/?standalone=3`);
      await everyChartDrawn(page);
      for (const role of ['navigation', 'tablist', 'complementary'] as const)
        await expect.poll(() => page.getByRole(role).count()).toBe(0);
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(0);
      const { result } = await client.call<{ result: { id: number }[] }>('GET', '/api/v1/chart/');
      await page.goto(`${product.url}/explore/?slice_id=${result[0]?.id}&standalone=true`);
      await page.locator('[data-picture=chart] [data-chart-drawn]').first().waitFor();
      await expect.poll(() => page.getByRole('tab').count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  });
});

/** What a browser finds in a picture. */
async function seenIn(png: Buffer): Promise<{ width: number; height: number; colors: number }> {
  const { page, close } = await visit();
  try {
    return await page.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen?.drawImage(image, 0, 0);
        const pixels = new Uint32Array(
          pen?.getImageData(0, 0, image.width, image.height).data.buffer ?? new ArrayBuffer(0),
        );
        return { width: image.width, height: image.height, colors: new Set(pixels).size };
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
  } finally {
    await close();
  }
}
