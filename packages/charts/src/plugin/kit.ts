import { columnLabel, metricLabel } from '@chartroom/model';
import * as React from 'react';
import {
  colorScheme,
  currencyFormat,
  legend,
  linearColorScheme,
  numberFormat,
  timeFormat,
} from '../controls/appearance-controls.ts';
import {
  checkbox,
  column,
  columns,
  laidOut,
  metrics,
  REQUIRED,
  radio,
  redrawing,
  select,
  slider,
  text,
} from '../controls/control-makers.ts';
import {
  adhocFilters,
  groupby,
  manyMetrics,
  oneMetric,
  rowLimit,
  timeGrain,
  xAxis,
} from '../controls/query-controls.ts';
import { equals, isSet } from '../controls/visibility.ts';
import { baseOption, baseTooltip } from '../draw/base-option.ts';
import { rowCrossFilter, selectionOpacity } from '../draw/cross-filter.ts';
import { legendOption } from '../draw/legend.ts';
import { measureOf } from '../draw/measure.ts';
import { amountOf, rowNamer } from '../draw/row-names.ts';
import { rowPoint } from '../draw/row-point.ts';
import { escapeMarkup, tooltipMarkup } from '../draw/tooltip.ts';
import { formColors } from '../format/label-colors.ts';
import { numberFormatter } from '../format/number.ts';
import { timeFormatter } from '../format/time.ts';
import { queryContext } from '../question/query-context.ts';
import { columnsOf, metricsOf, numberOf, textOf } from '../question/read-form.ts';

/** Changes when a member goes or means something else; a new member leaves it as it is. */
const VERSION = 1;

/**
 * What a chart type of somebody else is made with, so that it carries no second copy of React, of the drawing library or of
 * ours. docs/charts.md describes every member.
 */
export function pluginKit(of: { key: string; name: string }) {
  return {
    version: VERSION,
    key: of.key,
    name: of.name,
    React,
    /** Controls: makers of new ones, and those that many types have. */
    controls: {
      checkbox,
      select,
      radio,
      text,
      slider,
      column,
      columns,
      metrics,
      redrawing,
      rows: laidOut,
      required: REQUIRED,
      groupby,
      oneMetric,
      manyMetrics,
      filters: adhocFilters,
      rowLimit,
      xAxis,
      timeGrain,
      colorScheme,
      linearColorScheme,
      legend,
      numberFormat,
      currencyFormat,
      timeFormat,
      isSet,
      equals,
    },
    /** From form data to the question. */
    queryContext,
    /** What form data say. */
    form: { columnsOf, metricsOf, numberOf, textOf, columnLabel, metricLabel },
    /** Values as texts, and labels as colours. */
    format: { number: numberFormatter, time: timeFormatter, colors: formColors },
    /** From rows to a drawing. */
    draw: {
      baseOption,
      baseTooltip,
      legendOption,
      tooltipMarkup,
      escapeMarkup,
      measureOf,
      rowNamer,
      amountOf,
      rowPoint,
      rowCrossFilter,
      selectionOpacity,
    },
  };
}
