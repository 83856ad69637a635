import { type PointerEvent, useState } from 'react';

const HOME = { x: 0, y: 0 };

/** How far something was carried over the page by its handle, in pixels, and what the handle listens to. */
export function useCarried() {
  const [offset, setOffset] = useState(HOME);
  const [grip, setGrip] = useState<{ x: number; y: number }>();
  const carry = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setGrip({ x: event.clientX - offset.x, y: event.clientY - offset.y });
    },
    onPointerMove: (event: PointerEvent) => {
      if (grip) setOffset({ x: event.clientX - grip.x, y: event.clientY - grip.y });
    },
    onPointerUp: () => setGrip(undefined),
    onPointerCancel: () => setGrip(undefined),
  };
  return { offset, carry };
}
