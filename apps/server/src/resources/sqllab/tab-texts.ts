import { beyondBound, type JsonValue } from '@chartroom/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '../../http/errors.ts';
import { readJson } from '../../http/json-text.ts';
import { formFields } from '../form-fields.ts';

/** Characters of names, of a document of a tab or a table, and of the documents of all tables beside a tab: a tab is told as a whole. */
export const LONGEST = { name: 256, document: 1 << 20, tables: 4 << 20 };

/** The name of something that a tab is about; null for what is no text. @throws ChartroomError 400 for one that is too long */
export function nameOf(value: unknown, name: string): string | null {
  return textOf(value, name, LONGEST.name);
}

/** A text of at most so many characters; null for what is none. @throws ChartroomError 400 for one that is longer */
export function textOf(value: unknown, name: string, most: number): string | null {
  if (typeof value !== 'string') return null;
  requireLength(value, name, most);
  return value;
}

/** @throws ChartroomError 400 for a text of more characters */
export function requireLength({ length }: string, name: string, most: number): void {
  if (length > most) throw beyondBound(`${name}: the length`, length, most);
}

/** A field of the form whose text is JSON. */
export async function formJson(request: FastifyRequest, name: string): Promise<JsonValue> {
  const text = (await formFields(request))[name];
  if (text === undefined) throw badRequest(`${name}: is missing`);
  return readJson(text, name);
}

/** Answers that it is done: a text on its own would not be sent as JSON. */
export function sendDone(reply: FastifyReply): FastifyReply {
  return reply.type('application/json').send('"OK"');
}
