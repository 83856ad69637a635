import type {
  AdhocFilter,
  ChartDataResult,
  ChartFormData,
  ColumnRef,
  DatasourceData,
  ExtraFormData,
  Formats,
  QueryContext,
} from '@chartroom/model';
import type { EChartsOption } from 'echarts';
import type { ComponentType } from 'react';
import type { ControlPanel } from './controls/control.ts';
import { fillDefaults } from './controls/panel.ts';
import { narrowForm } from './draw/narrow-form.ts';
import { writtenIn } from './format/formats.ts';
import { formColors, type LabelColors } from './format/label-colors.ts';
import { seenColors } from './format/seen-colors.ts';
import type { MapLayer, MapLegend, MapMark, MapView } from './map/layers.ts';
import { keepMissing } from './question/keep-missing.ts';

/** What the gallery sorts chart types by; null = others. */
export const CATEGORIES = [
  'Correlation',
  'Distribution',
  'Evolution',
  'Flow',
  'KPI',
  'Map',
  'Part of a Whole',
  'Ranking',
  'Table',
  null,
] as const;
export type Category = (typeof CATEGORIES)[number];

/** What a chart can do on a dashboard (contract/charts.md §3.1: I, D, B). */
export type Behavior = 'INTERACTIVE_CHART' | 'DRILL_TO_DETAIL' | 'DRILL_BY';

/** State that a chart keeps between its own requests (a table's page, sort and search). */
export type OwnState = Record<string, unknown>;

export interface QuestionContext {
  /** State of the chart itself, e.g. the page of a server-paged table. */
  ownState?: OwnState | undefined;
  force?: boolean;
  /** As it is stored for other clients of the API: without what only this server understands. */
  stored?: boolean;
}

/** What a drawing reads of its dataset. */
export type DrawDatasource = Pick<DatasourceData, 'columns' | 'metrics' | 'verbose_map' | 'column_formats'>;

/** Everything a drawing depends on; nothing else is read. */
export interface DrawInput<F extends ChartFormData = ChartFormData> {
  /** Form data with the defaults of the control panel filled in. */
  form: F;
  /** One entry per query of the question, in order. */
  results: ChartDataResult[];
  datasource: DrawDatasource;
  /** Pixels. */
  width: number;
  height: number;
  theme: DrawTheme;
  /** Selected values of this chart's cross-filter: label → whether chosen; empty = none. */
  selected?: readonly string[] | undefined;
  onDashboard?: boolean;
  /** Colours of labels that are settled elsewhere, e.g. for all charts of a dashboard; without them the form's own. */
  colors?: LabelColors | undefined;
  /** The charts that it is made of (`ChartType.parts`), in order; undefined where nobody has asked them. */
  parts?: readonly DrawnPart[] | undefined;
}

/** Another chart that a chart shows within its own drawing, and the filters that it lays over it. */
export interface ChartPart {
  id: number;
  adhoc_filters: AdhocFilter[];
  extra_filters: unknown[];
  extra_form_data: ExtraFormData;
}

/** What has become of another chart that a chart shows. */
export interface DrawnPart {
  /** What it is called. */
  name: string;
  drawing?: Drawing;
  /** What it was drawn from. */
  results?: readonly ChartDataResult[];
  /** Why there is no drawing. */
  problem?: string;
}

/** Colours, font and formats of the page, so that a drawing needs no DOM. */
export interface DrawTheme {
  dark: boolean;
  /** Whether whoever looks wants more contrast: stronger lines and colours, and patterns. */
  isStrong?: boolean;
  colorText: string;
  colorTextSecondary: string;
  colorBorder: string;
  colorSplit: string;
  colorBackground: string;
  colorPrimary: string;
  colorSuccess: string;
  colorError: string;
  fontFamily: string;
  /** How it writes numbers and moments; absent = as they are written now. */
  formats?: Formats;
}

/** A filter that a click on a mark sends to the rest of the dashboard. */
export interface CrossFilter {
  filters: {
    col: string;
    op: 'IN' | 'IS NULL' | '==' | 'TEMPORAL_RANGE';
    val?: (string | number | boolean | null)[] | string | number | null;
  }[];
  /** What is shown in the filter bar: values per column. */
  label: string;
  /** Identifies the mark among the drawing's own (matched against `DrawInput.selected`). */
  key: string;
}

/** A condition that a value under the pointer stands for. */
export interface DrillFilter {
  col: ColumnRef;
  op: '==';
  val: string | number | boolean | null;
  /** How the value reads. */
  text: string;
  /** The grain at which a moment stands for its bucket. */
  grain?: string;
}

