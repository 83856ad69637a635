import { NOTHING, type PackedColumn } from '@chartroom/query/rows';
import type { DuckDBVector } from '@duckdb/node-api';
import { type AnswerBounds, tooLargeAnswer, tooLargeCell, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { packLongTexts } from './long-texts.ts';

/** Bytes of an entry of a vector of texts: its length in the first four, then the text itself when it is short. */
const ENTRY = 16;
const SHORT = 12;

/** Short texts that are remembered, by what their entry holds. A power of two. */
const SLOTS = 4096;
const words = new Int32Array(SLOTS * 4);
const texts: string[] = new Array(SLOTS);
/** In which batch a slot was last met, and at which place there. */
const batches = new Float64Array(SLOTS);
const places = new Uint16Array(SLOTS);
let batch = 0;

/**
 * A vector of texts, read straight from its memory: most columns repeat a few short texts, and to decode each anew is what
 * reading would otherwise spend its time on. The library keeps that memory in members that its types hide; undefined when
 * they are not there (another version).
 */
export function packTexts(
  vector: DuckDBVector,
  length: number,
  nulls: Uint8Array | null,
  bounds: AnswerBounds = USUAL_BOUNDS,
): PackedColumn | undefined {
  const view: unknown = Reflect.get(vector, 'dataView');
  if (!(view instanceof DataView) || view.byteLength < length * ENTRY || length >= NOTHING) return undefined;
  const { long: count, letters } = measured(view, length, nulls, bounds);
  const joined = count * 2 > length ? packLongTexts(view, length, nulls, letters) : undefined;
  if (joined) return joined;
  batch += 1;
  const met: string[] = [];
  const where = new Uint16Array(length);
  for (let row = 0; row < length; row++) {
    if (nulls?.[row]) {
      where[row] = NOTHING;
      continue;
    }
    const at = row * ENTRY;
    const size = view.getInt32(at, true);
    if (size > SHORT) {
      where[row] = met.push(textAt(vector, row, size)) - 1;
      continue;
    }
    const [first, second, third] = [
      view.getInt32(at + 4, true),
      view.getInt32(at + 8, true),
      view.getInt32(at + 12, true),
    ];
    const slot = hash(size, first, second, third);
    const word = slot * 4;
    const isKnown =
      words[word] === size &&
      words[word + 1] === first &&
      words[word + 2] === second &&
      words[word + 3] === third;
    if (!isKnown || texts[slot] === undefined) {
      texts[slot] = textAt(vector, row, size);
      words.set([size, first, second, third], word);
    } else if (batches[slot] === batch) {
      where[row] = places[slot] ?? NOTHING;
      continue;
    }
    batches[slot] = batch;
    places[slot] = met.length;
    where[row] = met.push(texts[slot] ?? '') - 1;
  }
  return { form: 'texts', texts: met, places: where };
}

/** A byte order mark, and its bytes. */
const MARK = '\ufeff';
const MARK_BYTES = 3;

/** A text of so many bytes. The library takes a byte order mark for none of its letters; it is put back. */
function textAt(vector: DuckDBVector, row: number, size: number): string {
  const text = String(vector.getItem(row));
  if (text.length === size) return text;
  return Buffer.byteLength(text) === size - MARK_BYTES ? MARK + text : text;
}

/** How many texts are long, and the bytes of all. Looked at before one is made: all together may be more than this process can hold. */
function measured(
  view: DataView,
  length: number,
  nulls: Uint8Array | null,
  bounds: AnswerBounds,
): { long: number; letters: number } {
  let [long, letters] = [0, 0];
  for (let row = 0; row < length; row++) {
    if (nulls?.[row]) continue;
    const size = view.getInt32(row * ENTRY, true);
    letters += size;
    if (size > SHORT) long += 1;
    if (size > bounds.MAX_CELL_BYTES) throw tooLargeCell(bounds.MAX_CELL_BYTES);
    if (letters > bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(bounds);
  }
  return { long, letters };
}

function hash(size: number, first: number, second: number, third: number): number {
  let mixed = Math.imul(first ^ (size << 24), 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ second, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ third, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) & (SLOTS - 1);
}
