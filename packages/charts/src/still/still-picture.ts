import type { ChartType, DrawInput, Drawing, DrawTheme } from '../chart-type.ts';
import { strongOption } from '../draw/strong-option.ts';
import { echartsSvg } from '../map/echarts-svg.ts';
import type { Size } from '../map/projection.ts';
import { renderMap } from '../map/render.ts';
import { stillMessage } from './still-message.ts';
import { stillTable } from './still-table.ts';
import { stillText } from './still-text.ts';

export { textElement as textMarkup } from '../map/markup.ts';
export { plainLines } from '../types/handlebars/plain-lines.ts';
export { placedPicture, svgDocument } from './nested.ts';
export { type StillMessage, stillMessage } from './still-message.ts';
export { fewLines, wrappedText } from './wrap-text.ts';

/** A drawing of any kind as an SVG document of a size, made without a browser. */
export async function stillPicture(drawing: Drawing, theme: DrawTheme, size: Size): Promise<string> {
  switch (drawing.kind) {
    case 'echarts':
      return echartsSvg(
        theme.isStrong ? { ...drawing, option: strongOption(drawing.option) } : drawing,
        size,
      );
    case 'map':
      return renderMap(drawing, theme, size);
    case 'table':
      return stillTable(drawing.table, theme, size);
    case 'text':
      return stillText(drawing, theme, size);
  }
}

/**
 * A chart as an SVG document of the size of its input, made without a browser: its drawing, or what a page says where there is
 * none. A chart that is made of others is drawn of the parts that are handed in.
 */
export async function stillChart(type: ChartType, input: DrawInput): Promise<string> {
  const { theme, results, width, height } = input;
  const size = { width, height };
  if (!type.parts && results.every(({ data }) => data.length === 0)) {
    return stillMessage(
      {
        title: 'No results were returned for this query',
        description:
          'Make sure that the controls are configured properly and the datasource contains data for the selected time range',
      },
      theme,
      size,
    );
  }
  return stillPicture(type.draw(input), theme, size);
}
