import { isJsonObject, type JsonObject } from '@chartroom/model';
import { isTooDeep } from '../base/json-depth.ts';

/**
 * A stored document that has to be an object; an empty one where there is none, or where something else was stored
 * (by an old client, or past the product). What holds it still opens then, shows the text as it is, and a save mends it.
 */
export function storedObject(text: string | null | undefined): JsonObject {
  const document = storedDocument(text);
  return isJsonObject(document) ? document : {};
}

/** A stored document of any shape; undefined where there is none, or where the text is no document. */
export function storedDocument(text: string | null | undefined): unknown {
  // What is too deep to be walked or printed counts as no document.
  if (!text?.trim() || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
