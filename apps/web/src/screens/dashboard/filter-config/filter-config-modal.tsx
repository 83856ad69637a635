import { CompressOutlined, ExpandOutlined } from '@ant-design/icons';
import { newFilter, newFilterDivider } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { Alert, Button, Modal, Tabs } from 'antd';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './filter-config.module.css';
import { FilterList } from './filter-list.tsx';
import { FilterScoping } from './filter-scoping.tsx';
import { FilterSettings, type FilterSettingsProps } from './filter-settings.tsx';
import { saveFilters } from './save-filters.ts';
import { useDrafts } from './use-drafts.ts';
import { usualDataset } from './usual-dataset.ts';
import { usualScope } from './usual-scope.ts';

export interface FilterConfigModalProps {
  /** The filter that is shown first. */
  selected?: string | undefined;
  onClose: () => void;
}

/** 'Add and edit filters' (contract/ui.md C2). */
export function FilterConfigModal({ selected: first, onClose }: FilterConfigModalProps) {
  const [modal, question] = Modal.useModal();
  const dashboard = useDashboard((state) => state.dashboard);
  const layout = useDashboard((state) => state.layout);
  const drafts = useDrafts(dashboard.metadata.native_filter_configuration ?? [], first);
  const [isChecked, setChecked] = useState(false);
  const [isWide, setWide] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { selected, kept, problems } = drafts;
  const add = () => {
    const dataset = usualDataset(dashboard);
    const filter = newFilter(`NATIVE_FILTER-${nanoid()}`, dataset);
    drafts.add({ ...filter, scope: usualScope(dataset, dashboard) });
  };

  const leave = () => {
    if (!drafts.isChanged) return onClose();
    modal.confirm({
      title: 'There are unsaved changes.',
      content: 'Are you sure you want to cancel?',
      okText: 'Yes, cancel',
      cancelText: 'Keep editing',
      onOk: onClose,
    });
  };
  const save = async () => {
    if (busy) return;
    const [wrong] = drafts.wrong;
    setChecked(true);
    if (wrong !== undefined) return drafts.select(wrong);
    if (!drafts.isChanged) return onClose();
    setBusy(true);
    try {
      await saveFilters({ id: dashboard.info.id, layout }, drafts.changes, kept);
      toast.success('The filters have been saved');
      onClose();
      await queryClient.resetQueries({ queryKey: ['dashboard', 'open'] });
    } catch (error) {
      setFailure(`The filters were not saved: ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={
        <div className={styles.title}>
          Add and edit filters
          <Button
            size="small"
            type="text"
            icon={isWide ? <CompressOutlined aria-hidden /> : <ExpandOutlined aria-hidden />}
            aria-label={isWide ? 'Make the dialog smaller' : 'Make the dialog larger'}
            aria-pressed={isWide}
            onClick={() => setWide(!isWide)}
          />
        </div>
      }
      width={isWide ? 'calc(100vw - 48px)' : 960}
      {...(isWide && { style: { top: 24 } })}
      okText="Save"
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={leave}
    >
      {failure && <Alert type="error" showIcon title={failure} style={{ marginBottom: 12 }} />}
      <div className={styles.frame} data-wide={isWide}>
        <div className={styles.side}>
          <div className={styles.adding}>
            <Button size="small" onClick={add}>
              Add filter
            </Button>
            <Button
              size="small"
              onClick={() => drafts.add(newFilterDivider(`NATIVE_FILTER_DIVIDER-${nanoid()}`))}
            >
              Add divider
            </Button>
          </div>
          <FilterList
            filters={drafts.listed}
            removed={drafts.removed}
            wrong={isChecked ? drafts.wrong : []}
            selected={selected?.id}
            onSelect={drafts.select}
            onMove={drafts.move}
            onRemove={drafts.remove}
            onRestore={drafts.restore}
          />
        </div>
        <div className={styles.main}>
          {selected ? (
            <Chosen
              key={selected.id}
              filter={selected}
              others={kept.filter(({ id }) => id !== selected.id)}
              problems={isChecked ? (problems.get(selected.id) ?? {}) : {}}
              wishes={drafts.wishesOf(selected.id)}
              isRemoved={drafts.removed.includes(selected.id)}
              onRestore={() => drafts.restore(selected.id)}
              onWish={(wish) => drafts.wish(selected.id, wish)}
              onChange={drafts.change}
              onEnter={() => void save()}
            />
          ) : (
            <EmptyState
              title="No filters yet"
              description="A filter narrows every chart in its scope to what is chosen in the filter bar."
            />
          )}
        </div>
      </div>
      {question}
    </Dialog>
  );
}

interface ChosenProps extends FilterSettingsProps {
  isRemoved: boolean;
  onRestore: () => void;
}

function Chosen({ isRemoved, onRestore, ...props }: ChosenProps) {
  const { filter, onChange } = props;
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
  const settings = <FilterSettings {...props} />;
  if (filter.type === 'DIVIDER') return settings;
  return (
    <Tabs
      items={[
        { key: 'settings', label: 'Settings', children: settings },
        {
          key: 'scoping',
          label: 'Scoping',
          children: (
            <FilterScoping
              scope={filter.scope}
              dataset={filter.targets?.[0]?.datasetId}
              onChange={(scope) => onChange({ ...filter, scope })}
            />
          ),
        },
      ]}
    />
  );
}
