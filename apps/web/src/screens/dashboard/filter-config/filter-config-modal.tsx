import {
  type FilterField,
  filterChanges,
  filterProblems,
  type NativeFilter,
  newFilter,
  newFilterDivider,
} from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { Alert, App, Button, Modal, Tabs } from 'antd';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../base/toasts.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './filter-config.module.css';
import { FilterList } from './filter-list.tsx';
import { FilterScoping } from './filter-scoping.tsx';
import { FilterSettings } from './filter-settings.tsx';
import { saveFilters } from './save-filters.ts';
import { usualDataset } from './usual-dataset.ts';

/** 'Add and edit filters' (contract/ui.md C2). */
export function FilterConfigModal({ onClose }: { onClose: () => void }) {
  const { modal } = App.useApp();
  const dashboard = useDashboard((state) => state.dashboard);
  const layout = useDashboard((state) => state.layout);
  const stored = dashboard.metadata.native_filter_configuration ?? [];
  const [filters, setFilters] = useState(stored);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [selectedId, select] = useState(stored[0]?.id);
  const [isChecked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const kept = filters.filter(({ id }) => !removed.includes(id));
  const selected = filters.find(({ id }) => id === selectedId);
  const problems = new Map(kept.map((filter) => [filter.id, filterProblems(filter, kept)]));
  const changes = filterChanges(stored, kept);
  const isChanged = changes.modified.length + changes.deleted.length + changes.reordered.length > 0;

  const add = (filter: NativeFilter) => {
    setFilters([...filters, filter]);
    select(filter.id);
  };
  const change = (filter: NativeFilter) =>
    setFilters(filters.map((each) => (each.id === filter.id ? filter : each)));
  const leave = () => {
    if (!isChanged) return onClose();
    modal.confirm({
      title: 'There are unsaved changes.',
      content: 'Are you sure you want to cancel?',
      okText: 'Yes, cancel',
      cancelText: 'Keep editing',
      onOk: onClose,
    });
  };
  const save = async () => {
    const wrong = kept.find(({ id }) => Object.keys(problems.get(id) ?? {}).length > 0);
    setChecked(true);
    if (wrong) return select(wrong.id);
    if (!isChanged) return onClose();
    setBusy(true);
    try {
      await saveFilters({ id: dashboard.info.id, layout }, changes, kept);
      toast.success('The filters have been saved');
      onClose();
      await queryClient.resetQueries({ queryKey: ['dashboard', 'open'] });
    } catch (error) {
      setFailure(`The filters were not saved: ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="Add and edit filters"
      width={960}
      okText="Save"
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={leave}
    >
      {failure && <Alert type="error" showIcon title={failure} style={{ marginBottom: 12 }} />}
      <div className={styles.frame}>
        <div className={styles.side}>
          <div className={styles.adding}>
            <Button
              size="small"
              onClick={() => add(newFilter(`NATIVE_FILTER-${nanoid()}`, usualDataset(dashboard)))}
            >
              Add filter
            </Button>
            <Button size="small" onClick={() => add(newFilterDivider(`NATIVE_FILTER_DIVIDER-${nanoid()}`))}>
              Add divider
            </Button>
          </div>
          <FilterList
            filters={filters}
            removed={removed}
            wrong={
              isChecked
                ? [...problems].flatMap(([id, each]) => (Object.keys(each).length > 0 ? [id] : []))
                : []
            }
            selected={selectedId}
            onSelect={select}
            onOrder={setFilters}
            onRemove={(id) => setRemoved([...removed, id])}
            onRestore={(id) => setRemoved(removed.filter((each) => each !== id))}
          />
        </div>
        <div className={styles.main}>
          {selected ? (
            <Chosen
              key={selected.id}
              filter={selected}
              others={kept.filter(({ id }) => id !== selected.id)}
              problems={isChecked ? (problems.get(selected.id) ?? {}) : {}}
              isRemoved={removed.includes(selected.id)}
              onRestore={() => setRemoved(removed.filter((each) => each !== selected.id))}
              onChange={change}
            />
          ) : (
            <EmptyState
              title="No filters yet"
              description="A filter narrows every chart in its scope to what is chosen in the filter bar."
            />
          )}
        </div>
      </div>
    </Modal>
  );
}

interface ChosenProps {
  filter: NativeFilter;
  others: readonly NativeFilter[];
  problems: Partial<Record<FilterField, string>>;
  isRemoved: boolean;
  onRestore: () => void;
  onChange: (filter: NativeFilter) => void;
}

function Chosen({ filter, others, problems, isRemoved, onRestore, onChange }: ChosenProps) {
  if (isRemoved) {
    return (
      <EmptyState
        size="small"
        title="You have removed this filter."
        description="It goes when you save."
        action={<Button onClick={onRestore}>Restore filter</Button>}
      />
    );
  }
  const settings = <FilterSettings filter={filter} others={others} problems={problems} onChange={onChange} />;
  if (filter.type === 'DIVIDER') return settings;
  return (
    <Tabs
      items={[
        { key: 'settings', label: 'Settings', children: settings },
        {
          key: 'scoping',
          label: 'Scoping',
          children: (
            <FilterScoping scope={filter.scope} onChange={(scope) => onChange({ ...filter, scope })} />
          ),
        },
      ]}
    />
  );
}
