import { CATEGORICAL_SCHEMES } from '../format/categorical-schemes.ts';
import { DEFAULT_COLOR_SCHEME } from '../format/label-colors.ts';
import { DEFAULT_LINEAR_SCHEME } from '../format/sequential.ts';
import { SEQUENTIAL_SCHEMES } from '../format/sequential-schemes.ts';
import { LARGE_FONT_SIZES, NUMBER_FORMATS, plainChoices, SMALL_FONT_SIZES, TIME_FORMATS } from './choices.ts';
import type { Control } from './control.ts';
import { checkbox, redrawing, select, special, text } from './control-makers.ts';
import { isSet } from './visibility.ts';

/** `SUPERSET_DEFAULT` is how old charts name the default scheme. */
export const colorScheme: Control = {
  ...special('ColorSchemeControl', 'color_scheme', 'Color Scheme', DEFAULT_COLOR_SCHEME, {
    renderTrigger: true,
    fromDatasource: true,
  }),
  choices: plainChoices(['SUPERSET_DEFAULT', ...CATEGORICAL_SCHEMES.map((scheme) => scheme.id)]),
};

export const linearColorScheme: Control = {
  ...special('ColorSchemeControl', 'linear_color_scheme', 'Linear Color Scheme', DEFAULT_LINEAR_SCHEME, {
    renderTrigger: true,
    fromDatasource: true,
    clearable: false,
  }),
  choices: SEQUENTIAL_SCHEMES.map((scheme) => [scheme.id, scheme.label]),
};

/** The legend's controls, one per row, without their heading. */
export const legend: Control[] = redrawing(
  checkbox('show_legend', 'Show legend', true),
  select(
    'legendType',
    'Type',
    [
      ['scroll', 'Scroll'],
      ['plain', 'List'],
    ],
    'scroll',
    { visible: isSet('show_legend') },
  ),
  select(
    'legendOrientation',
    'Orientation',
    [
      ['top', 'Top'],
      ['bottom', 'Bottom'],
      ['left', 'Left'],
      ['right', 'Right'],
    ],
    'top',
    { visible: isSet('show_legend') },
  ),
  text('legendMargin', 'Margin', null, { isInt: true, visible: isSet('show_legend') }),
);

/** A choice of number formats under any name; the field calls it differently per chart. */
export function numberFormat(name: string, label: string, further: Partial<Control> = {}): Control {
  return {
    ...select(name, label, NUMBER_FORMATS, 'SMART_NUMBER', { freeForm: true, renderTrigger: true }),
    ...further,
  };
}

/** The format of a value axis; the dataset's formats count too. */
export function valueFormat(label: string): Control {
  return numberFormat('y_axis_format', label, { fromDatasource: true });
}

export const currencyFormat: Control = special(
  'CurrencyControl',
  'currency_format',
  'Currency format',
  undefined,
  { renderTrigger: true },
);

/** A choice of time formats under any name. */
export function timeFormat(name: string, label: string, further: Partial<Control> = {}): Control {
  return {
    ...select(name, label, TIME_FORMATS, 'smart_date', { freeForm: true, renderTrigger: true }),
    ...further,
  };
}

export const labelRotation: Control = select(
  'xAxisLabelRotation',
  'Rotate x axis label',
  [
    [0, '0°'],
    [45, '45°'],
    [90, '90°'],
  ],
  0,
  { freeForm: true, clearable: false, renderTrigger: true },
);

export const labelInterval: Control = select(
  'xAxisLabelInterval',
  'X Axis Label Interval',
  [
    ['auto', 'Auto'],
    ['0', 'All'],
  ],
  'auto',
  { clearable: false, renderTrigger: true },
);

/** How the labels along the x-axis lie. */
export function ticksLayout(...layouts: readonly string[]): Control {
  return select('x_ticks_layout', 'X Tick Layout', plainChoices(layouts), 'auto', {
    clearable: false,
    renderTrigger: true,
  });
}

/** Size of the big number. */
export const headerFontSize: Control = select(
  'header_font_size',
  'Big Number Font Size',
  LARGE_FONT_SIZES,
  0.4,
  {
    clearable: false,
    renderTrigger: true,
  },
);

/** Size of a text near the big number. */
export function smallFontSize(name: string, label: string, further: Partial<Control> = {}): Control {
  return {
    ...select(name, label, SMALL_FONT_SIZES, 0.15, { clearable: false, renderTrigger: true }),
    ...further,
  };
}

/** Controls that both big numbers share, in order. */
export const bigNumberTexts: Control[] = [
  text('subtitle', 'Subtitle', undefined, { renderTrigger: true }),
  smallFontSize('subtitle_font_size', 'Subtitle Font Size'),
  checkbox('show_metric_name', 'Show Metric Name', false, { renderTrigger: true }),
  smallFontSize('metric_name_font_size', 'Metric Name Font Size', {
    visible: isSet('show_metric_name'),
    resetOnHide: false,
  }),
  valueFormat('Number format'),
  currencyFormat,
  timeFormat('time_format', 'Date format'),
  checkbox('force_timestamp_formatting', 'Force date format', false, { renderTrigger: true }),
];

/** Rules that colour values by how they compare with a target. */
export function conditionalFormatting(label: string): Control {
  return special('ConditionalFormattingControl', 'conditional_formatting', label, undefined, {
    renderTrigger: true,
    fromDatasource: true,
  });
}
