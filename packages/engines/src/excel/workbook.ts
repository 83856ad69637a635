import { Archive } from '../files/archive.ts';
import { fileProblem } from '../files/file-problem.ts';
import { pieces, tooLong } from './markup.ts';

/** A cell: text, a number, a truth, a moment (as ISO 8601 text), or nothing. */
export type SheetCell = string | number | boolean | { moment: string } | null;

/** Characters of one cell. Excel itself writes 32,767 at most. */
const LONGEST = 2 ** 24;

/** An Excel workbook (.xlsx) that is read sheet by sheet, row by row. */
export class Workbook {
  readonly #archive: Archive;
  /** Parts of the sheets by name, in their order. */
  readonly #sheets: ReadonlyMap<string, string>;
  readonly #texts: readonly string[];
  /** Whether the cells of a style are moments, by its number. */
  readonly #momentStyles: readonly boolean[];
  /** Days between the workbook's first day and 1970-01-01. */
  readonly #epoch: number;

  private constructor(parts: {
    archive: Archive;
    sheets: Map<string, string>;
    texts: string[];
    momentStyles: boolean[];
    epoch: number;
  }) {
    this.#archive = parts.archive;
    this.#sheets = parts.sheets;
    this.#texts = parts.texts;
    this.#momentStyles = parts.momentStyles;
    this.#epoch = parts.epoch;
  }

  /** Opens a workbook. Throws when the file is none. The signal ends all reading of it. */
  static async open(path: string, signal: AbortSignal): Promise<Workbook> {
    const archive = await Archive.open(
      path,
      'The file is no Excel workbook (.xlsx), or it is damaged.',
      signal,
    );
    const targets = await readTargets(archive);
    const { sheets, epoch } = await readSheets(archive, targets);
    if (sheets.size === 0) throw fileProblem('The workbook has no sheet.');
    const [texts, momentStyles] = [await readTexts(archive), await readMomentStyles(archive)];
    return new Workbook({ archive, sheets, texts, momentStyles, epoch });
  }

