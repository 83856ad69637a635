import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { Placement } from './hint.tsx';

interface HintPopupProps {
  id: string;
  title: ReactNode;
  placement: Placement;
  /** Where what it belongs to stands, in pixels of the window. */
  place: { left: number; top: number; width: number; height: number };
  onEnter: () => void;
  onLeave: () => void;
}

/** Above dialogs within dialogs. */
const Z_INDEX = 2000;

/** The popup of a hint. */
export function HintPopup({ id, title, placement, place, onEnter, onLeave }: HintPopupProps) {
  return (
    <Tooltip
      id={id}
      open
      placement={placement}
      zIndex={Z_INDEX}
      title={
        <span onPointerEnter={onEnter} onPointerLeave={onLeave}>
          {title}
        </span>
      }
    >
      <span aria-hidden style={{ position: 'fixed', pointerEvents: 'none', ...place }} />
    </Tooltip>
  );
}
