import type { DataPoint, MapMark } from '@chartroom/charts';
import { ChartPictureAsked } from '@chartroom/ui';
import { Deck, type LayersList, MapView, type PickingInfo, type Viewport } from '@deck.gl/core';
import { type RefObject, useEffect, useRef } from 'react';
import { layerNumber } from './deck-layers.ts';
import { type MapPictureProps, SLIP } from './map-picture.tsx';

/** Pixels around the pointer in which a mark is found. */
const REACH = 3;

/** What is told, and where: pixels from the upper left corner of the map. */
export interface Told {
  mark: MapMark;
  x: number;
  y: number;
}

interface Listeners {
  onTell: (told: Told | undefined) => void;
  onView: (viewport: Viewport | undefined) => void;
  /** These layers have been drawn with all that belongs to them. */
  onDrawn: (layers: LayersList) => void;
}

/** The library that draws a map within an element, for as long as the element is there. */
export function useDeck(
  deck: RefObject<Deck<MapView> | undefined>,
  host: RefObject<HTMLDivElement | null>,
  props: MapPictureProps,
  listeners: Listeners,
): void {
  // What the library calls is always what was drawn last.
  const current = useRef(props);
  current.current = props;
  const told = useRef(listeners);
  told.current = listeners;
  const hovered = useRef<MapMark>(undefined);
  useEffect(() => {
    const { current: parent } = host;
    if (!parent) return;
    const pointAt = (mark: MapMark | undefined): DataPoint | undefined =>
      mark && current.current.drawing.pointAt?.(mark);
    const created = new Deck({
      parent,
      views: new MapView({ repeat: true }),
      controller: { keyboard: true, dragRotate: true },
      pickingRadius: REACH,
      useDevicePixels: true,
      onHover: (info) => {
        const mark = markOf(info);
        hovered.current = mark;
        told.current.onTell(mark && { mark, x: info.x, y: info.y });
      },
      onClick: (info) => {
        const point = pointAt(markOf(info));
        if (point?.crossFilter) current.current.onCrossFilter?.(point.crossFilter, point);
      },
      onAfterRender: () => {
        told.current.onView(deck.current?.getViewports()[0]);
        const { layers } = created.props;
        if (areLoaded(layers)) told.current.onDrawn(layers);
      },
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
      // The same button tilts the map.
      const isDragged =
        pressed !== undefined && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP;
      if (isDragged) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (hovered.current) current.current.onPoint?.(pointAt(hovered.current));
    };
    parent.addEventListener('pointerdown', onDown, true);
    parent.addEventListener(ChartPictureAsked.NAME, onAsked);
    parent.addEventListener('contextmenu', onMenu, true);
    return () => {
      parent.removeEventListener(ChartPictureAsked.NAME, onAsked);
      parent.removeEventListener('contextmenu', onMenu, true);
      parent.removeEventListener('pointerdown', onDown, true);
      deck.current = undefined;
      const canvas = parent.querySelector('canvas');
      created.finalize();
      // Browsers bear few of them: it is given back at once.
      canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
      parent.replaceChildren();
    };
  }, [deck, host]);
}

/** Whether all that a map is made of was there to be drawn. */
function areLoaded(layers: LayersList): boolean {
  return layers.every((layer) => !layer || (Array.isArray(layer) ? areLoaded(layer) : layer.isLoaded));
}

function markOf({ layer, index, object }: PickingInfo): MapMark | undefined {
  const number = layerNumber(layer?.id);
  if (number === undefined || index < 0) return undefined;
  // A cell tells what lies in it.
  const together: unknown = Reflect.get(Object(object), 'pointIndices');
  if (!Array.isArray(together)) return { layer: number, index };
  return { layer: number, index: Number(together[0]), together: together.map(Number) };
}

function cursorOf(isDragging: boolean, isHovering: boolean): string {
  if (isDragging) return 'grabbing';
  return isHovering ? 'pointer' : 'grab';
}
