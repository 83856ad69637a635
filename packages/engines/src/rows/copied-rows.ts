import { ChartroomError } from '@chartroom/model';
import { type Cell, type ColumnBatch, Decimal, type ResultColumn } from '@chartroom/query';
import type { CopiedColumn, CopiedPiece, CopiedRows, Result } from '../engine.ts';

/** Epoch milliseconds at which the year 1 begins and the year 9999 has ended. */
const [FIRST, LAST] = [-62_135_596_800_000, 253_402_300_800_000];

/**
 * The rows of an answer for another engine. What was read as text stays text: times of day, durations, lists. Bytes cannot be
 * told from the text that stands for them. @throws ChartroomError 422 for a column of bytes
 */
export function copiedRows({ columns, batches }: Result, engineName: string): CopiedRows {
  const copied = columns.map((column) => copiedColumn(column, engineName));
  const writers = columns.map(({ kind, name }) => writerOf(kind, name));
  return { columns: copied, pieces: pieces(batches, writers) };
}

function copiedColumn({ name, kind }: ResultColumn, engineName: string): CopiedColumn {
  switch (kind) {
    case 'int':
      return { name, type: 'HUGEINT' };
    case 'float':
      return { name, type: 'DOUBLE' };
    case 'decimal':
      return { name, type: 'VARCHAR', form: 'digits' };
    case 'bool':
      return { name, type: 'BOOLEAN' };
    case 'timestamp':
      return { name, type: 'TIMESTAMP' };
    case 'date':
      return { name, type: 'DATE' };
    case 'uuid':
      return { name, type: 'UUID' };
    case 'json':
      return { name, type: 'JSON' };
    case 'bytes':
      throw new ChartroomError(
        `The column "${name}" holds bytes, which cannot be read from ${engineName} into a query across databases. Name the columns that you need without it.`,
        { status: 422, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' },
      );
    default:
      return { name, type: 'VARCHAR' };
  }
}

type Write = (cell: Exclude<Cell, null>) => string;

function writerOf(kind: ResultColumn['kind'], name: string): Write {
  if (kind === 'timestamp' || kind === 'date') return (cell) => momentText(cell, kind, name);
  if (kind === 'float') return numberText;
  return kind === 'int' || kind === 'bool' ? String : quoted;
}

function quoted(cell: Exclude<Cell, null>): string {
  const text = cell instanceof Decimal ? cell.text : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}

function numberText(cell: Exclude<Cell, null>): string {
  if (cell === Number.POSITIVE_INFINITY) return 'Infinity';
  return cell === Number.NEGATIVE_INFINITY ? '-Infinity' : String(cell);
}

/** A moment to the microsecond, as the wall clock reads. @throws ChartroomError 422 for one that the clock does not reach */
function momentText(cell: Exclude<Cell, null>, kind: 'timestamp' | 'date', column: string): string {
  if (cell === Number.POSITIVE_INFINITY) return 'infinity';
  if (cell === Number.NEGATIVE_INFINITY) return '-infinity';
  if (typeof cell !== 'number' || cell < FIRST || cell >= LAST) {
    throw new ChartroomError(
      `The column "${column}" holds the moment ${typeof cell === 'number' ? `${cell} ms` : String(cell)}, beyond the years 1 to 9999 that can be read across databases. Leave it out by a condition.`,
      { status: 422, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' },
    );
  }
  const micros = Math.round(cell * 1_000);
  const whole = Math.floor(micros / 1_000_000);
  const text = new Date(whole * 1_000).toISOString();
  const fraction = String(micros - whole * 1_000_000).padStart(6, '0');
  return kind === 'date' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}.${fraction}`;
}

async function* pieces(
  batches: AsyncIterable<ColumnBatch>,
  writers: readonly Write[],
): AsyncGenerator<CopiedPiece> {
  for await (const { columns, length } of batches) {
    const lines: string[] = [];
    let longest = 0;
    for (let row = 0; row < length; row++) {
      let line = '';
      for (let column = 0; column < writers.length; column++) {
        const cell = columns[column]?.[row] ?? null;
        if (column > 0) line += ',';
        if (cell !== null) line += writers[column]?.(cell) ?? '';
      }
      longest = Math.max(longest, line.length * 3);
      lines.push(line);
    }
    if (length > 0) yield { bytes: Buffer.from(`${lines.join('\n')}\n`), rows: length, longest };
  }
}
