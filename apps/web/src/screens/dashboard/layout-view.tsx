import { heightOf, type LayoutItem, ROOT_ID, widthOf } from '@chartroom/model';
import { Tabs } from 'antd';
import { type CSSProperties, lazy, Suspense } from 'react';
import { ChartTile } from './chart-tile.tsx';
import styles from './dashboard.module.css';
import { useDashboard } from './store/dashboard-context.ts';

const MarkdownView = lazy(() =>
  import('./markdown-view.tsx').then((module) => ({ default: module.MarkdownView })),
);

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
      return <div className={styles.grid}>{children}</div>;
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
            id={Number(item.meta.chartId) || 0}
            name={String(item.meta.sliceNameOverride ?? item.meta.sliceName ?? '')}
          />
        </div>
      );
    case 'MARKDOWN':
      return (
        <div className={styles.markdown} style={{ ...style, height: heightOf(item) }} data-keep>
          <Suspense fallback={null}>
            <MarkdownView source={String(item.meta.code ?? '')} />
          </Suspense>
        </div>
      );
    case 'HEADER':
      return (
        <h2
          className={styles.heading}
          data-size={item.meta.headerSize}
          data-background={item.meta.background}
          id={item.id}
        >
          {String(item.meta.text ?? '')}
        </h2>
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
  const items = item.children.map((id) => {
    const tab = layout[id];
    const title = String(tab?.meta.text || tab?.meta.defaultText || 'Tab title');
    return {
      key: id,
      label: title,
      children: (
        <div className={styles.grid}>
          {tab?.children.map((child) => (
            <Item key={child} id={child} inside="TAB" />
          ))}
        </div>
      ),
    };
  });
  return (
    <Tabs
      className={styles.tabs}
      {...(active ? { activeKey: active } : {})}
      onChange={openTab}
      items={items}
    />
  );
}

/** Width in twelfths, inside rows only: in a column an item takes the column's width. */
function sizeIn(inside: string, item: LayoutItem): CSSProperties & { '--columns'?: number } {
  return inside === 'ROW' ? { '--columns': widthOf(item) } : {};
}
