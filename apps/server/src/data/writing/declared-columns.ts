import { ChartroomError } from '@chartroom/model';
import { type Cell, type ColumnBatch, Decimal, hasZone, type ResultColumn } from '@chartroom/query';
import { DAY, type DeclaredForm, DIGITS, LEAST_INT64, MOST_INT64, placesOf } from './arrow-columns.ts';

/** A column of a file whose types stand before its first row. */
export interface DeclaredColumn {
  column: ResultColumn;
  declared: DeclaredForm;
}

/** Types of whole numbers that 64 bits with a sign do not hold. */
const WIDE = /hugeint|ubigint|uint64|u?int(128|256)|unsigned/i;
/** Digits and places of a decimal type, as engines write them. */
const PLACES = /\(\s*(\d+)\s*,\s*(\d+)\s*\)/;
/** Milliseconds of the moments whose microseconds 64 bits hold. */
const LAST_MOMENT = 9.2e15;
const LAST_DAY = 2 ** 31;

/** The types of the columns, each of which loses nothing: where none is known that holds all of its values, it is text. */
export function declaredColumns(columns: readonly ResultColumn[]): DeclaredColumn[] {
  return columns.map((column) => ({ column, declared: formOf(column) }));
}

function formOf({ kind, nativeType }: ResultColumn): DeclaredForm {
  switch (kind) {
    case 'bool':
    case 'float':
      return { form: kind };
    case 'int':
      return { form: WIDE.test(nativeType) ? 'text' : 'int' };
    case 'date':
      return { form: 'day' };
    case 'timestamp':
      return { form: 'moment', isUtc: hasZone(nativeType) };
    case 'decimal': {
      const [, digits, scale] = PLACES.exec(nativeType) ?? [];
      if (digits === undefined || scale === undefined || Number(digits) > DIGITS) return { form: 'text' };
      return { form: 'decimal', scale: Number(scale) };
    }
    default:
      return { form: 'text' };
  }
}

/**
 * Rows that fit the types of their columns; `before`: how many came before these.
 * @throws ChartroomError 422 that names the row, its column and the value that does not
 */
export function requireFit(
  columns: readonly DeclaredColumn[],
  batch: Pick<ColumnBatch, 'columns'>,
  before: number,
): void {
  for (const [place, { column, declared }] of columns.entries()) {
    const fits = FITS[declared.form];
    const scale = declared.form === 'decimal' ? declared.scale : 0;
    const cells = batch.columns[place] ?? [];
    for (let row = 0; row < cells.length; row += 1) {
      const cell = cells[row] ?? null;
      if (cell === null || fits(cell, scale)) continue;
      throw new ChartroomError(
        `Row ${before + row + 1} of the column "${column.name}" holds ${String(cell).slice(0, 60)}, which is no ${column.nativeType || 'value of its type'} that such a file can hold. Ask for CSV.`,
        { status: 422, error_type: 'GENERIC_COMMAND_ERROR', level: 'error' },
      );
    }
  }
}

type Fits = (cell: Exclude<Cell, null>, scale: number) => boolean;

const FITS: Readonly<Record<DeclaredForm['form'], Fits>> = {
  bool: (cell) => typeof cell === 'boolean',
  int: (cell) =>
    typeof cell === 'number'
      ? Number.isSafeInteger(cell)
      : typeof cell === 'bigint' && cell >= LEAST_INT64 && cell <= MOST_INT64,
  float: (cell) => typeof cell === 'number',
  moment: (cell) => typeof cell === 'number' && Math.abs(cell) <= LAST_MOMENT,
  day: (cell) => typeof cell === 'number' && cell % DAY === 0 && Math.abs(cell / DAY) < LAST_DAY,
  decimal: (cell, scale) => {
    const places = placesOf(cell instanceof Decimal ? cell.text : String(cell));
    return places !== undefined && places.scale <= scale && places.whole + scale <= DIGITS;
  },
  text: () => true,
};
