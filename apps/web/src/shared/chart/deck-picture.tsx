import {
  type DataPoint,
  loadMapRenderer,
  type MapDrawing,
  type MapLayer,
  type MapMark,
  type Place,
} from '@chartroom/charts';
import { ChartPictureAsked } from '@chartroom/ui';
import { Deck, MapView, type PickingInfo, type Viewport } from '@deck.gl/core';
import type { Feature } from 'geojson';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDrawTheme } from '../../base/draw-theme.ts';
import { deckLayers, layerNumber } from './deck-layers.ts';
import styles from './deck-picture.module.css';
import { DrawnMarkup } from './drawn-markup.tsx';
import { MapCharts } from './map-charts.tsx';
import { besides, type MapPictureProps, MOVES, SLIP } from './map-picture.tsx';
import { useMapMarkup } from './use-map-markup.ts';

/** The whole earth in half the room that it has at zoom 0: small pictures need it. */
const FARTHEST = -1;
/** Pixels around the pointer in which a mark is found. */
const REACH = 3;

interface Told {
  mark: MapMark;
  x: number;
  y: number;
}

/** A map to go around in: turned, tilted and looked at from nearer. What is under the pointer is told, a press filters by it. */
export default function DeckPicture(props: MapPictureProps) {
  const { drawing, name, describedBy, width, height } = props;
  const theme = useDrawTheme();
  const frame = useMapMarkup(drawing, theme, { width, height }, 'frame');
  const land = useLand();
  const [told, setTold] = useState<Told>();
  const host = useRef<HTMLDivElement>(null);
  const deck = useRef<Deck<MapView>>(undefined);
  // What the library calls is always what was drawn last.
  const current = useRef(props);
  current.current = props;
  const [viewport, setViewport] = useState<Viewport>();
  const zoom = Math.round(viewport?.zoom ?? 0);
  const layers = useMemo(() => deckLayers(drawing, land, theme, zoom), [drawing, land, theme, zoom]);
  const hasCharts = drawing.layers.some(({ kind }) => kind === 'charts');
  const [areChartsDrawn, setChartsDrawn] = useState(false);
  const onChartsDrawn = useCallback(() => setChartsDrawn(true), []);
  const view = useStable(drawing.view);
  useEffect(() => {
    const { current: parent } = host;
    if (!parent) return;
    const pointAt = (info: PickingInfo): DataPoint | undefined => {
      const mark = markOf(info);
      return mark && current.current.drawing.pointAt?.(mark);
    };
    const created = new Deck({
      parent,
      views: new MapView({ repeat: true }),
      controller: { keyboard: true, dragRotate: true },
      pickingRadius: REACH,
      useDevicePixels: true,
      onHover: (info) => {
        const mark = markOf(info);
        setTold(mark && { mark, x: info.x, y: info.y });
      },
      onClick: (info) => {
        const point = pointAt(info);
        if (point?.crossFilter) current.current.onCrossFilter?.(point.crossFilter, point);
      },
      onAfterRender: () => setViewport(deck.current?.getViewports()[0]),
      getCursor: ({ isDragging, isHovering }) => cursorOf(isDragging, isHovering),
    });
    deck.current = created;
    const onAsked = (event: Event) => {
      if (!(event instanceof ChartPictureAsked)) return;
      created.redraw('picture');
      event.canvas = parent.querySelector('canvas') ?? undefined;
    };
    let pressed: { x: number; y: number } | undefined;
    const onDown = ({ clientX: x, clientY: y }: MouseEvent) => {
      pressed = { x, y };
    };
    const onMenu = (event: MouseEvent) => {
      const { left, top } = parent.getBoundingClientRect();
      // The same button tilts the map.
      const isDragged =
        pressed !== undefined && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP;
      if (isDragged) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const info = created.pickObject({ x: event.clientX - left, y: event.clientY - top, radius: REACH });
      if (info) current.current.onPoint?.(pointAt(info));
    };
    parent.addEventListener('pointerdown', onDown, true);
    parent.addEventListener(ChartPictureAsked.NAME, onAsked);
    parent.addEventListener('contextmenu', onMenu, true);
    return () => {
      parent.removeEventListener(ChartPictureAsked.NAME, onAsked);
      parent.removeEventListener('contextmenu', onMenu, true);
      parent.removeEventListener('pointerdown', onDown, true);
      deck.current = undefined;
      created.finalize();
      parent.replaceChildren();
    };
  }, []);
  useEffect(() => {
    deck.current?.setProps({ layers });
  }, [layers]);
  useEffect(() => {
    if (view.kind !== 'place') return;
    const { centre, zoom, bearing, pitch } = view;
    const initialViewState = {
      longitude: centre[0],
      latitude: centre[1],
      zoom,
      bearing,
      pitch,
      minZoom: FARTHEST,
    };
    deck.current?.setProps({ initialViewState });
  }, [view]);
  const words = told && drawing.tooltip(told.mark);
  const onKey = (event: KeyboardEvent) => {
    const marks = placedMarks(drawing);
    const at = marks.findIndex(({ mark }) => isSame(mark, told?.mark));
    const step = MOVES[event.key];
    if (step !== undefined) {
      const next = marks.at(at < 0 && step < 0 ? -1 : (at + step) % marks.length);
      const [x = 0, y = 0] = (next && deck.current?.getViewports()[0]?.project([...next.at])) ?? [];
      setTold(next && { mark: next.mark, x, y });
    } else if (event.key === 'Enter' && told) {
      const point = drawing.pointAt?.(told.mark);
      if (point?.crossFilter) props.onCrossFilter?.(point.crossFilter, point);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.map} style={{ width, height }}>
      <div
        ref={host}
        className={styles.ground}
        role="img"
        aria-label={name}
        aria-describedby={describedBy}
        data-chart-drawn={(land.length > 0 && (areChartsDrawn || !hasCharts)) || undefined}
      />
      <div className={styles.charts}>
        {viewport &&
          drawing.layers.map((layer, index) =>
            layer.kind === 'charts' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: layers have no identity but their place
              <MapCharts key={index} layer={layer} viewport={viewport} onDrawn={onChartsDrawn} />
            ) : null,
          )}
      </div>
      <button
        type="button"
        className={styles.reader}
        aria-label={`Marks of ${name}: arrow keys go from one to the next`}
        onKeyDown={onKey}
        onBlur={() => setTold(undefined)}
      />
      <DrawnMarkup className={styles.frame} markup={frame ?? ''} />
      <DrawnMarkup
        className={styles.told}
        role="status"
        markup={words ?? ''}
        style={told && besides(told, width, height)}
      />
    </div>
  );
}