/** What lies under the pointer of somebody who asks what can be done with it (contract/charts.md §1.14). */
export interface DataPoint {
  /** The filter that a click sends; absent where it sends none. */
  crossFilter?: CrossFilter | undefined;
  /** Conditions that the rows behind it meet. */
  detail: DrillFilter[];
  /** What another column takes the place of; absent where it cannot be taken apart. */
  drillBy?: DrillPlace | undefined;
  /** The number that is drawn there, of which metric; absent where it is worked out of several. */
  amount?: PointAmount | undefined;
}

/** A number of an answer. */
export interface PointAmount {
  metric: string;
  value: number;
}

/** A field of form data in whose place another column is put, and the conditions under which. */
export interface DrillPlace {
  field: string;
  filters: DrillFilter[];
}

/** A mark of a drawing, as the drawing library names it; between marks only the place. */
export interface DrawnMark {
  name?: string;
  seriesName?: string;
  value?: unknown;
  dataIndex?: number;
  data?: unknown;
  /** Where on the axes the pointer is. */
  place?: readonly number[];
}

/** An ECharts option plus what the host needs to know about it. */
export interface EChartsDrawing {
  kind: 'echarts';
  option: EChartsOption;
  /** Cross-filter of a clicked mark, or undefined when the mark filters nothing. */
  crossFilter?: (mark: DrawnMark) => CrossFilter | undefined;
  /** What a mark stands for; undefined when it stands for no values. */
  pointAt?: (mark: DrawnMark) => DataPoint | undefined;
  /** The drawing anew, seen from a place on its axes to which a reader has moved its line; absent where none is moved. */
  seenFrom?: (place: readonly number[]) => EChartsDrawing;
  /** What a press on a mark shows in the place of the whole, where it filters nothing; another press shows the whole. */
  opened?: (mark: DrawnMark) => EChartsDrawing | undefined;
}

/** Picture made of text and simple shapes: the big numbers, a page without its looks. Sizes in pixels; a trend is an ECharts option below. */
export interface TextDrawing {
  kind: 'text';
  lines: {
    text: string;
    size: number;
    color: string;
    /** Of lines of a page there may be several. */
    role: 'metric-name' | 'kicker' | 'header' | 'subheader' | 'subtitle' | 'line';
    weight?: number;
  }[];
  /** What the texts say, for whoever reads them by program (a mail, a test): values, not texts. */
  facts: Readonly<Record<string, unknown>>;
  trend?: { option: EChartsOption; height: number; pointAt?: EChartsDrawing['pointAt'] };
}

/** A table or pivot as a model that a grid (or a mail) renders. Specific shape per chart type. */
export interface TableDrawing {
  kind: 'table';
  table: TableModel;
}

export interface TableModel {
  columns: TableModelColumn[];
  /** Rows by column key; cells carry value, text and decoration. */
  rows: TableModelCell[][];
  totals?: TableModelCell[] | undefined;
  /** Levels of column headers above the leaf columns (pivot); each entry spans `span` leaf columns. */
  headers?: TableHeading[][];
  /** Whole number of rows on the server when paged there. */
  rowCount: number;
}
/** A heading over several columns. */
export interface TableHeading extends Pick<TableModelCell, 'crossFilter' | 'stands'> {
  text: string;
  span: number;
}
export interface TableModelColumn {
  key: string;
  label: string;
  align: 'left' | 'right' | 'center';
  numeric: boolean;
  isRowHeader?: boolean;
  width?: number;
  description?: string;
}
export interface TableModelCell {
  value: unknown;
  text: string;
  color?: string | undefined;
  background?: string;
  /** Bar inside the cell: from and width as fractions of the cell, colour. */
  bar?: { from: number; width: number; color: string };
  bold?: boolean;
  /** A small line in the place of the text, which says its ends. */
  spark?: SparkLine;
  /** Where the text leads. */
  link?: string;
  /** Columns and rows that the cell covers; the covered ones are left out. */
  span?: number;
  rowSpan?: number;
  isRowHeader?: boolean;
  /** The group that a click on the cell's arrow opens or closes. */
  group?: { key: string; collapsed: boolean };
  /** What a click on the cell chooses within the chart, by a name of its own. */
  choice?: string;
  /** Filter that a click on the cell sends. */
  crossFilter?: CrossFilter;
  /** Dimensions and their values that the cell stands for, where these are more than what a click filters by. */
  stands?: readonly (readonly [column: string, value: unknown])[];
}

