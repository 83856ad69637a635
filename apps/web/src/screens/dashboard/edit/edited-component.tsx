import type { LayoutItem } from '@chartroom/model';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { mayOpenPage } from '../../../base/bootstrap.ts';
import styles from '../dashboard.module.css';
import { useDashboard } from '../store/dashboard-context.ts';
import { ComponentFrame } from './component-frame.tsx';
import editStyles from './edit.module.css';
import { EditedChart } from './edited-chart.tsx';
import { EditedHeading } from './edited-heading.tsx';
import { EditedMarkdown } from './edited-markdown.tsx';
import { EditedTabs } from './edited-tabs.tsx';
import { FirstSteps } from './first-steps.tsx';

/** One component of the layout with what stands in it, to be changed (contract/ui.md B5). */
export function EditedComponent({ id }: { id: string }) {
  const item = useDashboard((state) => state.layout[id]);
  if (!item) return null;
  switch (item.type) {
    case 'GRID':
      return <Container item={item} />;
    case 'TABS':
      return <EditedTabs item={item} content={(tab) => <Container item={tab} />} />;
    case 'ROW':
      return (
        <ComponentFrame item={item}>
          <div className={styles.row} data-background={item.meta.background}>
            <Children item={item} empty="Empty row" />
          </div>
        </ComponentFrame>
      );
    case 'COLUMN':
      return (
        <ComponentFrame item={item}>
          <div className={styles.column} data-background={item.meta.background}>
            <Children item={item} empty="Empty column" />
          </div>
        </ComponentFrame>
      );
    case 'CHART':
      return (
        <ComponentFrame item={item}>
          <EditedChart item={item} />
        </ComponentFrame>
      );
    case 'MARKDOWN':
      return (
        <ComponentFrame item={item}>
          <EditedMarkdown item={item} />
        </ComponentFrame>
      );
    case 'HEADER':
      return (
        <ComponentFrame item={item}>
          <EditedHeading item={item} />
        </ComponentFrame>
      );
    case 'DIVIDER':
      return (
        <ComponentFrame item={item}>
          <div className={editStyles.divider}>
            <hr className={styles.divider} />
          </div>
        </ComponentFrame>
      );
    default:
      return <ComponentFrame item={item}>{null}</ComponentFrame>;
  }
}

/** The grid, or what stands in a tab. */
function Container({ item }: { item: LayoutItem }) {
  return (
    <div data-component={item.id} className={`${styles.grid} ${editStyles.container}`}>
      <Children item={item} empty={<EmptyBoard isWhole={item.type === 'GRID'} />} />
    </div>
  );
}

/** What stands in a component, or what is said where nothing does. */
function Children({ item, empty }: { item: LayoutItem; empty: ReactNode }) {
  if (item.children.length === 0) return <div className={editStyles.empty}>{empty}</div>;
  return item.children.map((child) => <EditedComponent key={child} id={child} />);
}

/** An empty tab, or a whole board, which has to begin with something. */
function EmptyBoard({ isWhole }: { isWhole: boolean }) {
  return (
    <>
      <b>Drag and drop components here</b>
      <span>Charts and layout elements come from the pane beside.</span>
      {mayOpenPage('newChart') && <Button href="/chart/add">Create a new chart</Button>}
      {isWhole && <FirstSteps />}
    </>
  );
}
