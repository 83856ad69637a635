import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileSource } from '../files/file-source.ts';
import { type CsvHead, readCsvHead, requireColumns } from './csv-head.ts';
import { type FileColumn, findCsvTypes } from './csv-types.ts';
import { checkColumns } from './known-columns.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Bytes that a line of a CSV may have when the form says nothing. */
const LONGEST_LINE = 2 ** 24;
/** Texts that stand for nothing when the form names none: those of the reference's reader. */
const NOTHING = [
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'None',
  'n/a',
  'nan',
  'null',
];
/** Of those, texts that are never something: `NA` is also Namibia. */
const SURELY_NOTHING = NOTHING.filter((text) => text !== 'NA' && text !== 'None');

/** Lines that do not have as many cells as the header, of which is told. */
const TOLD_LINES = 20;
/** Such lines that are looked at together. */
const LOOKED_AT_LINES = 10_000;
/** What the column is called that takes the cells beyond the header's. */
const MORE_CELLS = 'More cells';

/** A line that has not as many cells as the header. */
export interface OddLine {
  line: number;
  cells: number;
  text: string;
}

/** How a file is read, as far as that is found out. */
export interface Reading {
  /** What gives its values before they are read. */
  from: string;
  columns: FileColumn[];
  /** All columns of the file. */
  names: string[];
  /** Of a CSV, how it is laid out. */
  layout?: { delimiter: string; encoding: string; above: number };
  /** Lines with fewer or more cells than the header, the first of them. */
  lines: OddLine[];
  lineCount: number;
  /** The column that holds the cells beyond the header's. */
  moreCells?: string | undefined;
}

/** What gives the rows of a file, and the columns of them. */
export interface FileSelect {
  from: string;
  items: FileColumn[];
  reading: Reading;
}

/** How the lines of a CSV are read. */
interface CsvWay {
  /** Lines with fewer columns than the header are filled up: only one thread can do that. */
  pads: boolean;
  /** Columns beyond the header's. */
  extra: number;
  odd: Pick<Reading, 'lines' | 'lineCount'>;
}

/** What gives the rows of a CSV. Its types are found by reading all of it. */
export async function csvSelect(connection: DuckDBConnection, given: FileSource): Promise<FileSelect> {
  const head = await readCsvHead(given);
  const source = { ...given, delimiter: head.delimiter };
  checkColumns(head.names, source);
  const select = async (way: CsvWay): Promise<FileSelect> => {
    const rows = csvFunction(head, source, way);
    const beyond = moreCells(head, way);
    const from =
      beyond && source.longLines === 'omit' ? `(SELECT * FROM ${rows} WHERE ${beyond} IS NULL)` : rows;
    try {
      const items = await findCsvTypes(connection, from, head.names, source);
      const kept = beyond && source.longLines === 'keep' && (await isAny(connection, rows, beyond));
      const name = kept ? freeName(MORE_CELLS, head.names) : undefined;
      const reading = {
        from,
        columns: items,
        names: head.names,
        layout: layoutOf(head),
        ...way.odd,
        moreCells: name,
      };
      return { from, items: name && beyond ? [...items, { name, expression: beyond }] : items, reading };
    } catch (error) {
      const other = await otherWay(error, { connection, head, source }, way);
      if (!other) throw error;
      return select(other);
    }
  };
  return select({ pads: false, extra: 0, odd: { lines: [], lineCount: 0 } });
}

const layoutOf = ({ delimiter, encoding, above }: CsvHead) => ({ delimiter, encoding, above: above.lines });

/** How a file can be read that could not be read as it was tried. */
async function otherWay(
  error: unknown,
  file: { connection: DuckDBConnection; head: CsvHead; source: FileSource },
  way: CsvWay,
): Promise<CsvWay | undefined> {
  if (!(error instanceof Error)) return undefined;
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(error.message) ?? [];
  if (expected === undefined) return undefined;
  if (Number(found) < Number(expected) && way.pads) return undefined;
  if (Number(found) > Number(expected) && !file.source.longLines) return undefined;
  if (!file.source.longLines) return { ...way, pads: true };
  const odd = way.odd.lineCount > 0 ? way.odd : await oddLines(file);
  const most = Math.max(Number(found), ...odd.lines.map(({ cells }) => cells));
  requireColumns(most, file.source);
  return {
    pads: true,
    extra: Math.max(most - file.head.names.length, way.extra * 2),
    odd: { ...odd, lines: odd.lines.slice(0, TOLD_LINES) },
  };
}

