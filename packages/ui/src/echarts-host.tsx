import type { EChartsOption, EChartsType } from 'echarts';
import type { init as EChartsInit } from 'echarts/core';
import { useEffect, useRef } from 'react';

export interface EChartsHostProps {
  /** The drawing library's `init`, with the parts that the option needs already in use. */
  init: typeof EChartsInit;
  option: EChartsOption;
  width: number;
  height: number;
  /** What a screen reader says in place of the picture. */
  label: string;
  onMarkClick?: ((event: MarkEvent) => void) | undefined;
  /** A menu is wanted at a mark; the event of the page comes after it. */
  onMarkMenu?: ((event: MarkEvent) => void) | undefined;
}

/** The mark that a person clicked, as the drawing library names it. */
export interface MarkEvent {
  name?: string;
  seriesName?: string;
  value?: unknown;
  dataIndex?: number;
  data?: unknown;
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
  const { init, option, width, height, label, onMarkClick, onMarkMenu } = props;
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const click = useRef(onMarkClick);
  click.current = onMarkClick;
  const menu = useRef(onMarkMenu);
  menu.current = onMarkMenu;

  useEffect(() => {
    if (!element.current) return;
    const created = init(element.current, null, { renderer: 'canvas' });
    chart.current = created;
    created.on('click', (event) => click.current?.(markOf(event)));
    created.on('contextmenu', (event) => menu.current?.(markOf(event)));
    const { current: host } = element;
    created.on('finished', () => delete host.dataset.chartMoving);
    const onAsked = (event: Event) => {
      if (event instanceof ChartPictureAsked)
        event.canvas = created.renderToCanvas({ pixelRatio: event.sharpness });
    };
    host.addEventListener(ChartPictureAsked.NAME, onAsked);
    // The library does not listen while a finger is down.
    const findMark = (event: MouseEvent) => {
      const { left, top } = host.getBoundingClientRect();
      const place = { zrX: event.clientX - left, zrY: event.clientY - top };
      created.getZr().handler.dispatch('contextmenu', place);
    };
    host.addEventListener('contextmenu', findMark, true);
    return () => {
      host.removeEventListener('contextmenu', findMark, true);
      host.removeEventListener(ChartPictureAsked.NAME, onAsked);
      created.dispose();
      chart.current = null;
    };
  }, [init]);

  useEffect(() => {
    chart.current?.resize({ width, height, silent: true });
    // Who wants no motion, a picture of the page among them, sees the chart as it ends.
    // Whoever takes a picture of it waits until it stands still.
    if (element.current) element.current.dataset.chartMoving = 'true';
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    chart.current?.setOption(isStill ? { ...option, animation: false } : option, {
      notMerge: true,
      lazyUpdate: false,
    });
  }, [option, width, height]);

  return (
    <div ref={element} role="img" aria-label={label} style={{ width, height }} data-chart-drawn="true" />
  );
}

function markOf({ name, seriesName, value, dataIndex, data }: MarkEvent): MarkEvent {
  return { name, seriesName, value, dataIndex, data };
}
