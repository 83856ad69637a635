import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { legendOption } from '../../draw/legend.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { formColors } from '../../format/label-colors.ts';
import { annotationsOf } from './annotations.ts';
import { axesOf } from './axes.ts';
import { forecastNotes } from './forecast-notes.ts';
import { formatsOf } from './formats.ts';
import { gridOf, toolboxOf, toolboxRoom, zoomOf } from './layout.ts';
import { markFilter, markPoint } from './point.ts';
import { tableOf } from './rows.ts';
import { isThinned, seriesOf } from './series.ts';
import type { SeriesContext } from './series-context.ts';
import { type FixedMark, settingsOf } from './settings.ts';
import { tooltipFormatter } from './tooltip.ts';

/**
 * Metrics along an axis, with the mark that the chart type fixes or its form data names (contract, time-series
 * family: drawing).
 */
export function drawFamily(input: DrawInput, fixed: FixedMark = {}): EChartsDrawing {
  const { form, results, datasource, theme } = input;
  const [result] = results;
  const settings = settingsOf(input, fixed);
  const table = tableOf(settings, result, datasource.verbose_map);
  const formats = formatsOf(settings, input);
  const partsOf = (column: string) => result?.label_map[column] ?? [column];
  const color = input.colors ?? formColors(form);
  const context: SeriesContext = { settings, input, table, formats, color, partsOf };
  const annotations = annotationsOf(context, result?.annotation_data ?? {});
  const measured = table.series.filter((series) => series.part === 'observed');
  const names = measured.map((series) => series.name);
  const notes = [
    ...forecastNotes(context, measured),
    ...(isThinned(context) ? ['Drawn: the extremes of close points'] : []),
  ];
  const grid = gridOf(settings);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      grid: notes.length > 0 ? { ...grid, bottom: Number(grid.bottom) + NOTE_ROOM } : grid,
      ...axesOf({ settings, table, formats, theme, size: input }),
      legend: legendOption({
        form,
        names: [...names, ...annotations.names],
        theme,
        selector: true,
        indent: settings.horizontal ? 20 : 50,
        buttons: toolboxRoom(settings),
      }),
      tooltip: {
        ...baseTooltip(theme),
        trigger: settings.rich ? 'axis' : 'item',
        formatter: tooltipFormatter(context),
      },
      toolbox: toolboxOf(settings, theme),
      dataZoom: zoomOf(settings, theme),
      series: [...seriesOf(context), ...annotations.series],
    },
    crossFilter: (mark) => markFilter(context, mark),
    pointAt: (mark) => markPoint(context, mark),
  };
}