/** Lines that do not have as many cells as the header. */
async function oddLines(file: {
  connection: DuckDBConnection;
  head: CsvHead;
  source: FileSource;
}): Promise<CsvWay['odd']> {
  const { connection, head, source } = file;
  const rejecting = ['store_rejects = true', `rejects_limit = ${LOOKED_AT_LINES}`];
  const way = { pads: false, extra: 0, odd: { lines: [], lineCount: 0 } };
  await connection.run(`SELECT count(*) FROM ${csvFunction(head, source, way, rejecting)}`);
  const found = await connection.runAndReadAll(
    `SELECT line, max(csv_line), max(regexp_extract(error_message, 'Found: (\\d+)', 1)::BIGINT)
     FROM reject_errors WHERE error_type IN ('MISSING COLUMNS', 'TOO MANY COLUMNS') GROUP BY line ORDER BY line`,
  );
  const lines = found.getRows().map(([line, text, cells]) => ({
    line: Number(line),
    text: String(text ?? '').slice(0, 200),
    cells: Number(cells),
  }));
  return { lines, lineCount: lines.length };
}

/** Names of the columns beyond the header's, which nobody sees. */
function extraNames(head: CsvHead, extra: number): string[] {
  const taken = [...head.names];
  return Array.from({ length: extra }, (_, at) => {
    const name = freeName(`beyond ${at}`, taken);
    taken.push(name);
    return name;
  });
}

/** The cells beyond the header's as they stand in the file; null when all are empty. */
function moreCells(head: CsvHead, { extra }: CsvWay): string | undefined {
  if (extra === 0) return undefined;
  const cells = extraNames(head, extra).map((name) => `coalesce(${quoteName(name)}, '')`);
  const delimiter = quoteText(head.delimiter);
  return `nullif(rtrim(concat_ws(${delimiter}, ${cells.join(', ')}), ${delimiter}), '')`;
}

async function isAny(connection: DuckDBConnection, from: string, expression: string): Promise<boolean> {
  const found = await connection.runAndReadAll(`SELECT count(${expression}) > 0 FROM ${from}`);
  return found.getRows()[0]?.[0] === true;
}

function freeName(wanted: string, names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted} ${count}`;
  return name;
}

function csvFunction(
  head: CsvHead,
  source: FileSource,
  { pads, extra }: CsvWay,
  more: readonly string[] = [],
): string {
  const usual = source.detect ? SURELY_NOTHING : NOTHING;
  const words = source.nullValues && source.nullValues.length > 0 ? source.nullValues : usual;
  // The engine takes no word that holds a separator or a quotation mark; no cell of such a file can be one either.
  const nothing = words.filter((word) => !word.includes(head.delimiter) && !word.includes('"'));
  const options = [
    ...more,
    'auto_detect = false',
    'header = false',
    'strict_mode = true',
    ...(pads ? ['null_padding = true', 'parallel = false'] : []),
    `skip = ${head.skipRecords}`,
    // Unless it is said, the engine silently leaves out a last line that its buffer does not hold.
    `max_line_size = ${source.maxLineBytes ?? LONGEST_LINE}`,
    `delim = ${quoteText(head.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    // Without any word the engine would take empty cells for nothing; this one is in no file of texts.
    `nullstr = [${(nothing.length > 0 ? nothing : ['\u0001']).map(quoteText).join(', ')}]`,
    `columns = {${[...head.names, ...extraNames(head, extra)].map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ')}}`,
  ];
  return `read_csv(${quoteText(source.path)}, ${options.join(', ')})`;
}
