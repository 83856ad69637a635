/** Any value JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. `undefined` members are left out when it is written. */
export type JsonObject = { [key: string]: JsonValue | undefined };

/** Whether a value is a plain object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object that it has itself: names of people are not to find what every object inherits, as `constructor`. */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Whether two values are the same in JSON, in whatever order their members stand; absent and undefined are the same. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isDeepEqual(each, other[at]));
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isDeepEqual(one[name], other[name]));
}