  get sheetNames(): string[] {
    return [...this.#sheets.keys()];
  }

  /** The rows of a sheet (absent = the first) that hold something. Throws when there is no such sheet. */
  async *rows(sheet?: string): AsyncGenerator<SheetCell[]> {
    const name = sheet ?? this.sheetNames[0] ?? '';
    const part = this.#sheets.get(name);
    if (part === undefined)
      throw fileProblem(`The workbook has no sheet "${name}". It has: ${this.sheetNames.join(', ')}.`);
    let row: SheetCell[] = [];
    let cell = { column: -1, type: '', style: 0, text: '' };
    let reading = false;
    for await (const piece of pieces(this.#archive.text(part), LONGEST)) {
      if (piece.kind === 'text') {
        if (reading) cell.text += piece.text;
        if (cell.text.length > LONGEST) throw tooLong(LONGEST);
      } else if (piece.kind === 'open') {
        if (piece.name === 'row') {
          row = [];
          cell = { ...cell, column: -1 };
        } else if (piece.name === 'c') {
          const place = piece.attributes.r;
          const column = place === undefined ? cell.column + 1 : columnOf(place);
          cell = {
            column,
            type: piece.attributes.t ?? 'n',
            style: Number(piece.attributes.s ?? 0),
            text: '',
          };
        } else if ((piece.name === 'v' || piece.name === 't') && !piece.closed) reading = true;
      } else if (piece.name === 'v' || piece.name === 't') reading = false;
      else if (piece.name === 'c') row[cell.column] = this.#value(cell);
      else if (piece.name === 'row' && row.some((value) => value !== null && value !== undefined))
        yield Array.from(row, (value) => value ?? null);
    }
  }

  #value({ type, style, text }: { type: string; style: number; text: string }): SheetCell {
    if (type === 's') return this.#texts[Number(text)] ?? null;
    if (type === 'b') return text === '1';
    if (type === 'e' || text === '') return null;
    if (type === 'd') return { moment: text };
    if (type !== 'n') return text;
    const number = Number(text);
    if (!Number.isFinite(number)) return text;
    return this.#momentStyles[style] ? { moment: this.#moment(number) } : number;
  }

  #moment(days: number): string {
    // Excel counts a 29th of February 1900 that never was.
    const shift = this.#epoch === 25_569 && days < 60 ? 1 : 0;
    const ms = Math.round((days + shift - this.#epoch) * 86_400_000);
    const text = new Date(ms).toISOString();
    return text.slice(0, -1).replace(/\.000$/, '');
  }
}

/** Zero-based column of a place such as `AB12`. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column < 1 || column > 16_384)
    throw fileProblem(`The workbook has a cell at "${place}", which is no place.`);
  return column - 1;
}

/** Parts by the identifiers that the workbook uses for them. */
async function readTargets(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for await (const piece of pieces(archive.text('xl/_rels/workbook.xml.rels'), LONGEST)) {
    if (piece.kind !== 'open' || piece.name !== 'Relationship') continue;
    const target = piece.attributes.Target ?? '';
    targets.set(piece.attributes.Id ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  return targets;
}

async function readSheets(
  archive: Archive,
  targets: Map<string, string>,
): Promise<{ sheets: Map<string, string>; epoch: number }> {
  const sheets = new Map<string, string>();
  let epoch = 25_569;
  for await (const piece of pieces(archive.text('xl/workbook.xml'), LONGEST)) {
    if (piece.kind !== 'open') continue;
    if (piece.name === 'workbookPr' && /^(1|true)$/.test(piece.attributes.date1904 ?? '')) epoch = 24_107;
    const part = piece.name === 'sheet' ? targets.get(piece.attributes.id ?? '') : undefined;
    if (part !== undefined && archive.has(part)) sheets.set(piece.attributes.name ?? '', part);
  }
  return { sheets, epoch };
}

/** Characters that all texts of a workbook may have together: they are held while its sheets are read. */
const MOST_TEXT = 2 ** 28;

/** Texts that cells refer to by number; phonetic hints are left out. */
async function readTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return texts;
  let [text, reading, hint] = ['', false, false];
  let total = 0;
  for await (const piece of pieces(archive.text('xl/sharedStrings.xml'), LONGEST)) {
    if (piece.kind === 'text') text += reading && !hint ? piece.text : '';
    else if (piece.name === 'rPh') hint = piece.kind === 'open';
    else if (piece.name === 't') reading = piece.kind === 'open' && !piece.closed;
    else if (piece.name === 'si') {
      if (piece.kind === 'close' || piece.closed) texts.push(text);
      total += text.length;
      if (total > MOST_TEXT)
        throw fileProblem(
          `The texts of the workbook have more than ${MOST_TEXT.toLocaleString('en')} characters.`,
        );
      text = '';
    }
  }
  return texts;
}

/** Numbers of the formats that every workbook has for days and times. */
const isBuiltInMoment = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

async function readMomentStyles(archive: Archive): Promise<boolean[]> {
  if (!archive.has('xl/styles.xml')) return [];
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  for await (const piece of pieces(archive.text('xl/styles.xml'), LONGEST)) {
    if (piece.kind === 'text') continue;
    if (piece.name === 'cellXfs') inCells = piece.kind === 'open';
    if (piece.kind !== 'open') continue;
    if (piece.name === 'numFmt')
      own.set(Number(piece.attributes.numFmtId), showsMoment(piece.attributes.formatCode ?? ''));
    else if (piece.name === 'xf' && inCells) {
      const format = Number(piece.attributes.numFmtId ?? 0);
      styles.push(own.get(format) ?? isBuiltInMoment(format));
    }
  }
  return styles;
}

/** Whether a format such as `dd.mm.yyyy` shows days or times; quoted text, colours and escapes do not count. */
function showsMoment(code: string): boolean {
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')) && !/^general$/i.test(code);
}
