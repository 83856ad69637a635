import { type DataMasks, dataMaskSchema, isJsonObject, type JsonValue, parseRison } from '@chartroom/model';

/** What an address spells out of filters. */
export interface SpelledFilters {
  masks: DataMasks;
  /** Whether all of it could be read. */
  isWhole: boolean;
}

/** Filters spelled out in the address (`native_filters`, rison); what of them is damaged counts as not said. */
export function parseNativeFilters(text: string): SpelledFilters {
  const value = read(text);
  if (!isJsonObject(value)) return { masks: {}, isWhole: false };
  const given = Object.entries(value);
  const masks = given.flatMap(([id, said]) => {
    const mask = isJsonObject(said) ? dataMaskSchema.safeParse(partsOf(said)) : undefined;
    return mask?.success ? [[id, { ...mask.data, id }] as const] : [];
  });
  return { masks: Object.fromEntries(masks), isWhole: masks.length === given.length };
}

function read(text: string): JsonValue | undefined {
  try {
    return parseRison(text);
  } catch {
    // The caller tells that nothing could be read.
    return undefined;
  }
}

/** The parts of a mask that an address may say. */
function partsOf(said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parts = ['extraFormData', 'filterState', 'ownState'] as const;
  return Object.fromEntries(parts.flatMap((part) => (said[part] === undefined ? [] : [[part, said[part]]])));
}
