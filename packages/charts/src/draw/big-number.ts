import { type ChartFormData, GenericType, metricLabel } from '@chartroom/model';
import type { DrawInput, TextDrawing } from '../chart-type.ts';
import { currencyOf, valueFormatter } from '../format/currency.ts';
import { savedCurrencies, savedFormats } from '../format/metric-format.ts';
import { SMART_DATE, timeFormatter } from '../format/time.ts';
import { grainFormatter } from '../format/time-by-grain.ts';
import { metricsOf, numberOf, textOf } from '../question/read-form.ts';
import { fittingFontSize } from './measure-text.ts';
import { amountOf, columnTypes } from './row-names.ts';

type Line = TextDrawing['lines'][number];

/** Pixels left free at both sides of the texts. */
const PADDING = 32;

/** What both big numbers read of their form data and answer. */
export interface BigNumberSettings {
  /** Column of the answer with the value. */
  metric: string;
  /** What the metric is called on the screen. */
  metricName: string;
  subtitle: string;
  /** Writes the value, as a number or as a moment. */
  write(value: BigNumberValue): string;
  /** Writes a moment of the time axis, as long as its grain. */
  writeTime(value: BigNumberValue): string;
  /** The value of a cell: a number, a moment in epoch milliseconds, or a text that is neither. */
  read(value: unknown): BigNumberValue;
}

export type BigNumberValue = number | string | null;

/** Reads what both big numbers have in common (contract, big numbers): the saved format of the metric goes first. */
export function bigNumberSettings({ form, results, datasource }: DrawInput): BigNumberSettings {
  const [reference] = metricsOf(form.metric);
  const metric = reference === undefined ? '' : metricLabel(reference);
  const [result] = results;
  const type = result && columnTypes(result).get(metric);
  const format = savedFormats(datasource)[metric] ?? textOf(form.y_axis_format);
  const number = valueFormatter(
    format,
    currencyOf(form.currency_format) ?? savedCurrencies(datasource)[metric],
  );
  const pattern = textOf(form.time_format) ?? SMART_DATE;
  const writeTime =
    pattern === SMART_DATE ? grainFormatter(textOf(form.time_grain_sqla)) : timeFormatter(pattern);
  const isTime =
    Boolean(form.force_timestamp_formatting) || type === GenericType.TEMPORAL || type === GenericType.STRING;
  return {
    metric,
    metricName: datasource.verbose_map[metric] ?? metric,
    subtitle: ownSubtitle(form) ?? textOf(form.subheader) ?? '',
    writeTime,
    read: (value) =>
      isTime
        ? (momentOf(value) ?? amountOf(value) ?? textOf(value) ?? null)
        : (amountOf(value) ?? textOf(value) ?? null),
    write: (value) => {
      if (value === null) return 'No data';
      if (typeof value === 'string') return value;
      return isTime ? writeTime(value) : number(value);
    },
  };
}

/** A subtitle that is more than blanks; old charts have a subheader in its place. */
function ownSubtitle(form: ChartFormData): string | undefined {
  const subtitle = textOf(form.subtitle);
  return subtitle?.trim() ? subtitle : undefined;
}

function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}/.test(value)) return undefined;
  const moment = Date.parse(/[zZ]|[+-]\d{2}:?\d{2}$/.test(value) || value.length <= 10 ? value : `${value}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

export interface BigNumberTexts {
  header: string;
  headerColor?: string | undefined;
  subheader?: string;
  subheaderColor?: string | undefined;
  /** A remark above the number. */
  kicker?: string;
}

/** The lines of a big number, from top to bottom. Each is as large as its share of the height, if it fits the width. */
export function bigNumberLines(
  input: DrawInput,
  settings: BigNumberSettings,
  height: number,
  texts: BigNumberTexts,
): Line[] {
  const { form, theme, width } = input;
  const line = (
    role: Line['role'],
    text: string | undefined,
    share: unknown,
    color: string,
    weight?: number,
  ): Line[] => {
    if (!text) return [];
    const wanted = (numberOf(share) ?? 0.15) * height;
    const size = fittingFontSize(text, wanted, Math.max(width - PADDING, 1));
    return [{ role, text, size, color, ...(weight === undefined ? {} : { weight }) }];
  };
  const subtitleShare = ownSubtitle(form)
    ? form.subtitle_font_size
    : (form.subheader_font_size ?? form.subtitle_font_size);
  const name = form.show_metric_name ? settings.metricName : undefined;
  return [
    ...line('metric-name', name, form.metric_name_font_size, theme.colorTextSecondary),
    ...line('kicker', texts.kicker, 0.1, theme.colorTextSecondary),
    ...line('header', texts.header, form.header_font_size ?? 0.4, texts.headerColor ?? theme.colorText, 600),
    ...line(
      'subheader',
      texts.subheader,
      form.subheader_font_size,
      texts.subheaderColor ?? theme.colorTextSecondary,
    ),
    ...line('subtitle', settings.subtitle, subtitleShare, theme.colorTextSecondary),
  ];
}
