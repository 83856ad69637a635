import { type LayoutItem, withMeta } from '@chartroom/model';
import { useEffect, useState } from 'react';
import { ChartTile } from '../chart-tile.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import styles from './edit.module.css';

/** A chart with a title that can be written; it is the title of this place alone. */
export function EditedChart({ item }: { item: LayoutItem & { type: 'CHART' } }) {
  const store = useDashboardStore();
  const { chartId, sliceName = '', sliceNameOverride } = item.meta;
  const title = sliceNameOverride ?? sliceName;
  const [draft, setDraft] = useState(title);
  useEffect(() => setDraft(title), [title]);
  const keep = () => {
    const text = draft.trim();
    setDraft(text || sliceName);
    if (text === title) return;
    // Without a title of its own it is called as the chart is, whatever that will be called.
    const sliceNameOverride = text === '' || text === sliceName ? undefined : text;
    editLayout(store, (layout) => ({ layout: withMeta(layout, item.id, { sliceNameOverride }) }));
  };
  return (
    <ChartTile
      id={chartId ?? 0}
      name={title}
      placement={item.id}
      heading={
        // The browser's own field: a board has as many as it has charts.
        <input
          className={styles.title}
          aria-label={`Title of chart ${title}`}
          placeholder={sliceName}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
            if (event.key === 'Escape') setDraft(title);
          }}
        />
      }
    />
  );
}