/** The same object as long as it says the same: who has gone around in a map stays where they are when it is drawn anew. */
function useStable<T>(value: T): T {
  const kept = useRef(value);
  if (JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}

function markOf({ layer, index, object }: PickingInfo): MapMark | undefined {
  const number = layerNumber(layer?.id);
  if (number === undefined || index < 0) return undefined;
  // A cell tells what lies in it.
  const together: unknown = Reflect.get(Object(object), 'pointIndices');
  if (!Array.isArray(together)) return { layer: number, index };
  return { layer: number, index: Number(together[0]), together: together.map(Number) };
}

function isSame(one: MapMark, other: MapMark | undefined): boolean {
  return one.layer === other?.layer && one.index === other.index;
}

/** The marks of a map and where each is told of, in their order. */
function placedMarks({ layers }: MapDrawing): { mark: MapMark; at: Place }[] {
  return layers.flatMap((drawn, layer) =>
    placesOf(drawn).flatMap((at, index) => (at ? [{ mark: { layer, index }, at }] : [])),
  );
}

function placesOf(layer: MapLayer): (Place | undefined)[] {
  if (layer.kind === 'regions') return [];
  if (layer.kind === 'paths') return layer.marks.map(({ points }) => points[Math.floor(points.length / 2)]);
  if (layer.kind === 'polygons') return layer.marks.map(({ rings }) => rings[0]?.[0]);
  return layer.kind === 'arcs' ? layer.marks.map(({ to }) => to) : layer.marks.map(({ at }) => at);
}

function cursorOf(isDragging: boolean, isHovering: boolean): string {
  if (isDragging) return 'grabbing';
  return isHovering ? 'pointer' : 'grab';
}

/** The land of the earth; nothing until it is there. Throws what fetching it threw. */
function useLand(): readonly Feature[] {
  const [land, setLand] = useState<readonly Feature[]>([]);
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    let wanted = true;
    loadMapRenderer()
      .then(async ({ loadAtlas, flatShape }) => {
        const world = await loadAtlas('world');
        return world?.regions.map(({ shape }) => flatShape(shape)) ?? [];
      })
      .then(
        (shapes) => wanted && setLand(shapes),
        (error: unknown) => wanted && setProblem(error),
      );
    return () => {
      wanted = false;
    };
  }, []);
  if (problem !== undefined) throw problem;
  return land;
}
