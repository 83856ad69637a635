import type { JsonValue } from '@chartroom/model';
import { DEEPEST, isTooDeep } from '../base/json-depth.ts';
import { badRequest } from './errors.ts';

/** What a field's text in JSON says. Throws 400, naming the field, for a text that is no JSON or too deep. */
export function readJson(text: string, field: string): JsonValue {
  if (isTooDeep(text)) throw badRequest(`${field}: nests lists and objects more than ${DEEPEST} levels deep`);
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch (error) {
    throw badRequest(`${field}: is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
}
