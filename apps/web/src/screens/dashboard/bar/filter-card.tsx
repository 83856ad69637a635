import { EditOutlined } from '@ant-design/icons';
import type { NativeFilter } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Button } from 'antd';
import { bootstrap } from '../../../base/bootstrap.ts';
import styles from '../filter-bar.module.css';
import { FILTER_TYPE_NAMES } from '../filter-types.ts';
import { mayEdit } from '../may-edit.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { scopeText, scopeWords } from './scope-words.ts';

/** What a filter is, what it reaches and what it depends on (contract/ui.md C7). */
export function FilterCard({ filter, onEdit }: { filter: NativeFilter; onEdit: () => void }) {
  const store = useDashboardStore();
  const layout = useDashboard((state) => state.layout);
  const charts = useDashboard((state) => state.scopes.get(filter.id)) ?? [];
  const isEditor = useDashboard((state) => mayEdit(state.dashboard.info)) && !bootstrap.embedded;
  const filters = useDashboard((state) => state.dashboard.metadata.native_filter_configuration);
  const parents = (filters ?? []).filter(({ id }) => filter.cascadeParentIds?.includes(id));
  const words = scopeWords(filter.scope, charts, layout);
  const isSplit = !words.isAll && words.tabs.length + words.charts.length > 0;
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <b>{filter.name}</b>
        {isEditor && (
          <Button
            size="small"
            type="text"
            icon={<EditOutlined aria-hidden />}
            aria-label={`Edit filter ${filter.name}`}
            onClick={onEdit}
          />
        )}
      </div>
      <dl>
        <dt>Filter type</dt>
        <dd>{FILTER_TYPE_NAMES[filter.filterType ?? 'filter_select']}</dd>
        <dt>Scope</dt>
        <dd>
          <Hint title={isSplit ? <Split {...words} /> : ''}>
            <span>{scopeText(words)}</span>
          </Hint>
        </dd>
        {parents.length > 0 && <dt>Dependent on</dt>}
        {parents.map((parent) => (
          <dd key={parent.id}>
            <button
              type="button"
              className={styles.plain}
              onClick={() => store.setState({ askedFilter: parent.id })}
            >
              {parent.name}
            </button>
          </dd>
        ))}
      </dl>
    </div>
  );
}

function Split({ tabs, charts }: { tabs: string[]; charts: string[] }) {
  return (
    <>
      {tabs.length > 0 && <div>Tabs: {tabs.join(', ')}</div>}
      {charts.length > 0 && <div>Charts: {charts.join(', ')}</div>}
    </>
  );
}
