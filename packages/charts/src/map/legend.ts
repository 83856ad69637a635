import type { DrawTheme } from '../chart-type.ts';
import { textWidth } from '../draw/measure-text.ts';
import type { MapLegend } from './layers.ts';
import { attributes, element, textElement } from './markup.ts';
import type { Size } from './projection.ts';

const TEXT = 11;
const LINE = 18;
const MARGIN = 10;
const PADDING = 8;
const SWATCH = 12;
/** The band of colours from the least to the most. */
const BAND: Size = { width: 120, height: 8 };

/** Pixels that a band takes from the lower edge. */
export const RANGE_ROOM = BAND.width + 2 * MARGIN;

/** What the colours of a map stand for, in a corner of it. */
export function legendMarkup(legend: MapLegend, theme: DrawTheme, size: Size): string {
  return legend.kind === 'range' ? rangeMarkup(legend, theme, size) : labelsMarkup(legend, theme, size);
}

function rangeMarkup(
  { colors, from, to }: Extract<MapLegend, { kind: 'range' }>,
  theme: DrawTheme,
  { height }: Size,
): string {
  const step = BAND.width / colors.length;
  const top = height - MARGIN - BAND.height;
  const blocks = colors.map((fill, index) =>
    element('rect', {
      x: MARGIN + index * step,
      y: top,
      // The next block covers the seam.
      width: index === colors.length - 1 ? step : step + 0.5,
      height: BAND.height,
      fill,
    }),
  );
  const text = { y: top - 5, size: TEXT, room: BAND.width / 2, color: theme.colorTextSecondary };
  return [
    ...blocks,
    textElement(from, { ...text, x: MARGIN }),
    textElement(to, { ...text, x: MARGIN + BAND.width, anchor: 'end' }),
  ].join('');
}

function labelsMarkup(
  { corner, labels }: Extract<MapLegend, { kind: 'labels' }>,
  theme: DrawTheme,
  size: Size,
): string {
  if (labels.length === 0) return '';
  const fits = Math.max(1, Math.floor((size.height - 2 * MARGIN - 2 * PADDING) / LINE));
  const shown = labels.length > fits ? labels.slice(0, fits - 1) : labels;
  const left = labels.length - shown.length;
  const rows = [...shown, ...(left > 0 ? [{ color: 'none', text: `${left} more` }] : [])];
  const widest = rows.reduce((most, { text }) => Math.max(most, textWidth(text, TEXT)), 0);
  const room = Math.min(widest, size.width * 0.35);
  const box: Size = {
    width: room + SWATCH + 6 + 2 * PADDING,
    height: rows.length * LINE + 2 * PADDING - 4,
  };
  const x = corner.endsWith('l') ? MARGIN : size.width - MARGIN - box.width;
  const y = corner.startsWith('t') ? MARGIN : size.height - MARGIN - box.height;
  const frame = element('rect', {
    x,
    y,
    ...box,
    rx: 4,
    fill: theme.colorBackground,
    'fill-opacity': 0.85,
    stroke: theme.colorSplit,
  });
  const lines = rows.map(({ color, text }, index) => {
    const top = y + PADDING + index * LINE;
    return [
      element('rect', { x: x + PADDING, y: top, width: SWATCH, height: SWATCH, rx: 2, fill: color }),
      textElement(text, {
        x: x + PADDING + SWATCH + 6,
        y: top + SWATCH - 2,
        size: TEXT,
        room: room + 1,
        color: theme.colorText,
      }),
    ].join('');
  });
  return `<g${attributes({ 'data-map-legend': corner })}>${frame}${lines.join('')}</g>`;
}
