import { heightOf, type LayoutItem, ROOT_ID, readingOrder, tabsInScope, widthOf } from '@chartroom/model';
import { loadable } from '@chartroom/ui';
import { Tabs } from 'antd';
import { type CSSProperties, useMemo } from 'react';
import { useNarrow } from '../../shared/use-narrow.ts';
import { AnchorLink } from './anchor-link.tsx';
import { ChartTile } from './chart-tile.tsx';
import styles from './dashboard.module.css';
import { useDashboard } from './store/dashboard-context.ts';

const MarkdownView = loadable(async () => (await import('./markdown-view.tsx')).MarkdownView);

/** The dashboard's layout from its root. */
export function LayoutView() {
  const root = useDashboard((state) => state.layout[ROOT_ID]);
  if (!root) return null;
  return (
    <>
      {root.children.map((id) => (
        <Item key={id} id={id} inside="ROOT" />
      ))}
    </>
  );
}

/** One component of the layout with what stands in it (contract/ui.md B1, B5). */
function Item({ id, inside }: { id: string; inside: string }) {
  const item = useDashboard((state) => state.layout[id]);
  if (!item) return null;
  const children = item.children.map((child) => <Item key={child} id={child} inside={item.type} />);
  const style = sizeIn(inside, item);
  switch (item.type) {
    case 'GRID':
      return <Blocks item={item} />;
    case 'TABS':
      return <TabStrip item={item} />;
    case 'ROW':
      return (
        <div className={styles.row} data-background={item.meta.background}>
          {children}
        </div>
      );
    case 'COLUMN':
      return (
        <div className={styles.column} data-background={item.meta.background} style={style}>
          {children}
        </div>
      );
    case 'CHART':
      return (
        <div className={styles.cell} id={item.id} style={{ ...style, height: heightOf(item) }}>
          <ChartTile
            placement={item.id}
            id={Number(item.meta.chartId) || 0}
            name={String(item.meta.sliceNameOverride ?? item.meta.sliceName ?? '')}
          />
        </div>
      );
    case 'MARKDOWN':
      return (
        <div className={styles.markdown} id={item.id} style={{ ...style, height: heightOf(item) }} data-keep>
          <MarkdownView source={String(item.meta.code ?? '')} />
        </div>
      );
    case 'HEADER':
      return (
        <div
          className={styles.heading}
          data-size={item.meta.headerSize}
          data-background={item.meta.background}
          id={item.id}
        >
          <h2>{String(item.meta.text ?? '')}</h2>
          <AnchorLink id={item.id} name={String(item.meta.text ?? '')} />
        </div>
      );
    case 'DIVIDER':
      return <hr className={styles.divider} />;
    default:
      return null;
  }
}

function TabStrip({ item }: { item: LayoutItem }) {
  const active = useDashboard((state) => item.children.find((child) => state.activeTabs.has(child)));
  const layout = useDashboard((state) => state.layout);
  const openTab = useDashboard((state) => state.openTab);
  const pointed = useDashboard(({ focusedFilter, scopes }) => focusedFilter && scopes.get(focusedFilter));
  const inScope = useMemo(() => new Set(pointed ? tabsInScope(pointed, layout) : []), [pointed, layout]);
  const items = item.children.map((id) => {
    const tab = layout[id];
    const title = String(tab?.meta.text || tab?.meta.defaultText || 'Tab title');
    return {
      key: id,
      title,
      label: inScope.has(id) ? <span className={styles.inScope}>{title}</span> : title,
      children: tab && <Blocks item={tab} />,
    };
  });
  const open = items.find(({ key }) => key === active);
  return (
    <div className={styles.tabStrip}>
      <Tabs
        className={styles.tabs}
        {...(active ? { activeKey: active } : {})}
        onChange={openTab}
        items={items.map(({ title: _, ...each }) => each)}
      />
      {/* Beside the strip: among tabs there is room for tabs alone. */}
      {open && (
        <div className={styles.tabAnchor}>
          <AnchorLink id={open.key} name={`tab ${open.title}`} />
        </div>
      )}
    </div>
  );
}

/** What stands in a grid or a tab; on phones in the order that the author has chosen. */
function Blocks({ item }: { item: LayoutItem }) {
  const isNarrow = useNarrow();
  const layout = useDashboard((state) => state.layout);
  const order = useDashboard((state) => state.dashboard.metadata.reading_order) ?? [];
  const ids = isNarrow && order.length > 0 ? readingOrder(layout, item.id, order) : item.children;
  return (
    <div className={styles.grid}>
      {ids.map((child) => (
        <Item key={child} id={child} inside={item.type} />
      ))}
    </div>
  );
}

/** Width in twelfths, inside rows only: in a column an item takes the column's width. */
function sizeIn(inside: string, item: LayoutItem): CSSProperties & { '--columns'?: number } {
  return inside === 'ROW' ? { '--columns': widthOf(item) } : {};
}
