import type { ChartFormData } from '@chartroom/model';
import { listed, membersOf, numberOf, textOf } from '../../question/read-form.ts';

export type ColumnKind = 'time' | 'contrib' | 'spark' | 'avg';
export type Comparison = 'value' | 'diff' | 'perc' | 'perc_change';
export type Range = readonly [low: number | undefined, high: number | undefined];

/** What the rows show of their series, as the owner of the chart set it (contract/charts.md §3.30, `column_collection`). */
export interface TimeColumn {
  key: string;
  label: string;
  hint: string | undefined;
  kind: ColumnKind;
  /** Pixels. */
  width: number | undefined;
  height: number | undefined;
  /** How far back to look; from the beginning when it is negative. */
  lag: number;
  /** Each point of a line as a share of the one so many before it. */
  ratio: number;
  comparison: Comparison;
  /** Where the colour is that of the least, and of the greatest values. */
  bounds: Range;
  showAxis: boolean;
  axis: Range;
  format: string | undefined;
  timeFormat: string | undefined;
}

/** The columns of a chart; what is none of the known kinds is left out. */
export function timeColumns({ column_collection: collection }: ChartFormData): TimeColumn[] {
  return listed(collection)
    .map(membersOf)
    .flatMap((stored, index): TimeColumn[] => {
      const kind = kindOf(stored.colType);
      if (kind === undefined) return [];
      const key = textOf(stored.key) ?? `column ${index}`;
      return [
        {
          key,
          label: textOf(stored.label) ?? key,
          hint: textOf(stored.tooltip),
          kind,
          width: positive(stored.width),
          height: positive(stored.height),
          lag: Math.trunc(numberOf(stored.timeLag) ?? 0),
          ratio: Math.max(0, Math.trunc(numberOf(stored.timeRatio) ?? 0)),
          comparison: comparisonOf(stored.comparisonType),
          bounds: rangeOf(stored.bounds),
          showAxis: stored.showYAxis === true,
          axis: rangeOf(stored.yAxisBounds),
          format: textOf(stored.d3format),
          timeFormat: textOf(stored.dateFormat),
        },
      ];
    });
}

function kindOf(value: unknown): ColumnKind | undefined {
  return value === 'time' || value === 'contrib' || value === 'spark' || value === 'avg' ? value : undefined;
}

function comparisonOf(value: unknown): Comparison {
  return value === 'diff' || value === 'perc' || value === 'perc_change' ? value : 'value';
}

function positive(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : undefined;
}

function rangeOf(value: unknown): Range {
  const [low, high] = listed(value);
  return [numberOf(low), numberOf(high)];
}
