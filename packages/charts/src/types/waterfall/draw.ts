import type { BarSeriesOption, XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { axesFrame } from '../../draw/axes-frame.ts';
import { axisLook, axisText, tickLayout } from '../../draw/axis-look.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { cutNames } from '../../draw/category-labels.ts';
import { legendOption } from '../../draw/legend.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { currencyOf } from '../../format/currency.ts';
import { metricFormatter, savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { listed, membersOf, metricsOf, numberOf, textOf } from '../../question/read-form.ts';
import { DECREASE, hexColor, INCREASE, TOTAL } from './colors.ts';
import { type Step, stepsOf, TOTAL_NAME } from './steps.ts';

/** Pixels between an axis and its title, and what the title takes of the picture. */
const TITLE_GAP = 30;
const TITLE_ROOM = 20;
/** Steps beyond which there is no room for values at all. */
const MOST_LABELS = 500;
/** No bar. */
const NONE = '-';

const NAMES: Readonly<Record<Step['kind'], string>> = {
  increase: 'Increase',
  decrease: 'Decrease',
  total: TOTAL_NAME,
};

/** Bars that hang where the one before ended, and the totals that they add up to (contract, waterfall). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, datasource, theme } = input;
  const steps = stepsOf(input);
  const format = metricFormatter({
    metrics: metricsOf(form.metric),
    metricFormats: savedFormats(datasource),
    metricCurrencies: savedCurrencies(datasource),
    format: textOf(form.y_axis_format),
    currency: currencyOf(form.currency_format),
  });
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      grid: axesFrame(form, {
        bottom: textOf(form.x_axis_label) ? TITLE_ROOM : 0,
        left: textOf(form.y_axis_label) ? TITLE_ROOM : 0,
      }),
      ...axesOf(input, steps, format),
      legend: legendOption({ form, names: Object.values(NAMES), theme }),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (events) => {
          const step = steps[numberOf(membersOf(listed(events)[0]).dataIndex) ?? -1];
          return step ? tooltip(step, colors(input)[step.kind], format) : '';
        },
      },
      series: seriesOf(input, steps, format),
    },
  };
}

function colors({ form }: DrawInput): Readonly<Record<Step['kind'], string>> {
  return {
    increase: hexColor(form.increase_color, INCREASE),
    decrease: hexColor(form.decrease_color, DECREASE),
    total: hexColor(form.total_color, TOTAL),
  };
}

function tooltip(step: Step, color: string, format: NumberFormatter): string {
  const own = { name: NAMES[step.kind], color, values: [format(step.amount)] };
  const total = { name: TOTAL_NAME, values: [format(step.after)] };
  return tooltipMarkup(step.name, step.kind === 'total' ? [own] : [own, total]);
}

function axesOf(
  { form, theme, width }: DrawInput,
  steps: readonly Step[],
  format: NumberFormatter,
): { xAxis: XAXisComponentOption; yAxis: YAXisComponentOption } {
  const shared = { ...axisLook(theme), nameLocation: 'middle' as const, nameGap: TITLE_GAP };
  const names = new Map(steps.map(({ category, name }) => [String(category), name]));
  return {
    xAxis: {
      ...shared,
      type: 'category',
      name: textOf(form.x_axis_label) ?? '',
      data: steps.map((step) => step.category),
      axisLabel: {
        ...axisText(theme),
        ...tickLayout(form.x_ticks_layout),
        formatter: cutNames((value: unknown) => names.get(String(value)) ?? String(value), width),
      },
    },
    yAxis: {
      ...shared,
      type: 'value',
      name: textOf(form.y_axis_label) ?? '',
      scale: true,
      // A total is read by its length: it stands at nought.
      startValue: 0,
      axisLabel: { ...axisText(theme), hideOverlap: true, formatter: (value: number) => format(value) },
    },
  };
}

/** What bars stand on, and a series for each kind of bar. */
function seriesOf(input: DrawInput, steps: readonly Step[], format: NumberFormatter): BarSeriesOption[] {
  const { form, theme } = input;
  const color = colors(input);
  const bars = (['increase', 'decrease', 'total'] as const).map(
    (kind): BarSeriesOption => ({
      type: 'bar',
      name: NAMES[kind],
      stack: 'stack',
      itemStyle: { color: color[kind] },
      label: {
        show: Boolean(form.show_value) && steps.length <= MOST_LABELS,
        position: kind === 'decrease' ? 'bottom' : 'top',
        color: theme.colorText,
        fontFamily: theme.fontFamily,
        formatter: ({ dataIndex }) => {
          const step = steps[dataIndex];
          return step?.kind === kind ? format(step.amount) : '';
        },
      },
      labelLayout: { hideOverlap: true },
      data: steps.map((step) => ({ value: step.kind === kind ? barOf(step) : NONE })),
    }),
  );
  const base: BarSeriesOption = {
    type: 'bar',
    name: 'Assist',
    stack: 'stack',
    silent: true,
    data: steps.map((step, index) => baseOf(step, index, color[step.kind])),
  };
  return [base, ...bars];
}

/** Whether a bar has one part above nought and one below; one that begins or ends there has not. */
function crosses({ before, after }: Step): boolean {
  return before * after < 0;
}

/** The length of a bar beyond what it stands on. */
function barOf(step: Step): number {
  const { kind, before, after } = step;
  if (kind === 'total' || crosses(step)) return after;
  const side = Math.sign(after) || Math.sign(before);
  return side * Math.abs(Math.abs(after) - Math.abs(before));
}

/** What a bar stands on: nothing that is seen, or its own part at the other side of nought. */
function baseOf(step: Step, index: number, color: string) {
  const { kind, before, after } = step;
  if (kind === 'total') return { value: NONE };
  if (index === 0) return { value: 0 };
  if (crosses(step)) return { value: before, itemStyle: { color } };
  const nearer = Math.abs(after) > Math.abs(before) ? before : after;
  return { value: nearer, itemStyle: { color: 'transparent' } };
}
