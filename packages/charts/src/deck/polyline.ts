/** Letters begin here, and each holds so many bits and whether more follow. */
const FIRST = 63;
const BITS = 5;
const MORE = 1 << BITS;
const PRECISION = 1e5;

/** The points of an encoded polyline, latitudes first; undefined for a text that is none. */
export function decodedPolyline(text: string): [number, number][] | undefined {
  const steps = decodedNumbers(text);
  if (!steps || steps.length % 2 === 1) return undefined;
  let [latitude, longitude] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, index) => {
    latitude += steps[2 * index] ?? 0;
    longitude += steps[2 * index + 1] ?? 0;
    return [latitude / PRECISION, longitude / PRECISION];
  });
}

function decodedNumbers(text: string): number[] | undefined {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of text) {
    const bits = letter.charCodeAt(0) - FIRST;
    if (bits < 0 || bits > FIRST || shift > 6 * BITS) return undefined;
    value |= (bits & (MORE - 1)) << shift;
    shift += BITS;
    if (bits < MORE) {
      numbers.push(value & 1 ? ~(value >> 1) : value >> 1);
      [value, shift] = [0, 0];
    }
  }
  return shift === 0 ? numbers : undefined;
}
