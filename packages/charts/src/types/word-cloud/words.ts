import { columnLabel, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { cutText, fittingFontSize } from '../../draw/measure-text.ts';
import { columnTypes, dimensionText, finiteOf } from '../../draw/row-names.ts';
import { columnsOf, metricsOf, numberOf } from '../../question/read-form.ts';
import { type PlacedWord, placeWords, type Word } from './spiral.ts';

/** Words that are tried: the weightiest. */
const MOST_WORDS = 400;
/** The cloud may be laid out on an area this much larger, and be drawn smaller, so that its first words fit. */
const SCALES = [1, 1.5, 2, 2.5, 3];
/** First words: at least ten, and a tenth of all. */
const FIRST_WORDS = 10;
/** Characters of a word that are written: a longer one would have to be too small to be read, and take the room of others. */
const LONGEST = 30;
/** Smaller than these pixels nobody reads. */
const SMALLEST = 6;
const LARGEST = 500;

/** A row of the answer as a word. */
export interface CloudWord extends Word {
  /** The text without being cut. */
  name: string;
  value: number;
}

export interface Cloud {
  words: readonly PlacedWord<CloudWord>[];
  /** Words that the answer has. */
  count: number;
}

/** The words of an answer with their places, from the middle of the picture. */
export function cloudOf(input: DrawInput): Cloud {
  const { width, height } = input;
  const rows = wordRows(input).toSorted((a, b) => b.value - a.value);
  const tried = rows.slice(0, MOST_WORDS);
  if (tried.length === 0 || width <= 0 || height <= 0) return { words: [], count: rows.length };
  const sizeOf = fontSizes(input, tried);
  const turnOf = turns(input.form.rotation);
  const all = tried.map(
    (row): CloudWord => ({ ...row, text: beginning(row.name), size: sizeOf(row.value), turn: turnOf() }),
  );
  const first = all.slice(0, Math.max(FIRST_WORDS, Math.ceil(all.length / 10)));
  const laidOut = (scale: number, words: readonly CloudWord[]) => {
    const [wide, high] = [width * scale, height * scale];
    return placeWords(
      words.map((word) => fitted(word, wide, high)),
      wide,
      high,
    );
  };
  const scale = SCALES.find((each) => laidOut(each, first).length === first.length) ?? SCALES.at(-1) ?? 1;
  const words = laidOut(scale, all)
    .map(({ word, x, y }) => ({ word: { ...word, size: word.size / scale }, x: x / scale, y: y / scale }))
    .filter(({ word }) => word.size >= SMALLEST);
  return { words, count: rows.length };
}

function wordRows({ form, results }: DrawInput): Pick<CloudWord, 'name' | 'value'>[] {
  const [result] = results;
  const [series] = columnsOf(form.series).map(columnLabel);
  const [metric] = metricsOf(form.metric).map(metricLabel);
  if (!result || series === undefined || metric === undefined) return [];
  const type = columnTypes(result).get(series);
  return result.data
    .map((row) => ({ name: dimensionText(row[series], type), value: finiteOf(row[metric]) ?? 0 }))
    .filter(({ name }) => name.trim() !== '');
}

/** From the smallest size for nothing (and less) to the largest for the largest value. */
function fontSizes(
  { form }: DrawInput,
  rows: readonly Pick<CloudWord, 'value'>[],
): (value: number) => number {
  const from = Math.min(LARGEST, Math.max(1, numberOf(form.size_from) ?? 10));
  const to = Math.min(LARGEST, Math.max(1, numberOf(form.size_to) ?? 70));
  const most = rows.reduce((largest, { value }) => Math.max(largest, value), 0);
  return (value) => (most > 0 ? from + ((to - from) * Math.max(0, value)) / most : from);
}

/** The directions of words, one after the other: the same ones each time the same cloud is drawn. */
function turns(rotation: unknown): () => number {
  const next = seeded();
  if (rotation === 'flat') return () => 0;
  return rotation === 'random' ? () => Math.floor(next() * 6 - 3) * 30 : () => Math.floor(next() * 2) * 90;
}

/** Numbers between 0 and 1 in an order that looks like none (a linear congruential generator). */
function seeded(): () => number {
  let state = 20_240_229;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function beginning(name: string): string {
  const characters = [...name];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('').trimEnd()}…` : name;
}

/** A word that is longer than the cloud is written smaller, and cut where that is not enough. */
function fitted(word: CloudWord, width: number, height: number): CloudWord {
  const room = 0.95 * (word.turn === 0 ? width : Math.min(width, height));
  const size = Math.min(fittingFontSize(word.text, word.size, room), Math.max(8, height / 2));
  return { ...word, size, text: cutText(word.text, size, room) };
}
