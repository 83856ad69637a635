import { MinusOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import type { CrossFilter, DataPoint, MapDrawing, MapMark } from '@chartroom/charts';
import { Button, Skeleton } from 'antd';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useDrawTheme } from '../../base/draw-theme.ts';
import { DrawnMarkup } from './drawn-markup.tsx';
import { lookAt, lookTransform, type MapLook, scaledLook, WHOLE_MAP } from './map-look.ts';
import type { KeptLook } from './map-moves.ts';
import styles from './map-picture.module.css';
import { useMapMarkup } from './use-map-markup.ts';

export interface MapPictureProps {
  drawing: MapDrawing;
  /** What a screen reader calls it. */
  name: string;
  /** The element that says what it shows. */
  describedBy: string;
  width: number;
  height: number;
  onCrossFilter?: ((filter: CrossFilter | undefined, point: DataPoint | undefined) => void) | undefined;
  onPoint?: ((point: DataPoint | undefined) => void) | undefined;
  /** Its ground, as the chart says it: an address of tiles, or a style of other installations. */
  ground?: unknown;
  /** How a map that is gone around in was looked at, kept while it is not seen. */
  looked?: RefObject<KeptLook | undefined> | undefined;
}

/** What is told, and where: pixels from the upper left corner of the map. */
interface Told {
  element: Element;
  markup: string;
  x: number;
  y: number;
}

const STEP = 1.6;
const CHANGES: Readonly<Record<string, number>> = { '+': STEP, '=': STEP, '-': 1 / STEP };
/** Keys that go from mark to mark. */
const MOVES: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};
/** Pixels that a finger may slip while it presses. */
export const SLIP = 4;

