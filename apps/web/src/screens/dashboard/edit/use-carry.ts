import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { type RefObject, useEffect, useRef } from 'react';
import type { Carried } from './board-drop.ts';
import styles from './edit.module.css';

/** Lets an element be carried onto the board, as a small label of its name; `handle` is where it is taken. */
export function useCarry(
  element: RefObject<HTMLElement | null>,
  {
    carried,
    name,
    handle,
  }: { carried: Carried | undefined; name: string; handle?: RefObject<HTMLElement | null> },
): void {
  const latest = useRef({ carried, name });
  latest.current = { carried, name };
  const isCarried = carried !== undefined;
  useEffect(() => {
    if (!element.current || !isCarried) return;
    return draggable({
      element: element.current,
      ...(handle?.current && { dragHandle: handle.current }),
      getInitialData: () => ({ ...latest.current.carried }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
          render: ({ container }) => {
            const label = document.createElement('div');
            label.className = styles.carried ?? '';
            label.textContent = latest.current.name;
            container.append(label);
          },
        }),
    });
  }, [element, handle, isCarried]);
}
