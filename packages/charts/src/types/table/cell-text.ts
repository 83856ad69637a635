import { GenericType, grouped } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { amountOf, NO_VALUE, NULL_TEXT } from '../../draw/row-names.ts';
import { valueFormatter } from '../../format/currency.ts';
import { savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import { SMART_DATE, timeFormatter } from '../../format/time.ts';
import { grainFormatter } from '../../format/time-by-grain.ts';
import { textOf } from '../../question/read-form.ts';
import { type ColumnConfig, tableMode } from './settings.ts';

const SHARE_FORMAT = ',.3%';
const FULL_TIME = '%Y-%m-%d %H:%M:%S';

export type CellWriter = (value: unknown) => string;

export interface CellWriterRequest {
  input: DrawInput;
  config: ColumnConfig;
  /** Column or metric of the answer whose saved format counts. */
  name: string;
  type: GenericType | undefined;
  kind: 'dimension' | 'metric' | 'share';
}

/**
 * Writes the cells of a column: by its own settings, else by the saved format of its metric, else adaptively;
 * plain numbers stay as they are (contract, table: draw).
 */
export function cellWriter(request: CellWriterRequest): CellWriter {
  const write = presentWriter(request);
  const missing = request.kind === 'dimension' ? NULL_TEXT : NO_VALUE;
  return (value) => (value === null || value === undefined ? missing : write(value));
}

function presentWriter(request: CellWriterRequest): CellWriter {
  const { type, kind, config, name, input } = request;
  if (type === GenericType.TEMPORAL) return timeWriter(request);
  if (type !== GenericType.NUMERIC && kind === 'dimension') return plainText;
  const currency =
    config.currency ?? (kind === 'share' ? undefined : savedCurrencies(input.datasource)[name]);
  const saved = kind === 'share' ? SHARE_FORMAT : savedFormats(input.datasource)[name];
  const format = config.numberFormat ?? saved;
  const plain = kind === 'dimension' && format === undefined && currency === undefined;
  const large = valueFormatter(format, currency);
  const small =
    config.smallNumberFormat === undefined ? large : valueFormatter(config.smallNumberFormat, currency);
  return (value) => {
    const amount = amountOf(value);
    if (amount === null) return plainText(value);
    if (isLong(value, amount) && (plain || WHOLE.has(format ?? ''))) return digits(value, format);
    if (Math.abs(amount) < 1 && config.smallNumberFormat !== undefined) return small(amount);
    return plain ? String(value) : large(amount);
  };
}

/** Formats by which every digit of a whole number is written. */
const WHOLE = new Set(['d', ',d']);

/** A whole number with more digits than a number holds, which comes as a text. */
function isLong(value: unknown, amount: number): value is string {
  return typeof value === 'string' && /^-?\d+$/.test(value) && !Number.isSafeInteger(amount);
}

function digits(value: string, format: string | undefined): string {
  return format === ',d' ? grouped(BigInt(value)) : value;
}

function timeWriter({ input: { form }, config }: CellWriterRequest): CellWriter {
  const format = config.timeFormat ?? textOf(form.table_timestamp_format) ?? SMART_DATE;
  const grain =
    tableMode(form) === 'aggregate'
      ? (form.extra_form_data?.time_grain_sqla ?? textOf(form.time_grain_sqla))
      : undefined;
  const smart = grain ? grainFormatter(grain) : timeFormatter(FULL_TIME);
  const write = format === SMART_DATE ? smart : timeFormatter(format);
  const adaptive = format === SMART_DATE && !grain;
  return (value) => {
    if (typeof value === 'number') return write(value);
    return typeof value === 'string' && !adaptive ? write(value) : plainText(value);
  };
}

function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
