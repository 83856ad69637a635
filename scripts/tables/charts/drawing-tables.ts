import {
  CHART_TYPES,
  type ChartType,
  type DrawDatasource,
  type Drawing,
  type DrawTheme,
  exampleResult,
  fillDefaults,
} from '@chartroom/charts';
import { type ChartDataResult, GenericType } from '@chartroom/model';
import type { TableCheck } from '../table.ts';
import { firstOf, optionOf, seenAxis, seenSeries, seenVisualMap, tooltipText } from './picture.ts';
import { formOf } from './question-tables.ts';
import { casesCheck, isRecord, isRow, listOf, recordedAs, recordOf } from './recorded.ts';

const THEME: DrawTheme = {
  dark: false,
  colorText: '#000000',
  colorTextSecondary: '#666666',
  colorBorder: '#d9d9d9',
  // The recording had one grey for whatever takes its colour from the page.
  colorSplit: '#888888',
  colorBackground: '#ffffff',
  colorPrimary: '#2893b3',
  colorSuccess: '#5ac189',
  colorError: '#e04355',
  fontFamily: 'sans-serif',
};

/** The recording had no saved formats and no verbose names. */
const DATASOURCE: DrawDatasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };

/** Where things stand in pixels is informative, not contractual. */
const PLACES = new Set(['top', 'left', 'right', 'bottom']);

/** Members that change the picture when they are there: compared even where none was recorded. */
const STRICT = ['min', 'max'];

/** Series at whose marks the recorder pointed by name. */
const NAMED = new Set([
  'heatmap',
  'treemap',
  'sunburst',
  'funnel',
  'gauge',
  'radar',
  'sankey',
  'tree',
  'custom',
]);

/** What the recorder got where it pointed without the data of a mark: an amount, the ends of a link, a row. */
const UNREAD = new Set(['[object Object]', '&gt;', 'No data']);

/**
 * The family's marks were recorded before each chart type fixes its own (contract, time-series family: "forced at
 * render"), so these tables are played against the generic chart of the family; the fixed marks have tests of
 * their own beside the chart types.
 */
const GENERIC = 'echarts_timeseries';
const FAMILY = /^echarts_(timeseries|area)/;

/** Drawings: from form data and answers to what a reader notices. */
export function drawingTable({ key, load }: (typeof CHART_TYPES)[number]): TableCheck {
  const name = `transform-props/${key}`;
  return {
    name,
    file: `transform-props/${recordedAs(key)}.json`,
    run: async (content) => {
      const { chart } = await load();
      const family = FAMILY.test(key) ? CHART_TYPES.find((type) => type.key === GENERIC) : undefined;
      const drawn = family ? (await family.load()).chart : chart;
      return casesCheck(name, ({ input, output }) =>
        seen(drawCase(chart, drawn, input), recordOf(output)),
      ).run(content);
    },
  };
}

function drawCase(chart: ChartType, drawn: ChartType, input: Record<string, unknown>): Drawing {
  const form = fillDefaults(chart.controls, formOf(input.formData));
  return drawn.draw({
    form,
    results: listOf(input.queriesData).map(resultOf),
    datasource: DATASOURCE,
    width: Number(input.width),
    height: Number(input.height),
    theme: THEME,
  });
}

function resultOf(value: unknown): ChartDataResult {
  const recorded = recordOf(value);
  const columns = listOf(recorded.colnames).map(String);
  const types = listOf(recorded.coltypes).map(genericType);
  return {
    ...exampleResult(
      Object.fromEntries(columns.map((column, index) => [column, types[index] ?? GenericType.STRING])),
      [],
    ),
    data: listOf(recorded.data).filter(isRow),
    label_map: Object.fromEntries(
      Object.entries(recordOf(recorded.label_map)).map(([key, parts]) => [key, listOf(parts).map(String)]),
    ),
    annotation_data: Object.fromEntries(
      Object.entries(recordOf(recorded.annotation_data)).map(([layer, told]) => [
        layer,
        { records: listOf(recordOf(told).records).filter(isRow) },
      ]),
    ),
    rowcount: Number(recorded.rowcount ?? 0),
    from_dttm: typeof recorded.from_dttm === 'number' ? recorded.from_dttm : null,
    to_dttm: typeof recorded.to_dttm === 'number' ? recorded.to_dttm : null,
  };
}

function genericType(value: unknown): GenericType {
  return Object.values(GenericType).find((type) => type === value) ?? GenericType.STRING;
}

