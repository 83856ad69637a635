import { Dropdown } from 'antd';
import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import type { MenuAtProps } from './menu-at.tsx';
import { useNarrow } from './use-narrow.ts';

/** Where there is no room beside an entry, its list opens below it. */
const BELOW = { points: ['tl', 'bl'], overflow: { shiftX: true, shiftY: true } };

/** A menu at a place of the page. Whoever closes it is where they were. */
export function OpenMenuAt({ items, at, onClose }: MenuAtProps) {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const isNarrow = useNarrow();
  const places = isNarrow ? { builtinPlacements: { rightTop: BELOW } } : {};
  const none = { key: 'none', label: 'No actions', disabled: true };
  return createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      menu={{ items: items.length > 0 ? items : [none], 'aria-label': 'Actions on the data', ...places }}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {/* What has no extent is not aligned with. */}
      <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Dropdown>,
    document.body,
  );
}
