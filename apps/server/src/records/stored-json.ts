import { isJsonObject, type JsonObject } from '@chartroom/model';

/**
 * A stored document that has to be an object; an empty one where there is none, or where something else was stored
 * (by an old client, or past the product). What holds it still opens then, shows the text as it is, and a save mends it.
 */
export function storedObject(text: string | null | undefined): JsonObject {
  if (!text?.trim()) return {};
  try {
    const document: unknown = JSON.parse(text);
    return isJsonObject(document) ? document : {};
  } catch {
    return {};
  }
}
