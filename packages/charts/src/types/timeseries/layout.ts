import type { DataZoomComponentOption, GridComponentOption, ToolboxComponentOption } from 'echarts';
import type { DrawTheme } from '../../chart-type.ts';
import { legendRoom } from '../../draw/legend.ts';
import { numberOf, textOf } from '../../question/read-form.ts';
import type { Settings } from './settings.ts';

const PADDING = 20;
/** Room for the slider below the axis. */
const ZOOM_ROOM = 60;

/** The frame of the axes: padding, legend, titles and zoom each take their room. Labels are kept inside. */
export function gridOf(settings: Settings): GridComponentOption {
  const { form, horizontal, zoomable } = settings;
  const grid = { top: PADDING, right: PADDING, bottom: PADDING, left: PADDING };
  const legend = legendRoom(form);
  if (legend)
    grid[legend.side] +=
      legend.side === 'left' || legend.side === 'right' ? legend.pixels - PADDING : legend.pixels;
  const [xTitle, yTitle] = [textOf(form.x_axis_title), textOf(form.y_axis_title)];
  const [xMargin, yMargin] = [
    numberOf(form.x_axis_title_margin) ?? 0,
    numberOf(form.y_axis_title_margin) ?? 0,
  ];
  const onTop = form.y_axis_title_position === 'Top';
  if (xTitle) grid[horizontal ? 'left' : 'bottom'] += xMargin;
  const yPlace = onTop ? 'top' : 'left';
  if (yTitle) grid[horizontal ? 'bottom' : yPlace] += yMargin;
  if (zoomable) grid[horizontal ? 'right' : 'bottom'] += ZOOM_ROOM;
  return { ...grid, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };
}

/** A slider, the wheel and a frame to drag; values are not zoomed where series are stacked. */
export function zoomOf(
  { horizontal, zoomable, form }: Pick<Settings, 'horizontal' | 'zoomable' | 'form'>,
  theme: DrawTheme,
): DataZoomComponentOption[] {
  if (!zoomable) return [];
  const axis = horizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 };
  const below = form.legendOrientation === 'bottom' && form.show_legend ? 30 : 5;
  const colors = {
    borderColor: theme.colorBorder,
    textStyle: { color: theme.colorTextSecondary, fontFamily: theme.fontFamily },
  };
  return [
    {
      type: 'slider',
      ...axis,
      ...colors,
      ...(horizontal ? { right: 5, width: 24 } : { bottom: below, height: 24 }),
      filterMode: 'none',
    },
    { type: 'inside', ...axis, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, filterMode: 'none' },
  ];
}

/** Buttons at the corner: zoom into a frame and back; for areas, stacked or not. */
export function toolboxOf({ zoomable, stack, form }: Settings, theme: DrawTheme): ToolboxComponentOption {
  const switcher = form.show_extra_controls
    ? { magicType: { type: ['stack' as const], title: { stack: 'Stack' } } }
    : {};
  const zoom = zoomable
    ? {
        dataZoom: {
          ...(stack ? { yAxisIndex: false as const } : {}),
          title: { zoom: 'zoom area', back: 'restore zoom' },
        },
      }
    : {};
  return {
    show: zoomable || Boolean(form.show_extra_controls),
    top: 0,
    right: 5,
    iconStyle: { borderColor: theme.colorTextSecondary },
    feature: { ...zoom, ...switcher },
  };
}
