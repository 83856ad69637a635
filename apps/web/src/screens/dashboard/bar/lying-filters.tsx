import type { NativeFilter } from '@chartroom/model';
import { Badge, Button, Popover } from 'antd';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from '../filter-bar.module.css';
import { useDashboard } from '../store/dashboard-context.ts';
import { FilterItems, OutOfScope } from './filter-items.tsx';
import { useFiltersInView } from './in-view.ts';

/** Pixels that a filter takes in a row, with what is between two. */
const EACH = 214;
const GAP = 14;
/** Room for the button behind which the others are. */
const MORE = 150;

/** Filters side by side; those for which there is no room behind 'More filters'. */
export function LyingFilters({ filters }: { filters: readonly NativeFilter[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { inView, outOfView } = useFiltersInView(filters);
  const room = (width + GAP) / EACH;
  const isAllShown = inView.length <= room && outOfView.length === 0;
  const shown = isAllShown ? inView.length : Math.max(1, Math.floor((width + GAP - MORE) / EACH));
  const hidden = inView.slice(shown);
  return (
    <div ref={frame} className={styles.lying}>
      <FilterItems filters={inView.slice(0, shown)} />
      {(hidden.length > 0 || outOfView.length > 0) && <MoreFilters hidden={hidden} outOfView={outOfView} />}
    </div>
  );
}

interface MoreProps {
  hidden: readonly NativeFilter[];
  outOfView: readonly NativeFilter[];
}

function MoreFilters({ hidden, outOfView }: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  const all = [...hidden, ...outOfView].filter(({ type }) => type === 'NATIVE_FILTER');
  const isAsked = useDashboard(({ askedFilter }) => all.some(({ id }) => id === askedFilter));
  const isSet = useDashboard(({ applied }) =>
    all.some(({ id }) => Object.keys(applied[id]?.extraFormData ?? {}).length > 0),
  );
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <div className={styles.more}>
          <FilterItems filters={hidden} />
          <OutOfScope filters={outOfView} />
        </div>
      }
    >
      <Badge dot={isSet} className={styles.moreButton ?? ''}>
        <Button>More filters ({all.length})</Button>
      </Badge>
    </Popover>
  );
}

/** Pixels that an element is wide. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  // Before anything is painted: the bar would be drawn without most of its filters first.
  useLayoutEffect(() => {
    if (!element.current) return;
    setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
