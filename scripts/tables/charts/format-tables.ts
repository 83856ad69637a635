import {
  categoricalScheme,
  currencyFormatter,
  currencyOf,
  grainFormatter,
  labelColors,
  metricFormatter,
  numberFormatter,
  sequentialColors,
  sequentialScale,
  sequentialScheme,
  timeFormatter,
} from '@chartroom/charts';
import type { TableCheck } from '../table.ts';
import { casesCheck, listOf, type RecordedCase, recordOf, revive } from './recorded.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const amounts = (input: RecordedCase['input']) =>
  listOf(revive(input.values)).map((each) => (each === undefined || each === null ? each : Number(each)));
const moments = (input: RecordedCase['input']) =>
  listOf(revive(input.values)).map((each) => {
    if (typeof each === 'string' || typeof each === 'number') return each;
    return each === null ? null : undefined;
  });

const textMap = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(recordOf(value)).map(([key, each]) => [key, String(each)]));

/** Numbers, currencies, times and colours. */
export const formatTables: TableCheck[] = [
  casesCheck('format/number', ({ input }) => {
    const format = numberFormatter(text(revive(input.format)));
    return amounts(input).map((value) => format(value));
  }),
  casesCheck('format/currency', ({ input }) => {
    const format = currencyFormatter(currencyOf(input.currency) ?? {}, text(revive(input.format)));
    return amounts(input).map((value) => format(value));
  }),
  casesCheck('format/metric', ({ input }) => {
    const currencies = Object.entries(recordOf(input.metricCurrencies)).map(
      ([key, each]) => [key, currencyOf(each)] as const,
    );
    const format = metricFormatter({
      metrics: listOf(input.metrics).map(String),
      metricFormats: textMap(input.metricFormats),
      metricCurrencies: Object.fromEntries(currencies),
      format: text(input.format),
      currency: currencyOf(input.currency),
      key: text(input.key),
    });
    return amounts(input).map((value) => format(value));
  }),
  casesCheck('format/time', ({ input }) => {
    const format = timeFormatter(text(revive(input.format)));
    return moments(input).map((value) => format(value));
  }),
  casesCheck('format/time-by-grain', ({ input }) => {
    const format = grainFormatter(text(revive(input.grain)), text(revive(input.format)));
    return moments(input).map((value) => format(value));
  }),
  casesCheck('color/categorical', ({ id, input }) => {
    if (!input.labels) {
      const { id: _id, colors, label, group } = categoricalScheme(text(input.scheme));
      return { label, ...(group === '' ? {} : { group }), default: id === 'supersetColors', colors };
    }
    const forced = Object.entries(recordOf(input.forced)).map(
      ([key, each]) => [key, typeof each === 'number' ? each : String(each)] as const,
    );
    const color = labelColors(text(input.scheme), Object.fromEntries(forced));
    return listOf(input.labels).map((label) => color(label));
  }),
  casesCheck('color/sequential', ({ id, input }) => {
    const scheme = sequentialScheme(text(input.scheme));
    if (input.count !== undefined) return sequentialColors(scheme, Number(input.count));
    if (input.values) {
      const [from, to] = listOf(input.domain);
      return amounts(input).map((value) =>
        sequentialScale(scheme, [Number(from), Number(to)])(Number(value)),
      );
    }
    return {
      label: scheme.label,
      diverging: scheme.diverging,
      default: id === 'superset_seq_1',
      colors: scheme.colors,
    };
  }),
];