/** A map: what is under the pointer is told, a press filters by it or looks closer at it; by keys as well. */
export default function MapPicture({
  drawing,
  name,
  describedBy,
  width,
  height,
  onCrossFilter,
  onPoint,
}: MapPictureProps) {
  const markup = useMapMarkup(drawing, useDrawTheme(), { width, height });
  const host = useRef<HTMLDivElement>(null);
  const [look, setLook] = useState(WHOLE_MAP);
  const [told, setTold] = useState<Told>();
  const grip = useRef<{ x: number; y: number; from: MapLook; moved: boolean }>(undefined);
  useLayoutEffect(() => {
    if (markup === undefined) return;
    host.current?.querySelector('[data-map-ground]')?.setAttribute('transform', lookTransform(look));
  }, [look, markup]);
  useLayoutEffect(() => {
    told?.element.setAttribute('data-told', '');
    return () => told?.element.removeAttribute('data-told');
  }, [told]);
  if (markup === undefined) return <Skeleton active />;

  const tell = (element: Element | null, x: number, y: number) =>
    setTold(element ? { element, markup: wordsOf(drawing, element), x, y } : undefined);
  const press = (element: Element | null) => {
    const mark = markOf(element);
    const point = mark && drawing.pointAt?.(mark);
    if (point?.crossFilter && onCrossFilter) onCrossFilter(point.crossFilter, point);
    else if (element instanceof SVGGraphicsElement)
      setLook(look === WHOLE_MAP ? lookAt(element.getBBox(), width, height) : WHOLE_MAP);
  };
  const onMove = (event: PointerEvent) => {
    const { x, y } = placeOf(event, host.current);
    const held = grip.current;
    if (held && (held.moved || Math.hypot(x - held.x, y - held.y) > SLIP)) {
      held.moved = true;
      if (look.scale > 1) setLook({ ...held.from, x: held.from.x + x - held.x, y: held.from.y + y - held.y });
    } else tell(markedAt(event.target), x, y);
  };
  const onKey = (event: KeyboardEvent) => {
    const change = CHANGES[event.key];
    const move = MOVES[event.key];
    const current = told?.element ?? null;
    if (change) setLook(scaledLook(look, change, width / 2, height / 2));
    else if (move) {
      const next = neighbour(host.current, current, move);
      const box = next?.getBoundingClientRect();
      const frame = host.current?.getBoundingClientRect();
      if (next && box && frame) tell(next, box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y);
    } else if (event.key === 'Enter' || event.key === ' ') press(current);
    else if (event.key === 'Escape' && (told || look !== WHOLE_MAP)) {
      setTold(undefined);
      setLook(WHOLE_MAP);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const changed = (factor: number) => () => setLook(scaledLook(look, factor, width / 2, height / 2));
  return (
    <div
      className={styles.map}
      style={{ width, height }}
      data-chart-drawn="true"
      data-moved={look.scale > 1 || undefined}
    >
      <DrawnMarkup
        ref={host}
        role="img"
        aria-label={name}
        aria-describedby={describedBy}
        markup={markup}
        onPointerDown={(event) => {
          if (event.button === 0)
            grip.current = { ...placeOf(event, host.current), from: look, moved: false };
        }}
        onPointerMove={onMove}
        onPointerUp={(event) => {
          const held = grip.current;
          grip.current = undefined;
          if (held && !held.moved) press(markedAt(event.target));
        }}
        onPointerLeave={() => {
          grip.current = undefined;
          setTold(undefined);
        }}
        onContextMenuCapture={(event) => {
          const mark = markOf(markedAt(event.target));
          onPoint?.(mark && drawing.pointAt?.(mark));
        }}
      />
      <button
        type="button"
        className={styles.reader}
        aria-label={`Marks of ${name}: arrow keys go from one to the next, plus and minus look closer`}
        onKeyDown={onKey}
        onBlur={() => setTold(undefined)}
      />
      <div className={styles.nearer} data-unpictured>
        <Button size="small" icon={<PlusOutlined />} aria-label="Look closer" onClick={changed(STEP)} />
        <Button
          size="small"
          icon={<MinusOutlined />}
          aria-label="Look from farther"
          onClick={changed(1 / STEP)}
        />
        {look !== WHOLE_MAP && (
          <Button
            size="small"
            icon={<UndoOutlined />}
            aria-label="Whole map"
            onClick={() => setLook(WHOLE_MAP)}
          />
        )}
      </div>
      <DrawnMarkup
        className={styles.told}
        role="status"
        markup={told?.markup ?? ''}
        style={told && besides(told, width, height)}
      />
    </div>
  );
}

/** The mark or region that something on the page belongs to. */
function markedAt(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('[data-mark], [data-region]') : null;
}

function markOf(element: Element | null): MapMark | undefined {
  const [layer, list] = element?.getAttribute('data-mark')?.split(':') ?? [];
  const together = list?.split('+').map(Number) ?? [];
  const [index] = together;
  if (layer === undefined || index === undefined) return undefined;
  return { layer: Number(layer), index, ...(together.length > 1 ? { together } : {}) };
}

function wordsOf(drawing: MapDrawing, element: Element): string {
  const region = element.getAttribute('data-region') ?? undefined;
  const mark = markOf(element);
  if (mark) return drawing.tooltip(mark, region);
  const escaped = document.createElement('b');
  escaped.textContent = region ?? '';
  return escaped.outerHTML;
}

function neighbour(host: Element | null, current: Element | null, step: 1 | -1): Element | undefined {
  const marks = [...(host?.querySelectorAll('[data-mark]') ?? [])];
  const at = current ? marks.indexOf(current) : -1;
  if (at < 0) return marks.at(step === 1 ? 0 : -1);
  return marks[(at + step + marks.length) % marks.length];
}

function placeOf({ clientX, clientY }: PointerEvent, host: Element | null): { x: number; y: number } {
  const frame = host?.getBoundingClientRect();
  return { x: clientX - (frame?.x ?? 0), y: clientY - (frame?.y ?? 0) };
}

/** Beside the place, on the side where there is more room. */
export function besides({ x, y }: { x: number; y: number }, width: number, height: number) {
  return {
    ...(x < width / 2 ? { left: x + 12 } : { right: width - x + 12 }),
    ...(y < height / 2 ? { top: y + 12 } : { bottom: height - y + 12 }),
  };
}
