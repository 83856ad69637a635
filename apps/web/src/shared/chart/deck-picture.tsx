import { MinusOutlined, PlusOutlined, UndoOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { loadMapRenderer, type MapDrawing, type MapLayer, type MapMark, type Place } from '@chartroom/charts';
import type { Deck, LayersList, MapView, Viewport } from '@deck.gl/core';
import { Button } from 'antd';
import type { Feature } from 'geojson';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDrawTheme } from '../../base/draw-theme.ts';
import { deckLayers } from './deck-layers.ts';
import styles from './deck-picture.module.css';
import { DrawnMarkup } from './drawn-markup.tsx';
import { MapCharts } from './map-charts.tsx';
import { type Look, lookIn, lookOf, MARK_MOVES, PANS, panned, shownAt, ZOOMS } from './map-moves.ts';
import shared from './map-picture.module.css';
import { besides, type MapPictureProps } from './map-picture.tsx';
import { type Told, useDeck } from './use-deck.ts';
import { useMapMarkup } from './use-map-markup.ts';
import { useTiles } from './use-tiles.ts';
import { useWheelByIntent } from './use-wheel-by-intent.ts';

/** A legend takes much of a picture that is narrower. */
const NARROW = 420;
/** A map to go around in: turned, tilted and looked at from nearer. What is under the pointer is told, a press filters by it. */
export default function DeckPicture(props: MapPictureProps) {
  const { drawing: whole, name, describedBy, width, height, looked } = props;
  const theme = useDrawTheme();
  const [viewport, setViewport] = useState<Viewport>();
  const zoom = viewport && Math.round(viewport.zoom);
  const drawing = useMemo(
    () => (zoom === undefined ? whole : (whole.atZoom?.(zoom) ?? whole)),
    [whole, zoom],
  );
  const [isFolded, setFolded] = useState(width < NARROW);
  const framed = useMemo(() => (isFolded ? { ...drawing, legend: undefined } : drawing), [drawing, isFolded]);
  const frame = useMapMarkup(framed, theme, { width, height }, 'frame');
  const land = useLand();
  const [told, setTold] = useState<Told>();
  const host = useRef<HTMLDivElement>(null);
  const frameOf = useRef<HTMLDivElement>(null);
  const deck = useRef<Deck<MapView>>(undefined);
  const [shown, setShown] = useState<LayersList>();
  useDeck(deck, host, { ...props, drawing }, { onTell: setTold, onView: setViewport, onDrawn: setShown });
  // What was told is another mark of another drawing.
  useEffect(() => setTold((before) => (drawing === whole ? before : undefined)), [drawing, whole]);
  const tiles = useTiles(props.ground, viewport);
  const layers = useMemo(
    () => deckLayers(drawing, land, theme, { zoom: zoom ?? 0, tiles: tiles.layers }),
    [drawing, land, theme, zoom, tiles.layers],
  );
  const hasCharts = drawing.layers.some(({ kind }) => kind === 'charts');
  const [areChartsDrawn, setChartsDrawn] = useState(false);
  const isDrawn = shown === layers && land.length > 0 && tiles.isReady && (areChartsDrawn || !hasCharts);
  const onChartsDrawn = useCallback(() => setChartsDrawn(true), []);
  const view = useStable(whole.view);
  const wheel = useWheelByIntent(frameOf);
  useEffect(() => {
    deck.current?.setProps({ layers });
  }, [layers]);
  useEffect(() => {
    if (view.kind !== 'place') return;
    deck.current?.setProps({
      initialViewState: lookOf(looked?.current?.of === view ? looked.current : view),
    });
  }, [view, looked]);
  useEffect(() => {
    if (!looked || !viewport || view.kind !== 'place') return;
    looked.current = { ...lookIn(viewport), of: view };
  }, [looked, viewport, view]);
  const look = (change: (viewport: Viewport) => Partial<Look>) => {
    if (viewport)
      deck.current?.setProps({ initialViewState: lookOf({ ...lookIn(viewport), ...change(viewport) }) });
  };
  const nearer = (steps: number) => look(({ zoom: now }) => ({ zoom: now + steps }));
  const words = told && drawing.tooltip(told.mark);
  const onKey = (event: KeyboardEvent) => {
    const marks = placedMarks(drawing);
    const at = marks.findIndex(({ mark }) => isSame(mark, told?.mark));
    const step = MARK_MOVES[event.key];
    const pan = PANS[event.key];
    const zoomed = ZOOMS[event.key];
    if (pan) look((now) => ({ centre: panned(now, pan) }));
    else if (zoomed !== undefined) nearer(zoomed);
    else if (step !== undefined) {
      const next = marks.at(at < 0 && step < 0 ? -1 : (at + step) % marks.length);
      const place = next && viewport && shownAt(viewport, next.at);
      // What lies outside is brought into the middle.
      if (next && place?.isOutside) look(() => ({ centre: next.at }));
      setTold(next && place && { mark: next.mark, x: place.x, y: place.y });
    } else if (event.key === 'Enter' && told) {
      const point = drawing.pointAt?.(told.mark);
      if (point?.crossFilter) props.onCrossFilter?.(point.crossFilter, point);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={frameOf}
      className={styles.map}
      style={{ width, height }}
      data-corner={drawing.legend?.kind === 'labels' ? drawing.legend.corner : undefined}
    >
      <div
        ref={host}
        className={styles.ground}
        role="img"
        aria-label={name}
        aria-describedby={describedBy}
        {...{ [isDrawn ? 'data-chart-drawn' : 'data-chart-moving']: true }}
      />
      {tiles.map && (
        <div className={styles.source} role={tiles.isBroken ? 'status' : undefined}>
          {tiles.isBroken
            ? `Not all of the map “${tiles.map.label}” could be loaded from ${new URL(tiles.map.address).host}`
            : tiles.map.attribution}
        </div>
      )}
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
        data-map-keys
        className={shared.reader}
        aria-label={`Map of ${name}: arrow keys move it, plus and minus zoom, Page Up and Page Down go from mark to mark`}
        onKeyDown={onKey}
        onBlur={() => setTold(undefined)}
      />
      <DrawnMarkup className={styles.frame} markup={frame ?? ''} />
      <div className={`${shared.nearer} ${styles.nearer}`} data-unpictured>
        <Button size="small" icon={<PlusOutlined />} aria-label="Look closer" onClick={() => nearer(1)} />
        <Button
          size="small"
          icon={<MinusOutlined />}
          aria-label="Look from farther"
          onClick={() => nearer(-1)}
        />
        <Button
          size="small"
          icon={<UndoOutlined />}
          aria-label="As it was at first"
          onClick={() => deck.current?.setProps({ initialViewState: lookOf(view) })}
        />
        {drawing.legend && (
          <Button
            size="small"
            icon={<UnorderedListOutlined />}
            aria-label="Legend"
            aria-pressed={!isFolded}
            onClick={() => setFolded(!isFolded)}
          />
        )}
      </div>
      {wheel && (
        <div className={styles.wheel} role="status" data-unpictured>
          Use Ctrl + scroll to zoom
        </div>
      )}
      <DrawnMarkup
        className={shared.told}
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
