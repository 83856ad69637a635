import { CsvEncoder, type CsvOptions } from '../encode/encode-csv.ts';
import { rowPieces } from '../encode/encode-data.ts';
import type { Frame } from '../frame.ts';

/** Lines that are written into one chunk. */
const CHUNK = 1000;

/** A whole frame as comma separated text, in chunks of whole lines. */
export function* encodeCsv(frame: Frame, options: CsvOptions = {}): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new CsvEncoder(frame.columns, options);
  const columns = frame.columns.map(({ values }) => values);
  encoder.foresee(columns);
  for (let row = 0; row === 0 || row < frame.length; row += CHUNK)
    yield encoder.lines(columns, row, Math.min(row + CHUNK, frame.length));
}

/** The rows of a frame as the text of a JSON array of objects. */
export function encodeData(frame: Frame): string {
  return Buffer.concat([...rowPieces(frame)]).toString();
}