/** Our drawing, reduced to the members that were recorded. */
function seen(drawing: Drawing, recorded: Record<string, unknown>): unknown {
  const option = optionOf(drawing);
  const legend = recordOf(option.legend);
  const tooltip = recordOf(option.tooltip);
  const names = namesOf(option);
  const whole: Record<string, unknown> = {
    ...textsOf(drawing),
    series: seenSeries(option),
    legendData: legend.data,
    legend,
    xAxis: seenAxis(firstOf(option.xAxis), recordOf(recorded.xAxis)),
    yAxis: Array.isArray(recorded.yAxis)
      ? listOf(option.yAxis).map((axis, at) => seenAxis(recordOf(axis), recordOf(listOf(recorded.yAxis)[at])))
      : seenAxis(firstOf(option.yAxis), recordOf(recorded.yAxis)),
    visualMap: seenVisualMap(option),
    radar: option.radar,
    dataZoom: listOf(option.dataZoom).length,
    tooltip: {
      trigger: tooltip.trigger,
      show: tooltip.show ?? true,
      text: headed(option, withoutNames(tooltipText(option), names), recordOf(recorded.tooltip).text),
    },
  };
  const kept = recordOf(reduced(whole, recorded));
  return withoutAmounts('series' in recorded ? { ...kept, series: whole.series } : kept, recorded);
}

const NO_AMOUNT = /\S*NaN\S*/g;

/** The recorder asked the whole of a treemap for its texts without its amount: how a format writes none is not compared. */
function withoutAmounts(ours: unknown, recorded: unknown): unknown {
  if (Array.isArray(ours) && Array.isArray(recorded))
    return ours.map((each, index) => withoutAmounts(each, recorded[index]));
  if (isRecord(ours) && isRecord(recorded)) {
    const members = Object.entries(ours).map(([key, each]) => [key, withoutAmounts(each, recorded[key])]);
    return Object.fromEntries(members);
  }
  if (typeof ours !== 'string' || typeof recorded !== 'string') return ours;
  const plain = (text: string) => text.replace(NO_AMOUNT, 'NaN');
  return plain(ours) === plain(recorded) || readAlike(ours, recorded) ? recorded : ours;
}

/** Whether a tooltip tells what the recorder could read of its own, and more only where that could not be read. */
function readAlike(ours: string, recorded: string): boolean {
  const [told, wanted] = [ours, recorded].map((text) => text.slice(2, -2).split(' | '));
  const read = (wanted ?? []).filter((cell) => !UNREAD.has(cell));
  return read.length < (wanted?.length ?? 0) && read.every((cell, index) => cell === told?.[index]);
}

/** Only members that were recorded are compared; what else we draw is ours. */
function reduced(ours: unknown, recorded: unknown): unknown {
  if (Array.isArray(ours) && Array.isArray(recorded)) {
    return ours.map((each, index) => reduced(each, recorded[index] ?? recorded.at(-1)));
  }
  if (!isRecord(ours) || !isRecord(recorded)) return ours;
  const keys = [...new Set([...Object.keys(recorded), ...STRICT])].filter(
    (key) => !PLACES.has(key) && (key in recorded || key in ours),
  );
  const places = Object.entries(recorded).filter(([key]) => PLACES.has(key));
  return {
    ...Object.fromEntries(keys.map((key) => [key, reduced(ours[key], recorded[key])])),
    ...Object.fromEntries(places),
  };
}

/** The recorder pointed at marks without saying their names, except where tooltips look for them in the data. */
function withoutNames(text: string | undefined, names: ReadonlySet<string>): string | undefined {
  if (text === undefined) return undefined;
  return cellsText(cellsOf(text).filter((cell) => !names.has(cell)));
}

function cellsOf(text: string): string[] {
  return text.slice(2, -2).split(' | ');
}

function cellsText(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The recorder called bars along listed words by their series: what is written over their tooltips is not compared. */
function headed(
  option: Record<string, unknown>,
  text: string | undefined,
  recorded: unknown,
): string | undefined {
  const isBars = listOf(option.series).some((each) => listOf(recordOf(each).data).some(isUnnamed));
  if (!isBars || !Array.isArray(firstOf(option.xAxis).data) || typeof recorded !== 'string') return text;
  return text && cellsText([...cellsOf(recorded).slice(0, 1), ...cellsOf(text).slice(1)]);
}

function namesOf(option: Record<string, unknown>): Set<string> {
  const series = listOf(option.series).map(recordOf);
  if (series.some((each) => NAMED.has(String(each.type)) || listOf(each.data).some(isUnnamed)))
    return new Set();
  const items = series.flatMap((each) => listOf(each.data).map((item) => recordOf(item).name));
  const names = recordOf(option.xAxis).show === false ? [] : series.map((each) => each.name);
  return new Set([...items, ...names].filter((name) => typeof name === 'string'));
}

/** A mark that stands for itself: it has neither a name nor a place of its own. */
function isUnnamed(item: unknown): boolean {
  return !Array.isArray(item) && recordOf(item).name === undefined;
}

function textsOf(drawing: Drawing): Record<string, unknown> {
  if (drawing.kind !== 'text') return {};
  const text = (role: string) => drawing.lines.find((line) => line.role === role)?.text ?? '';
  return {
    ...drawing.facts,
    headerText: text('header'),
    subheader: text('subheader'),
    subtitle: text('subtitle'),
  };
}
