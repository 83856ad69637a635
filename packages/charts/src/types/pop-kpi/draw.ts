import type { ChartFormData } from '@chartroom/model';
import type { DrawInput, DrawTheme, TextDrawing } from '../../chart-type.ts';
import { bigNumberSettings } from '../../draw/big-number.ts';
import { fittingFontSize } from '../../draw/measure-text.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { currencyOf, valueFormatter } from '../../format/currency.ts';
import { savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import { numberFormatter } from '../../format/number.ts';
import { membersOf, numberOf, textOf } from '../../question/read-form.ts';
import { type Comparison, comparisonOf } from './comparison.ts';

type Line = TextDrawing['lines'][number];

/** Pixels left free at both sides of the texts. */
const PADDING = 32;
const NO_DATA = 'No data';
/** Between the parts of the comparison. */
const GAP = '\u2003';

/** Sizes in pixels by the shares that form data hold. */
const HEADER_PIXELS: readonly (readonly [share: number, pixels: number])[] = [
  [0.2, 16],
  [0.3, 20],
  [0.4, 30],
  [0.5, 48],
  [0.6, 60],
];
const SMALL_PIXELS: readonly (readonly [share: number, pixels: number])[] = [
  [0.125, 16],
  [0.15, 20],
  [0.2, 26],
  [0.3, 32],
  [0.4, 40],
];

/** A number beside the one of another time: what it was, and how much it has changed since. */
export function draw(input: DrawInput): TextDrawing {
  const { form, datasource, theme } = input;
  const { metric, metricName, subtitle } = bigNumberSettings(input);
  const compared = comparisonOf(input, metric);
  const write = valueFormatter(
    savedFormats(datasource)[metric] ?? textOf(form.y_axis_format),
    currencyOf(form.currency_format) ?? savedCurrencies(datasource)[metric],
  );
  const text = (amount: number | null, missing: string) => (amount === null ? missing : write(amount));
  const texts = {
    bigNumber: text(compared.value, NO_DATA),
    prevNumber: text(compared.previous, NO_VALUE),
    valueDifference: text(compared.difference, NO_VALUE),
    percentDifferenceFormattedString:
      compared.change === null
        ? NO_VALUE
        : numberFormatter(textOf(form.percentDifferenceFormat))(compared.change),
  };
  const headerPixels = pixels(HEADER_PIXELS, form.header_font_size, 16);
  const line = (role: Line['role'], words: string, size: number, color: string, weight?: number): Line[] => {
    if (words === '') return [];
    const fitting = fittingFontSize(words, size, Math.max(input.width - PADDING, 1));
    return [{ role, text: words, size: fitting, color, ...(weight === undefined ? {} : { weight }) }];
  };
  const secondary = theme.colorTextSecondary;
  const small = (share: unknown, otherwise: number) => pixels(SMALL_PIXELS, share, otherwise);
  return {
    kind: 'text',
    lines: [
      ...line(
        'metric-name',
        form.show_metric_name ? metricName : '',
        small(form.metric_name_font_size, 20),
        secondary,
      ),
      ...line('header', texts.bigNumber, headerPixels, theme.colorText, 600),
      ...line('subtitle', subtitle, small(form.subtitle_font_size, 20), secondary),
      ...line(
        'subheader',
        compared.shift === undefined ? '' : comparisonText(form, texts),
        small(form.subheader_font_size, 16),
        changeColor(form, compared, theme) ?? secondary,
      ),
    ],
    facts: {
      ...texts,
      percentDifferenceNumber: compared.change,
      headerFontSize: headerPixels,
      subtitle,
      metricName,
      shift: compared.shift,
    },
  };
}

function pixels(sizes: typeof HEADER_PIXELS, share: unknown, otherwise: number): number {
  const wanted = numberOf(share);
  return sizes.find(([each]) => each === wanted)?.[1] ?? otherwise;
}

interface ComparisonTexts {
  prevNumber: string;
  valueDifference: string;
  percentDifferenceFormattedString: string;
}

/** What it was, the difference and the change: each with its sign, or under a name of its own, or left out. */
function comparisonText(form: ChartFormData, texts: ComparisonTexts): string {
  const parts = [
    ['Previous value', '#', texts.prevNumber],
    ['Delta', '△', texts.valueDifference],
    ['Percent change', '%', texts.percentDifferenceFormattedString],
  ] as const;
  const shown = parts.flatMap(([name, sign, text]) => {
    const config = membersOf(membersOf(form.column_config)[name]);
    if (config.visible === false) return [];
    const before = [config.displayTypeIcon === false ? '' : sign, textOf(config.customColumnName) ?? ''];
    return [[...before, text].filter((word) => word !== '').join(' ')];
  });
  return shown.join(GAP);
}

/** More is good, or bad, when the chart says which; no change is neither. */
function changeColor(form: ChartFormData, { difference }: Comparison, theme: DrawTheme): string | undefined {
  if (!form.comparison_color_enabled || difference === null || difference === 0) return undefined;
  const isGood = difference > 0 === (form.comparison_color_scheme !== 'Red');
  return isGood ? theme.colorSuccess : theme.colorError;
}
