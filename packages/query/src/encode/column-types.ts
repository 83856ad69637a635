import { GenericType } from '@chartroom/model';
import { type Cell, Decimal, type Frame, type FrameColumn } from '../frame.ts';

/** Declared types of columns without a value, first match wins (contract/query.md §1.12). */
const DECLARED: readonly (readonly [RegExp, GenericType])[] = [
  [/INT(?!ERVAL)/i, GenericType.NUMERIC],
  [/CHAR|TEXT/i, GenericType.STRING],
  [/DECIMAL|NUMERIC|FLOAT|DOUBLE/i, GenericType.NUMERIC],
  [/BOOL/i, GenericType.BOOLEAN],
  [/DATE|TIME/i, GenericType.TEMPORAL],
];

/** `coltypes` of a frame: what the values of each column are; of an empty one, what its type says. */
export function colTypes(frame: Frame): GenericType[] {
  return frame.columns.map((column) =>
    column.values.some(hasValue) ? typeOfKind(column) : declaredType(column.nativeType),
  );
}

function hasValue(cell: Cell): boolean {
  return cell !== null && !Number.isNaN(cell) && !(cell instanceof Decimal && cell.text === 'NaN');
}

function typeOfKind({ kind }: FrameColumn): GenericType {
  switch (kind) {
    case 'int':
    case 'float':
    case 'decimal':
      return GenericType.NUMERIC;
    case 'bool':
      return GenericType.BOOLEAN;
    case 'timestamp':
    case 'date':
      return GenericType.TEMPORAL;
    default:
      return GenericType.STRING;
  }
}

function declaredType(nativeType: string): GenericType {
  return DECLARED.find(([pattern]) => pattern.test(nativeType))?.[1] ?? GenericType.STRING;
}
