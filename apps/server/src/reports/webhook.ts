import { createHmac, randomBytes } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request as sealedRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Outbound } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import { DeliveryProblem } from '../mail/delivery-problem.ts';
import type { MailFile } from '../mail/mailer.ts';

/** What is sent to a webhook. */
export interface WebhookCall {
  url: string;
  /** The same for each try: whoever receives it twice knows it again. */
  id: string;
  payload: Readonly<Record<string, unknown>>;
  files: readonly MailFile[];
  now: Date;
}

/** Milliseconds that a webhook may take to answer. */
const PATIENCE = 15_000;

/** Header with the moment in epoch seconds and the HMAC-SHA256 of `<moment>.<body>` in hex. */
const SIGNATURE = 'x-chartroom-signature';

/**
 * Sends JSON to a webhook, or a form with the part `payload` and the files. Redirects are not followed, so that every
 * address that is reached is one that `outbound` lets through, however its name is resolved. Without a secret it bears no seal.
 * Rejects with DeliveryProblem.
 */
export async function callWebhook(
  call: WebhookCall,
  { secret, outbound, signal }: { secret?: string; outbound: Outbound; signal: AbortSignal },
): Promise<void> {
  const url = URL.parse(call.url);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new DeliveryProblem('never', 'This is not an address that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new DeliveryProblem('never', 'An address with a password in it is not called.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Names are looked at when they are resolved, which an address never is.
  const refusal = isIP(host) === 0 ? undefined : outbound.refusal(host);
  if (refusal) throw new DeliveryProblem('never', refusal.message, refusal);
  const { body, type } = bodyOf(call);
  const moment = Math.floor(call.now.getTime() / 1_000);
  const seal =
    secret !== undefined && createHmac('sha256', secret).update(`${moment}.`).update(body).digest('hex');
  const headers = {
    'content-type': type,
    'content-length': body.length,
    'user-agent': 'Chartroom',
    'idempotency-key': call.id,
    ...(seal && { [SIGNATURE]: `t=${moment},v1=${seal}` }),
  };
  const status = await statusOf(url, { headers, body, outbound, signal });
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400)
    throw new DeliveryProblem('never', `It leads elsewhere (${status}), which is not followed.`);
  throw new DeliveryProblem(
    status === 429 || status >= 500 ? 'later' : 'never',
    `It answered with status ${status}.`,
  );
}

interface Sending {
  headers: Record<string, string | number>;
  body: Buffer;
  outbound: Outbound;
  signal: AbortSignal;
}

function statusOf(url: URL, { headers, body, outbound, signal }: Sending): Promise<number> {
  const send = url.protocol === 'https:' ? sealedRequest : plainRequest;
  const ends = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const request = send(
      url,
      // A connection of its own: none is kept that was looked at for another name.
      { method: 'POST', headers, lookup: outbound.lookup, signal: ends, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.on('error', (error) => {
      if (error instanceof ChartroomError) reject(new DeliveryProblem('never', error.message, error));
      else reject(new DeliveryProblem(isConnected ? 'unknown' : 'later', error.message, error));
    });
    request.end(body);
  });
}

function bodyOf({ payload, files }: WebhookCall): { body: Buffer; type: string } {
  const json = JSON.stringify(payload);
  if (files.length === 0) return { body: Buffer.from(json), type: 'application/json' };
  const boundary = `chartroom-${randomBytes(16).toString('hex')}`;
  const part = (disposition: string, type: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const parts = files.map(({ name, type, content }) =>
    part(`name="files"; filename="${name.replace(/["\r\n\\]/g, '_')}"`, type, content),
  );
  const body = Buffer.concat([
    part('name="payload"', 'application/json', json),
    ...parts,
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
