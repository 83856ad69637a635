import { isMenuKey, openMenuAt } from '@chartroom/ui';
import { type KeyboardEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';

/** Milliseconds until a finger that rests asks for the menu. */
const LONG_PRESS = 600;
/** Pixels that a finger at rest may move. */
const AT_REST = 10;

/**
 * By key, and by a finger that rests, the menu of a chart is asked for as by the right button of a mouse. Where the browser
 * asks itself, it is not asked twice.
 */
export function usePointing() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const hasAsked = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      stop();
      hasAsked.current = false;
      if (pointerType !== 'touch' || !(target instanceof Element)) return;
      from.current = { x, y };
      timer.current = setTimeout(() => {
        hasAsked.current = true;
        openMenuAt(target, { x, y });
      }, LONG_PRESS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > AT_REST) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onTouchEnd: (event: TouchEvent) => {
      // Lifted, the finger would click, and close the menu.
      if (hasAsked.current && event.cancelable) event.preventDefault();
    },
    onContextMenuCapture: stop,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isMenuKey(event)) return;
      // Around the picture: keys point at no mark of it.
      const frame = event.currentTarget.querySelector('[data-chart-drawn]')?.parentElement;
      if (!frame) return;
      event.preventDefault();
      openMenuAt(frame);
    },
  };
}
