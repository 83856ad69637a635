import type { LightMyRequestResponse } from 'fastify';
import { type Answer, answerOf, type PersonName, type TestApp } from './test-app.ts';

/** What stands in a field: a text, or a file with its name. */
export type FormField = string | { name: string; content: string | Buffer };

/** Sends a form in parts, as a page does. */
export async function sendForm(
  house: TestApp,
  url: string,
  fields: Record<string, FormField>,
  who: PersonName = 'admin',
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(field, value);
    else form.set(field, new Blob([new Uint8Array(Buffer.from(value.content))]), value.name);
  }
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return answerOf(await sendBytes(house, url, type, Buffer.from(await encoded.arrayBuffer()), who));
}

/** Sends a body as it is. */
export async function sendBytes(
  { app, services, ids }: TestApp,
  url: string,
  type: string,
  payload: Buffer | string,
  who: PersonName = 'admin',
): Promise<LightMyRequestResponse> {
  const token = await services.tokens.issue('access', { userId: ids[who], stamp: 0 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return app.inject({ method: 'POST', url, headers, payload });
}
