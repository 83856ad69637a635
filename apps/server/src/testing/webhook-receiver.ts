import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a webhook was called with. */
export interface WebhookCall {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether it bears the seal of whoever knows the secret, as docs/reports.md has receivers check it. */
  isGenuine: boolean;
}

/** A webhook on this machine that takes every call. */
export interface WebhookReceiver {
  url: string;
  calls: WebhookCall[];
  close(): Promise<void>;
}

/** Opens one that checks calls with the secret. */
export async function openWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const calls: WebhookCall[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const [, moment = '', seal] =
        /^t=(\d+),v1=([\da-f]+)$/.exec(String(request.headers['x-chartroom-signature'])) ?? [];
      const own = createHmac('sha256', secret).update(`${moment}.`).update(body).digest('hex');
      const isRecent = Math.abs(Date.now() / 1_000 - Number(moment)) < 300;
      calls.push({ headers: request.headers, body, isGenuine: isRecent && seal === own });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
