import type { DataZoomComponentOption, GridComponentOption, ToolboxComponentOption } from 'echarts';
import type { DrawTheme } from '../../chart-type.ts';
import { axesFrame } from '../../draw/axes-frame.ts';
import { numberOf, textOf } from '../../question/read-form.ts';
import type { Settings } from './settings.ts';

/** Room for the slider below the axis. */
const ZOOM_ROOM = 60;

/** The frame of the axes: titles and zoom take room as the legend does. */
export function gridOf({ form, horizontal, zoomable }: Settings): GridComponentOption {
  const rooms = { top: 0, right: 0, bottom: 0, left: 0 };
  const onTop = form.y_axis_title_position === 'Top';
  const yPlace = onTop ? 'top' : 'left';
  if (textOf(form.x_axis_title))
    rooms[horizontal ? 'left' : 'bottom'] += numberOf(form.x_axis_title_margin) ?? 0;
  if (textOf(form.y_axis_title))
    rooms[horizontal ? 'bottom' : yPlace] += numberOf(form.y_axis_title_margin) ?? 0;
  if (zoomable) rooms[horizontal ? 'right' : 'bottom'] += ZOOM_ROOM;
  return axesFrame(form, rooms);
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

/** Pixels of a button at the corner, of the gap between two, and around them all. */
const BUTTON = 15;
const BUTTON_GAP = 8;
const AROUND_BUTTONS = 15;

/** Pixels that the buttons at the corner take. */
export function toolboxRoom({ zoomable, form }: Settings): number {
  const buttons = (zoomable ? 2 : 0) + (form.show_extra_controls ? 1 : 0);
  return buttons === 0 ? 0 : buttons * BUTTON + (buttons - 1) * BUTTON_GAP + AROUND_BUTTONS;
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
