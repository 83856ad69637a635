import { createServer, type RequestListener, type Server } from 'node:http';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from './chromium-path.ts';
import { ChromiumTaker } from './chromium-taker.ts';

const browser = browserAtHand();

/** Whether pictures can be taken here; says what was not tried when they cannot. In CI they have to be. */
function browserAtHand(): boolean {
  try {
    chromiumPath(process.env.CHROMIUM_PATH);
    return true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.warn('Chromium is not there: taking pictures was not tried. Set CHROMIUM_PATH to its program.');
    return false;
  }
}

const PAGES: Record<string, string> = {
  '/ready': '<body style="margin:0;background:#f00"><div data-picture style="height:100px">ready</div>',
  '/tall':
    '<body style="margin:0"><div data-picture style="height:100vh;overflow:auto"><div style="height:900px;background:#00f"></div></div>',
  '/late':
    '<body><div data-picture><i data-status="loading">x</i></div><script>setTimeout(() => document.querySelector("i").remove(), 400)</script>',
  '/never': '<body><div data-picture><i data-status="loading">still counting</i></div>',
  '/refused': '<body>This dashboard does not exist',
};

describe.runIf(browser)('a picture by Chromium', () => {
  let house: Server;
  let elsewhere: Server;
  const asked: string[] = [];
  const cookies: (string | undefined)[] = [];
  const options = { path: process.env.CHROMIUM_PATH, sandbox: false };
  let taker: ChromiumTaker;
  beforeAll(async () => {
    elsewhere = await listening((request, response) => {
      asked.push(request.url ?? '');
      response.end('seen');
    });
    const outside = addressOf(elsewhere);
    PAGES['/curious'] =
      `<body><div data-picture>x</div><img src="${outside}/image"><iframe src="${outside}/frame"></iframe><script>fetch("${outside}/fetch", { mode: "no-cors" }).catch(() => 0)</script>`;
    house = await listening((request, response) => {
      cookies.push(request.headers.cookie);
      response.setHeader('content-type', 'text/html').end(PAGES[request.url ?? ''] ?? '');
    });
    taker = new ChromiumTaker({ ...options, address: () => addressOf(house), patience: 15_000 });
  });
  afterAll(async () => {
    await taker.close();
    await Promise.all([house, elsewhere].map((server) => new Promise((resolve) => server.close(resolve))));
  });
  const take = (path: string, more: { size?: [number, number]; pdf?: boolean } = {}) =>
    taker.take(
      { path, session: 'the-session', window: [400, 300], pdf: false, ...more },
      AbortSignal.timeout(30_000),
    );

  test('shows the page in the session that it is given, in the size that is wanted', async () => {
    const { png, pdf } = await take('/ready', { size: [200, 100] });
    expect(sizeOf(png)).toEqual([200, 100]);
    expect(firstPixel(png)).toEqual([255, 0, 0]);
    expect(pdf).toBeUndefined();
    expect(cookies[0]).toBe('session=the-session');
  });

  test('has everything on the page that would have to be scrolled, also as a document', async () => {
    const { png, pdf } = await take('/tall', { pdf: true });
    expect(sizeOf(png)).toEqual([400, 900]);
    expect(firstPixel(png)).toEqual([0, 0, 255]);
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf?.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  test('waits for what is still to come', async () => {
    const begun = performance.now();
    await take('/late');
    expect(performance.now() - begun).toBeGreaterThan(400);
  });

  test('reaches nothing but this server', async () => {
    await take('/curious');
    expect(asked).toEqual([]);
  });

  test('of a page that does not get ready says what the page shows', async () => {
    // Its browser has to start within that, too, while other tests keep the machine busy.
    const hasty = new ChromiumTaker({ ...options, address: () => addressOf(house), patience: 4_000 });
    const request = { session: 'x', window: [400, 300] as const, pdf: false };
    try {
      await expect(hasty.take({ ...request, path: '/never' }, AbortSignal.timeout(20_000))).rejects.toThrow(
        'still counting',
      );
      await expect(hasty.take({ ...request, path: '/refused' }, AbortSignal.timeout(20_000))).rejects.toThrow(
        'This dashboard does not exist',
      );
    } finally {
      await hasty.close();
    }
  });

  test('ends when it is given up', async () => {
    const leaving = new AbortController();
    const taken = taker.take(
      { path: '/never', session: 'x', window: [400, 300], pdf: false },
      leaving.signal,
    );
    setTimeout(() => leaving.abort(new Error('given up')), 500);
    await expect(taken).rejects.toThrow('given up');
  });

  test('ends also when it is given up while the browser starts', async () => {
    const starting = new ChromiumTaker({ ...options, address: () => addressOf(house), patience: 60_000 });
    const leaving = new AbortController();
    const taken = starting.take(
      { path: '/never', session: 'x', window: [400, 300], pdf: false },
      leaving.signal,
    );
    leaving.abort(new Error('given up'));
    await expect(taken).rejects.toThrow('given up');
    await starting.close();
  }, 30_000);
});

test('a browser that is not there is told, and so is a server that does not listen', async () => {
  const request = { path: '/', session: 'x', window: [400, 300] as const, pdf: false };
  const absent = new ChromiumTaker({
    address: () => 'http://127.0.0.1:1',
    path: '/no/such/program',
    sandbox: true,
    patience: 1_000,
  });
  await expect(absent.take(request, AbortSignal.timeout(5_000))).rejects.toThrow(
    'there is no program /no/such/program',
  );
  const deaf = new ChromiumTaker({
    address: () => undefined,
    path: undefined,
    sandbox: true,
    patience: 1_000,
  });
  await expect(deaf.take(request, AbortSignal.timeout(5_000))).rejects.toThrow('does not listen');
});

async function listening(answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function addressOf(server: Server): string {
  const bound = server.address();
  return typeof bound === 'object' && bound ? `http://127.0.0.1:${bound.port}` : '';
}

function sizeOf(png: Buffer): number[] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** Red, green and blue of the first pixel: no filter changes it. */
function firstPixel(png: Buffer): number[] {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return [...inflateSync(Buffer.concat(parts)).subarray(1, 4)];
}
