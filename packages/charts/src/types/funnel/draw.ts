import type { ChartFormData } from '@chartroom/model';
import type { FunnelSeriesOption } from 'echarts';
import type { DrawInput, DrawnMark, DrawTheme, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { legendOption, legendRoom } from '../../draw/legend.ts';
import { markAt } from '../../draw/mark-at.ts';
import { measureOf } from '../../draw/measure.ts';
import { largestNote, largestOf, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { readableOn } from '../../format/conditional-colors.ts';
import { formColors } from '../../format/label-colors.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { metricsOf, numberOf } from '../../question/read-form.ts';
import { type Stage, type StageMark, type StageTexts, stageLine, stagesOf, stageTexts } from './stages.ts';

/** Pixels between the funnel and the edges of the picture. */
const PADDING = 8;
/** Stages that are drawn, and pixels that each has at least: more of them are lines. */
const MOST = 50;
const NARROWEST = 4;

interface StageEvent extends StageMark {
  /** Per cent of all stages that are shown. */
  percent?: number | undefined;
}

/** Stages from the widest to the narrowest, each with its part of the whole (contract, funnel). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme, selected } = input;
  const all = stagesOf(input);
  const along = form.orient === 'horizontal' ? input.width : input.height;
  const most = Math.min(MOST, Math.ceil(along / NARROWEST));
  const stages = largestOf(all, ({ value }) => value ?? 0, most);
  const notes = largestNote(stages.length, all.length, 'stage');
  const names = stages.map((stage) => stage.name);
  const color = input.colors ?? formColors(form);
  const measure = measureOf(input, metricsOf(form.metric)[0]);
  const textsAt = textsReader(input, stages, measure.format);
  const pointAt = (mark: DrawnMark) => {
    const stage = markAt(stages, mark);
    return stage && rowPoint(input, stage.row, stage.name);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      legend: legendOption({ form, names, theme }),
      tooltip: {
        ...baseTooltip(theme),
        show: Boolean(form.show_tooltip_labels),
        trigger: 'item',
        formatter: (event) =>
          tooltip(measure.name, textsAt(Array.isArray(event) ? event[0] : event, form.tooltip_label_type)),
      },
      series: [
        {
          ...shape(form, stages),
          ...margins(input, notes.length > 0),
          itemStyle: { borderColor: theme.colorBackground, borderWidth: 1 },
          label: {
            ...labelStyle(input, stages.length),
            formatter: (event: StageEvent) => stageLine(textsAt(event, form.label_type)),
          },
          // Those that would lie on others are left out.
          labelLayout: { hideOverlap: true },
          labelLine: { show: Boolean(form.labelLine) },
          emphasis: { focus: 'none', label: { fontWeight: 'bold' } },
          data: stages.map(({ name, value }) => ({
            name,
            value: value ?? 0,
            itemStyle: { color: color(name), opacity: selectionOpacity(name, selected) },
            ...(!form.labelLine && { label: inkOn(color(name), theme) }),
          })),
        },
      ],
    },
    crossFilter: (mark) => pointAt(mark)?.crossFilter,
    pointAt,
  };
}

/** Reads the texts of a stage under an event, as a label type asks for them. */
function textsReader({ form }: DrawInput, stages: readonly Stage[], format: NumberFormatter) {
  return (event: StageEvent | undefined, type: unknown): StageTexts => {
    const stage = event && markAt(stages, event);
    if (!stage) return {};
    const share = form.percent_calculation_type === 'total' ? (event.percent ?? 0) / 100 : stage.share;
    return stageTexts(stage, share, type, format);
  };
}

/** How the funnel stands; only the form data of older charts say it otherwise. */
function shape(form: ChartFormData, stages: readonly Stage[]): FunnelSeriesOption {
  const { sort } = form;
  return {
    type: 'funnel',
    orient: form.orient === 'horizontal' ? 'horizontal' : 'vertical',
    sort: sort === 'ascending' || sort === 'none' ? sort : 'descending',
    gap: numberOf(form.gap) ?? 0,
    minSize: '0%',
    maxSize: '100%',
    funnelAlign: 'center',
    // Without anything above zero there is no widest stage to measure by.
    ...(stages.some(({ value }) => (value ?? 0) > 0) ? {} : { max: 1 }),
  };
}

/** Pixels for labels beside the stages. */
function outerRoom({ form, width }: DrawInput): number {
  return form.labelLine && form.show_labels && form.orient !== 'horizontal' ? Math.round(width / 4) : 0;
}

function margins(
  input: DrawInput,
  hasNote = false,
): Pick<FunnelSeriesOption, 'left' | 'right' | 'top' | 'bottom'> {
  const room = legendRoom(input.form);
  const least = PADDING + (hasNote ? NOTE_ROOM : 0);
  const below = input.form.labelLine && input.form.orient === 'horizontal' ? 40 : least;
  const plain = { left: PADDING, right: PADDING + outerRoom(input), top: PADDING, bottom: below };
  return room === undefined ? plain : { ...plain, [room.side]: plain[room.side] + room.pixels };
}

/** The colour that is readable on a stage; the edge in its own is for labels that are wider than it. */
function inkOn(fill: string, theme: DrawTheme): FunnelSeriesOption['label'] {
  const color = readableOn(fill, theme.colorBackground, theme.dark) ?? theme.colorText;
  return { color, textBorderColor: fill, textBorderWidth: 2 };
}

/** Labels end where the picture does. */
function labelStyle(input: DrawInput, stages: number): FunnelSeriesOption['label'] {
  const { form, theme, width } = input;
  const { left, right } = margins(input);
  const inside = width - (numberOf(left) ?? 0) - (numberOf(right) ?? 0);
  const across = form.orient === 'horizontal' ? inside / Math.max(stages, 1) : inside;
  const beside = outerRoom(input) - 30;
  return {
    show: Boolean(form.show_labels),
    position: form.labelLine ? 'outer' : 'inner',
    color: theme.colorText,
    fontFamily: theme.fontFamily,
    overflow: 'truncate',
    width: Math.max(40, beside > 0 ? beside : across),
  };
}

function tooltip(measure: string, { name = '', value, percent }: StageTexts): string {
  const values = [value, percent].filter((text) => text !== undefined);
  return tooltipMarkup(name, values.length === 0 ? [] : [{ name: measure, values }]);
}