/** A line as small as a cell. */
export interface SparkLine {
  /** Its points from left to right, each with what it says. */
  points: readonly { y: number | null; text: string }[];
  /** The values at the lower and at the upper edge. */
  low: number;
  high: number;
  /** Pixels. */
  height: number;
  color: string;
  /** What the edges are called, where that is shown. */
  labels?: readonly [low: string, high: string];
}

/** A map as layers of marks on shapes of the earth, which whoever shows it loads by their name. */
export interface MapDrawing {
  kind: 'map';
  /** Name of the shapes below the marks; undefined when there are none to be shown. */
  shapes: string | undefined;
  view: MapView;
  /** From the lowest to the one on top. */
  layers: readonly MapLayer[];
  legend?: MapLegend | undefined;
  /** What the map does not show, in sentences. */
  notes: readonly string[];
  /**
   * Markup of what is told of a mark.
   *
   * @param region how its region is called
   */
  tooltip(mark: MapMark, region?: string): string;
  /** What a mark stands for; undefined when it stands for no values. */
  pointAt?: (mark: MapMark) => DataPoint | undefined;
  /** The drawing as it is when the map is looked at from nearer or farther, in whole steps; absent where it stays as it is. */
  atZoom?: (zoom: number) => MapDrawing;
}

export type Drawing = EChartsDrawing | TextDrawing | TableDrawing | MapDrawing;

/** What a React view of a chart receives. */
export interface ViewProps<F extends ChartFormData = ChartFormData> extends DrawInput<F> {
  ownState: OwnState;
  setOwnState(next: OwnState): void;
  /** A cell was pressed: what it filters by, and what it stands for. */
  onCrossFilter(filter: CrossFilter | undefined, point: DataPoint | undefined): void;
  /** Is told what lies under the pointer before the menu of the chart opens there. */
  onPoint?: ((point: DataPoint | undefined) => void) | undefined;
}

/** What every page knows of a chart type before it shows one. */
export interface ChartTypeFacts {
  key: string;
  name: string;
  behaviors: readonly Behavior[];
  /** What only the gallery and cards tell of it, which other pages do without. */
  about(): Promise<{ about: ChartTypeAbout }>;
}

/** What a chart type is good for. */
export interface ChartTypeAbout {
  category: Category;
  tags: readonly string[];
  description: string;
  /** Markup of the thumbnail, drawn with currentColor. */
  thumbnail: string;
  /** Chart types of somebody else have none. */
  example?(): Promise<{ example: ChartExample }>;
}

/** A chart type: one folder, one entry in the catalog. */
export interface ChartType<F extends ChartFormData = ChartFormData> extends ChartTypeFacts {
  controls: ControlPanel;
  /** The questions to the server; pure. */
  question(form: F, context: QuestionContext): QueryContext;
  /** The picture of the answers; pure, no DOM. */
  draw(input: DrawInput<F>): Drawing;
  /** The charts that it is made of: whoever shows it asks them (`partForm`) and hands in their drawings. */
  parts?(form: F): readonly ChartPart[];
  /** Only where a picture is not enough (grid, map, handlebars). */
  view?: () => Promise<{ default: ComponentType<ViewProps> }>;
}

/** Form data and the answers to its question: a test, a page of the gallery and a picture in the docs at once. */
export interface ChartExample {
  form: ChartFormData;
  results: ChartDataResult[];
  /** Examples of the charts that it is made of. */
  parts?: readonly { name: string; chart: ChartType; example: ChartExample }[];
}

/**
 * Declares a chart type and forgets its own form type, so that all of them fit one list. Its drawing receives
 * form data with the defaults of the panel filled in; its question sees the form data as it is stored.
 */
export function defineChartType<F extends ChartFormData>(
  facts: ChartTypeFacts,
  code: Omit<ChartType<F>, keyof ChartTypeFacts>,
): ChartType {
  return {
    ...facts,
    ...code,
    question: (form, context) => {
      const question = code.question(narrow<F>(form), context);
      return context.stored ? question : keepMissing(question);
    },
    draw: (input) => {
      const form = narrowForm(fillDefaults(code.controls, narrow<F>(input.form)), input.width);
      const colors = seenColors(input.colors ?? formColors(form), input.theme);
      return writtenIn(input.theme.formats, () => code.draw({ ...input, form, colors }));
    },
  };
}

/** Form data is checked by the control panel where it enters; from there on it has the type of its chart. */
function narrow<F extends ChartFormData>(form: ChartFormData): F {
  return form as F;
}
