import { InfoCircleOutlined } from '@ant-design/icons';
import { Hint } from '@chartroom/ui';
import type { MenuProps } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { bootstrap, may } from '../../../base/bootstrap.ts';
import { mayEdit } from '../may-edit.ts';
import type { TileState } from '../store/chart-answers.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './drill.module.css';
import type { Drill } from './drill.ts';
import { mayDrillToDetail, whyNoDetail } from './drill-rules.ts';

type Items = NonNullable<MenuProps['items']>;

/** The entries of a chart's own menu that are about its data (contract/ui.md B7). */
export function useDrillEntries(
  tile: TileState | undefined,
  onDrill: (drill: Drill) => void,
): { reach: Items; detail: Items } {
  const isEditor = useDashboard(({ dashboard }) => mayEdit(dashboard.info)) && !bootstrap.embedded;
  const dataset = useDashboard(({ dashboard }) =>
    dashboard.datasets.find(({ uid }) => uid === tile?.form.datasource),
  );
  const type = tile?.type;
  const form = tile?.form;
  const because = useMemo(
    () => (type && form ? whyNoDetail({ type, form, dataset }) : undefined),
    [type, form, dataset],
  );
  if (!type) return { reach: [], detail: [] };
  return {
    reach:
      isEditor && type.behaviors.includes('INTERACTIVE_CHART')
        ? [
            {
              key: 'cross_filter_scoping',
              label: 'Cross-filtering scoping',
              onClick: () => onDrill({ kind: 'scoping' }),
            },
            {
              key: 'drill_path',
              label: 'Where a click leads',
              onClick: () => onDrill({ kind: 'path' }),
            },
          ]
        : [],
    detail: mayDrillToDetail(may)
      ? [
          {
            key: 'drill_to_detail',
            label: entryLabel('Drill to detail', because),
            disabled: tile?.status !== 'success' || because !== undefined,
            onClick: () => onDrill({ kind: 'detail', filters: [] }),
          },
        ]
      : [],
  };
}

/** An entry, and why it cannot be chosen. */
export function entryLabel(text: string, because: string | undefined): ReactNode {
  if (because === undefined) return text;
  return (
    <span className={styles.refused}>
      {text}
      <Hint title={because}>
        <InfoCircleOutlined aria-label={because} />
      </Hint>
    </span>
  );
}
