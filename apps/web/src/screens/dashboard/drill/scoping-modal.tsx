import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { chartType } from '@chartroom/charts';
import {
  type CrossFilterScoping,
  crossFilterScoping,
  isDeepEqual,
  type OwnScoping,
  type Scope,
  withOwnScoping,
  withoutOwnScoping,
} from '@chartroom/model';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialog.tsx';
import { FilterScoping } from '../filter-config/filter-scoping.tsx';
import { rememberSaved } from '../open-dashboard.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { saveScoping } from '../store/scoping.ts';
import { settingsProblem } from '../store/settings.ts';
import styles from './drill.module.css';

/** What is open on the right: what holds for all, one chart, or a chart that is still to be chosen. */
type Selected = number | 'all' | 'new';

/** 'Cross-filtering scoping': how far the marks of charts reach (contract/ui.md C9). */
export function ScopingModal({ chart, onClose }: { chart?: number; onClose: () => void }) {
  const store = useDashboardStore();
  const { metadata, charts } = useDashboard((state) => state.dashboard);
  const filtering = charts.filter(({ form_data }) => isFiltering(form_data.viz_type));
  const stored = crossFilterScoping(metadata);
  const [scoping, setScoping] = useState(stored);
  const [selected, select] = useState<Selected>(
    stored.own.some((each) => each.chart === chart) && chart !== undefined ? chart : 'all',
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    setBusy(true);
    try {
      await saveScoping(
        store,
        scoping,
        filtering.map(({ id }) => id),
      );
      // A board that is being built is not what was saved.
      if (!store.getState().editing) rememberSaved(store);
      onClose();
    } catch (error) {
      setFailure(settingsProblem(error));
      setBusy(false);
    }
  };
  const own = scoping.own.find((each) => each.chart === selected);
  return (
    <Dialog
      title="Cross-filtering scoping"
      width={900}
      okText="Save"
      okButtonProps={{ loading: busy, disabled: isDeepEqual(scoping, stored) }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {failure && (
        <Alert
          type="error"
          showIcon
          title="Failed to save cross-filter scoping"
          description={failure}
          style={{ marginBottom: 12 }}
        />
      )}
      <div className={styles.scoping}>
        <Entries
          own={scoping.own.map((each) => ({ ...each, name: nameOf(charts, each.chart) }))}
          selected={selected}
          onSelect={select}
          onDelete={(id) => {
            setScoping(withoutOwnScoping(scoping, id));
            if (selected === id) select('all');
          }}
        />
        <div className={styles.main}>
          {selected === 'all' ? (
            <Everywhere scoping={scoping} onChange={setScoping} />
          ) : (
            <OwnScope
              own={own}
              charts={filtering.map(({ id, slice_name }) => ({ value: id, label: slice_name }))}
              taken={scoping.own.map((each) => each.chart)}
              onChart={(id) => {
                const rest = own ? withoutOwnScoping(scoping, own.chart) : scoping;
                setScoping(withOwnScoping(rest, id));
                select(id);
              }}
              onScope={(id, scope) => setScoping(withOwnScoping(scoping, id, scope))}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function isFiltering(type: string): boolean {
  return chartType(type)?.behaviors.includes('INTERACTIVE_CHART') ?? false;
}

function nameOf(charts: readonly { id: number; slice_name: string }[], id: number): string {
  return charts.find((each) => each.id === id)?.slice_name ?? `Chart ${id}`;
}

interface EntriesProps {
  own: readonly (OwnScoping & { name: string })[];
  selected: Selected;
  onSelect: (selected: Selected) => void;
  onDelete: (chart: number) => void;
}

function Entries({ own, selected, onSelect, onDelete }: EntriesProps) {
  const entry = (key: Selected, name: string) => (
    <button
      type="button"
      className={styles.name}
      aria-current={selected === key ? 'true' : undefined}
      onClick={() => onSelect(key)}
    >
      {name}
    </button>
  );
  return (
    <div className={styles.side}>
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => onSelect('new')}>
        Add custom scoping
      </Button>
      <ul>
        <li data-selected={selected === 'all'}>{entry('all', 'All charts/global scoping')}</li>
        {own.map(({ chart, name }) => (
          <li key={chart} data-selected={selected === chart}>
            {entry(chart, name)}
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`Delete custom scoping of ${name}`}
              onClick={() => onDelete(chart)}
            />
          </li>
        ))}
        {selected === 'new' && <li data-selected>{entry('new', '[new custom scoping]')}</li>}
      </ul>
    </div>
  );
}

interface EverywhereProps {
  scoping: CrossFilterScoping;
  onChange: (scoping: CrossFilterScoping) => void;
}

function Everywhere({ scoping, onChange }: EverywhereProps) {
  return (
    <>
      <p style={{ margin: 0 }}>
        Select the charts to which you want to apply cross-filters in this dashboard. A chart with a custom
        scoping does not follow.
      </p>
      <FilterScoping
        scope={scoping.everywhere}
        onChange={(everywhere) => onChange({ ...scoping, everywhere })}
      />
    </>
  );
}

interface OwnScopeProps {
  own: OwnScoping | undefined;
  charts: { value: number; label: string }[];
  /** Charts that have a scoping of their own. */
  taken: readonly number[];
  onChart: (chart: number) => void;
  onScope: (chart: number, scope: Scope) => void;
}

function OwnScope({ own, charts, taken, onChart, onScope }: OwnScopeProps) {
  return (
    <>
      <Select
        aria-label="Chart"
        placeholder="Select a chart"
        showSearch={{ optionFilterProp: 'label' }}
        value={own?.chart ?? null}
        options={charts.filter(({ value }) => value === own?.chart || !taken.includes(value))}
        onChange={(id) => {
          if (id !== null) onChart(id);
        }}
      />
      {own && (
        <>
          <p style={{ margin: 0 }}>
            Select the charts to which you want to apply cross-filters when interacting with this chart.
          </p>
          <FilterScoping scope={own.scope} onChange={(scope) => onScope(own.chart, scope)} />
        </>
      )}
    </>
  );
}
