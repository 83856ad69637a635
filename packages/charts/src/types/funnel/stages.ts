import { type ChartFormData, type DataRow, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { amountOf, NO_VALUE, rowNamer } from '../../draw/row-names.ts';
import { laterNumbers, type NumberFormatter } from '../../format/number.ts';
import { columnsOf, metricsOf, numberOf } from '../../question/read-form.ts';

/** Times as names: as precise as needed, and never the same for two days. */
const TIME_FORMAT = 'smart_date_detailed';

const percentText = laterNumbers(',.2%');

/** A row of the answer. */
export interface Stage {
  name: string;
  /** Null where the answer has no number. */
  value: number | null;
  /** Its part of the first stage or of the one before. */
  share: number;
  row: DataRow;
}

/** A mark of the drawing, as far as it tells its stage. */
export interface StageMark {
  name?: string | undefined;
  dataIndex?: number | undefined;
}

/** The stages of an answer, in its order. */
export function stagesOf({ form, results }: DrawInput): Stage[] {
  const [metric] = metricsOf(form.metric);
  const [result] = results;
  if (metric === undefined || result === undefined) return [];
  const nameOf = rowNamer(columnsOf(form.groupby), result, TIME_FORMAT);
  const values = result.data.map((row) => {
    const amount = amountOf(row[metricLabel(metric)]);
    return Number.isFinite(amount) ? amount : null;
  });
  return result.data.map((row, index) => ({
    name: nameOf(row),
    value: values[index] ?? null,
    share: shareOf(form, values, index),
    row,
  }));
}

function shareOf(form: ChartFormData, values: readonly (number | null)[], index: number): number {
  const isOfPrevious = form.percent_calculation_type === 'prev_step';
  if (isOfPrevious && index === 0) return 1;
  const whole = values[isOfPrevious ? index - 1 : 0];
  return whole ? (values[index] ?? 0) / whole : 0;
}

/** What a label or a tooltip tells of a stage. */
export interface StageTexts {
  name?: string;
  value?: string;
  percent?: string;
}

/** What each label type tells; form data holds its number. */
const CONTENTS: readonly (readonly (keyof StageTexts)[])[] = [
  ['name'],
  ['value'],
  ['percent'],
  ['name', 'value'],
  ['name', 'percent'],
  ['name', 'value', 'percent'],
  ['value', 'percent'],
];

/** The texts that a label type asks for. */
export function stageTexts(
  { name, value }: Stage,
  share: number,
  type: unknown,
  format: NumberFormatter,
): StageTexts {
  const parts = CONTENTS[numberOf(type) ?? 0] ?? ['name'];
  const missing = value === null ? NO_VALUE : undefined;
  return {
    ...(parts.includes('name') ? { name } : {}),
    ...(parts.includes('value') ? { value: missing ?? format(value) } : {}),
    ...(parts.includes('percent') ? { percent: missing ?? percentText(share) } : {}),
  };
}

/** The texts in one line: `name: value (percent)`. */
export function stageLine({ name, value, percent }: StageTexts): string {
  const amounts = value !== undefined && percent !== undefined ? `${value} (${percent})` : (value ?? percent);
  return [name, amounts].filter(Boolean).join(': ');
}
