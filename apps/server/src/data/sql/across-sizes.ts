const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as people read them: `1.2 GB`. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes / 1024, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  if (bytes < 1000) return `${Math.round(bytes)} bytes`;
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${UNITS[unit]}`;
}

/** How much is read of a table: `about 1.2 GB`. */
export function sizeText(size: { bytes: number } | undefined): string {
  return size ? `about ${bytesText(size.bytes)}` : 'an unknown amount';
}

/** A count with its thousands apart. */
export function countText(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}
