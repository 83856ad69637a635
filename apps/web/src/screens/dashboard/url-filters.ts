import { type DataMask, type DataMasks, type JsonValue, parseRison } from '@chartroom/model';

/** Filters spelled out in the address (`native_filters`, rison); a damaged one counts as none. */
export function parseNativeFilters(text: string): DataMasks {
  let value: JsonValue;
  try {
    value = parseRison(text);
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const masks: DataMasks = {};
  for (const [id, given] of Object.entries(value)) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) continue;
    const mask: DataMask = { id };
    if (isPlain(given.extraFormData)) mask.extraFormData = given.extraFormData;
    if (isPlain(given.filterState)) mask.filterState = given.filterState;
    if (isPlain(given.ownState)) mask.ownState = given.ownState;
    masks[id] = mask;
  }
  return masks;
}

function isPlain(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
