import { type DataMasks, filterLines, initialMasks, type NativeFilter } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { fetchDashboard, type OpenDashboard } from '../../api/dashboards.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { FilterValue } from '../../shared/filter-values/filter-value.tsx';
import styles from './reports.module.css';

export interface FilterChoiceProps {
  dashboard: number;
  /** What the filters are for, as the title of the dialog. */
  title: string;
  /** What is said while none was chosen. */
  none: string;
  /** Filters that act in any case, where these say nothing else. */
  under?: DataMasks | undefined;
  /** Set by the form. */
  value?: DataMasks | undefined;
  onChange?: (value: DataMasks | undefined) => void;
}

function useBoard(dashboard: number | undefined) {
  return useQuery({
    queryKey: ['dashboard', 'with filters', dashboard],
    enabled: dashboard !== undefined,
    queryFn: ({ signal }) => fetchDashboard(String(dashboard), signal),
  });
}

/** Whether a dashboard has filters, as far as is known. */
export function useHasFilters(dashboard: number | undefined): boolean {
  const board = useBoard(dashboard);
  return board.isError || (board.data !== undefined && filtersOf(board.data).length > 0);
}

function filtersOf({ metadata }: OpenDashboard): NativeFilter[] {
  return (metadata.native_filter_configuration ?? []).filter(({ type }) => type === 'NATIVE_FILTER');
}

/** Values of a dashboard's filters, in words, and the dialog in which they are chosen. */
export function FilterChoice({ dashboard, title, none, under = {}, value, onChange }: FilterChoiceProps) {
  const board = useBoard(dashboard);
  const [isOpen, setOpen] = useState(false);
  if (board.isError) return <ErrorAlert errors={errorsOf(board.error)} />;
  if (!board.data) return <Skeleton.Button active block />;
  const filters = filtersOf(board.data);
  const chosen = value ?? {};
  const named = board.data.charts.map(({ id, slice_name }) => ({ id, slice_name }));
  const lines = filterLines({ applied: chosen, filters, charts: named });
  return (
    <div className={styles.filters}>
      <span className={lines.length === 0 ? styles.faint : undefined}>
        {lines.length === 0 ? none : lines.join(' · ')}
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        Choose…<span className="visually-hidden"> {title}</span>
      </Button>
      {lines.length > 0 && (
        <Button size="small" type="text" onClick={() => onChange?.(undefined)}>
          None<span className="visually-hidden"> of: {title}</span>
        </Button>
      )}
      {isOpen && (
        <ChoiceModal
          board={board.data}
          title={title}
          under={under}
          chosen={chosen}
          onTake={(next) => onChange?.(Object.keys(next).length > 0 ? next : undefined)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface ChoiceModalProps {
  board: OpenDashboard;
  title: string;
  under: DataMasks;
  chosen: DataMasks;
  onTake: (masks: DataMasks) => void;
  onClose: () => void;
}

function ChoiceModal({ board, title, under, chosen, onTake, onClose }: ChoiceModalProps) {
  const [masks, setMasks] = useState(chosen);
  const filters = filtersOf(board);
  const source = { dashboardId: board.info.id, datasets: board.datasets };
  const shown = initialMasks(filters, { ...under, ...masks });
  return (
    <Dialog
      title={title}
      width={480}
      okText="Apply"
      onOk={() => {
        onTake(masks);
        onClose();
      }}
      onCancel={onClose}
    >
      <p className={styles.faint}>
        Filters that are not changed here say what they say when the dashboard is opened.
      </p>
      {filters.map((filter) => {
        const { [filter.id]: own, ...others } = masks;
        return (
          <fieldset key={filter.id} className={styles.filter} aria-label={filter.name}>
            <div className={styles.filterHead}>
              <span>{filter.name}</span>
              {own && (
                <Button size="small" type="link" onClick={() => setMasks(others)}>
                  Reset<span className="visually-hidden"> {filter.name}</span>
                </Button>
              )}
            </div>
            <FilterValue
              filter={filter}
              source={source}
              mask={shown[filter.id]}
              parents={shown}
              onChange={(mask) => setMasks({ ...masks, [filter.id]: { id: filter.id, ...mask } })}
            />
          </fieldset>
        );
      })}
    </Dialog>
  );
}
