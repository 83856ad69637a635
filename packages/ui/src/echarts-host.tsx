import type { EChartsOption, EChartsType } from 'echarts';
import type { init as EChartsInit } from 'echarts/core';
import { useEffect, useRef } from 'react';
import { ChartWanted } from './chart-wanted.ts';
import { drawInTurn } from './draw-turns.ts';

export interface EChartsHostProps {
  /** The drawing library's `init`, with the parts that the option needs already in use. */
  init: typeof EChartsInit;
  option: EChartsOption;
  width: number;
  height: number;
  /** What a screen reader says in place of the picture. */
  label: string;
  /** The element that says what it shows. */
  describedBy?: string | undefined;
  onMarkClick?: ((event: MarkEvent) => void) | undefined;
  /** A menu is wanted at a mark, or at a place between marks; the event of the page comes after it. */
  onMarkMenu?: ((event: MarkEvent) => void) | undefined;
  /** A place on the axes was pressed, or come to while pressing. */
  onPlace?: ((place: readonly number[]) => void) | undefined;
}

/** The mark that a person clicked, as the drawing library names it. */
export interface MarkEvent {
  name?: string;
  seriesName?: string;
  value?: unknown;
  dataIndex?: number;
  data?: unknown;
  /** Where on the axes the pointer is. */
  place?: readonly number[];
}

/** Asks a chart's element for a picture of it, as sharp as is wanted; `canvas` is there when it was told. */
export class ChartPictureAsked extends Event {
  static readonly NAME = 'chartpictureasked';
  /** Pixels for each of the page. */
  readonly sharpness: number;
  canvas: HTMLCanvasElement | undefined;
  constructor(sharpness: number) {
    super(ChartPictureAsked.NAME);
    this.sharpness = sharpness;
  }
}

/** Shows an ECharts option, keeps it sized, and hands clicks on marks out. */
export function EChartsHost(props: EChartsHostProps) {
  const { init, option, width, height, label, describedBy, onMarkClick, onMarkMenu, onPlace } = props;
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const turn = useRef<ReturnType<typeof drawInTurn>>(undefined);
  const click = useRef(onMarkClick);
  click.current = onMarkClick;
  const menu = useRef(onMarkMenu);
  menu.current = onMarkMenu;
  const move = useRef(onPlace);
  move.current = onPlace;

  useEffect(() => {
    if (!element.current) return;
    const created = init(element.current, null, { renderer: 'canvas' });
    chart.current = created;
    created.on('click', (event) => click.current?.(markOf(event)));
    const { current: host } = element;
    const found: { mark: MarkEvent | undefined } = { mark: undefined };
    created.on('contextmenu', (event) => {
      found.mark = markOf(event);
    });
    const takeFound = () => {
      const { mark } = found;
      found.mark = undefined;
      return mark;
    };
    followPresses(created, (place) => move.current?.(place));
    created.on('finished', () => delete host.dataset.chartMoving);
    const onAsked = (event: Event) => {
      if (!(event instanceof ChartPictureAsked)) return;
      turn.current?.now();
      event.canvas = created.renderToCanvas({ pixelRatio: event.sharpness });
    };
    host.addEventListener(ChartPictureAsked.NAME, onAsked);
    const onWanted = () => turn.current?.now();
    host.addEventListener(ChartWanted.NAME, onWanted);
    const findMark = (event: MouseEvent) => {
      const { left, top } = host.getBoundingClientRect();
      const [zrX, zrY] = [event.clientX - left, event.clientY - top];
      takeFound();
      // The library itself does not listen while a finger is down.
      created.getZr().handler.dispatch('contextmenu', { zrX, zrY });
      const place = placeOnAxes(created, [zrX, zrY]);
      const mark = takeFound();
      if (mark || place) menu.current?.({ ...mark, ...place });
    };
    host.addEventListener('contextmenu', findMark, true);
    return () => {
      host.removeEventListener('contextmenu', findMark, true);
      host.removeEventListener(ChartPictureAsked.NAME, onAsked);
      host.removeEventListener(ChartWanted.NAME, onWanted);
      created.dispose();
      chart.current = null;
    };
  }, [init]);

  useEffect(() => {
    const { current: host } = element;
    const { current: drawn } = chart;
    if (!host || !drawn) return;
    // Whoever takes a picture of it waits until it stands still.
    host.dataset.chartMoving = 'true';
    const prepare = () => {
      // To size it is to draw it, as it is drawn below anyway.
      if (drawn.getWidth() !== width || drawn.getHeight() !== height)
        drawn.resize({ width, height, silent: true });
      drawn.setOption(wantsStill() ? still(option) : option, { notMerge: true, lazyUpdate: true });
    };
    const paint = () => {
      // The library's own frame, which would come for all charts at once.
      drawn.getZr().animation.update();
      host.dataset.chartDrawn = 'true';
    };
    turn.current = drawInTurn(host, [prepare, paint]);
    return turn.current.drop;
  }, [option, width, height]);

  return (
    <div
      ref={element}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
      style={{ width, height }}
    />
  );
}

/** Whether charts are shown as they end: to who wants no motion, a picture of the page among them, and where a page says so. */
function wantsStill(): boolean {
  const { still } = document.documentElement.dataset;
  return still !== undefined || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The picture as it ends, without what leads to it: networks are laid out before they are seen. */
function still(option: EChartsOption): EChartsOption {
  const series = [option.series ?? []].flat().map((each) => ({
    ...each,
    // Some say so themselves, a gauge among them.
    animation: false,
    ...(each.type === 'graph' && { force: { ...each.force, layoutAnimation: false } }),
  }));
  return { ...option, animation: false, series };
}

/** Tells the places on the axes at which a chart is pressed, and those that the pointer comes to while it is. */
function followPresses(chart: EChartsType, onPlace: (place: readonly number[]) => void): void {
  let isPressed = false;
  const tell = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
    const found = placeOnAxes(chart, [offsetX, offsetY]);
    if (found?.place) onPlace(found.place);
  };
  const events = chart.getZr();
  events.on('mousedown', (event) => {
    isPressed = true;
    tell(event);
  });
  events.on('mousemove', (event) => {
    if (isPressed) tell(event);
  });
  for (const end of ['mouseup', 'globalout'])
    events.on(end, () => {
      isPressed = false;
    });
}

function markOf({ name, seriesName, value, dataIndex, data }: MarkEvent): MarkEvent {
  return { name, seriesName, value, dataIndex, data };
}

/** Where on the axes a pixel is; undefined beside them, and where there are none. */
function placeOnAxes(chart: EChartsType, pixel: [number, number]): Pick<MarkEvent, 'place'> | undefined {
  const grid = { gridIndex: 0 };
  if (!chart.containPixel(grid, pixel)) return undefined;
  const place: unknown = chart.convertFromPixel(grid, pixel);
  return Array.isArray(place) ? { place: place.map(Number) } : undefined;
}
