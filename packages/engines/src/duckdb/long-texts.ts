import type { PackedColumn } from '@chartroom/query/rows';
import { DuckDBVarCharVector, type DuckDBVector } from '@duckdb/node-api';

/** Bytes of an entry of a vector of texts: its length in the first four; of a long one, where it lies in the last eight. */
const ENTRY = 16;
const ADDRESS = 8;
/** Bytes up to which a text lies in its entry. */
const SHORT = 12;
/** Letters of one text beyond which texts cross one by one: cut out of one, each would keep all of it in memory. */
const MOST_LETTERS = 1 << 22;

const decoder = new TextDecoder();

/**
 * The texts of a column most of which are long, as one. The engine lays them one behind the other, so that they are read many
 * at a time: to ask for each is what reading them would otherwise spend its time on. Undefined where a text has letters beyond
 * ASCII, whose places cannot be counted in bytes, or the texts are too many letters for one.
 */
export function packLongTexts(
  view: DataView,
  length: number,
  nulls: Uint8Array | null,
  sum: number,
): PackedColumn | undefined {
  if (sum > MOST_LETTERS) return undefined;
  const ends = new Uint32Array(length);
  const parts: string[] = [];
  const run = new Run();
  let end = 0;
  for (let row = 0; row < length; row++) {
    const at = row * ENTRY;
    const size = nulls?.[row] ? 0 : view.getInt32(at, true);
    end += size;
    ends[row] = end;
    if (size === 0 || run.takes(view, at, size)) continue;
    if (!run.read(parts)) return undefined;
    if (size > SHORT) run.begin(view, at, size);
    else parts.push(decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at + 4, size)));
  }
  if (!run.read(parts)) return undefined;
  const text = parts.join('');
  return text.length === end ? { form: 'joined', text, ends, nulls, isDecimal: false } : undefined;
}

/** Texts that lie one behind the other. */
class Run {
  /** An entry like the engine's own, of a text that is all of them. */
  readonly #entry = new DataView(new ArrayBuffer(ENTRY));
  #length = 0;
  /** Where the next one would lie, in halves of 32 bits. */
  #low = 0;
  #high = 0;

  begin(view: DataView, at: number, size: number): void {
    this.#low = view.getUint32(at + ADDRESS, true);
    this.#high = view.getUint32(at + ADDRESS + 4, true);
    this.#entry.setUint32(ADDRESS, this.#low, true);
    this.#entry.setUint32(ADDRESS + 4, this.#high, true);
    this.#length = 0;
    this.#add(size);
  }

  /** Adds a text that lies behind the others; false for any other. */
  takes(view: DataView, at: number, size: number): boolean {
    const isNext =
      size > SHORT &&
      this.#length > 0 &&
      view.getUint32(at + ADDRESS, true) === this.#low &&
      view.getUint32(at + ADDRESS + 4, true) === this.#high;
    if (isNext) this.#add(size);
    return isNext;
  }

  /** Puts them behind the parts as one text; false where letters beyond ASCII are among them. Nothing is left. */
  read(parts: string[]): boolean {
    const length = this.#length;
    if (length === 0) return true;
    this.#length = 0;
    this.#entry.setUint32(0, length, true);
    const given = [this.#entry, { itemValid: () => true }, undefined, 0, 1];
    const vector: DuckDBVector = Reflect.construct(DuckDBVarCharVector, given);
    const text = String(vector.getItem(0));
    parts.push(text);
    return text.length === length;
  }

  #add(size: number): void {
    this.#length += size;
    const low = this.#low + size;
    this.#low = low >>> 0;
    if (low > 0xffffffff) this.#high += 1;
  }
}
