/** Digits where a number begins that may be more than it holds: those behind a point, and those of texts, are looked at once. */
const LONG = /(?:^|[:,[\s-])\d{16}/;
const INTEGER = /^-?\d+$/;

/** Reads JSON; whole numbers that a number would round come as texts, as the server sends decimals. */
export function exactJson<T = unknown>(text: string): T {
  if (!LONG.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && INTEGER.test(source) ? source : value;
  });
}
