import { type FilterMapping, filterMappings, isDeepEqual, withFilterMapping } from '@chartroom/model';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialog.tsx';
import drill from '../drill/drill.module.css';
import { FilterScoping } from '../filter-config/filter-scoping.tsx';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { holdSettings } from '../store/held-properties.ts';

/** The fields of filter boxes that are no columns. */
const TIME_FIELDS: Readonly<Record<string, string>> = {
  __time_range: 'Time Range',
  __time_col: 'Time Column',
  __time_grain: 'Time Grain',
  __time_origin: 'Time Origin',
  __granularity: 'Time Granularity',
};

/**
 * 'Set filter mapping' (contract/ui.md B6): which charts each field of the filter boxes of former versions reaches. What is
 * chosen waits for Save.
 */
export function FilterMappingModal({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  const { metadata, charts } = useDashboard((state) => state.dashboard);
  const [held, setHeld] = useState(metadata);
  const [selected, select] = useState(0);
  const mappings = filterMappings(held);
  const mapping = mappings[selected];
  const nameOf = ({ chart, field }: FilterMapping) => {
    const box = charts.find(({ id }) => id === chart)?.slice_name ?? `Chart ${chart}`;
    return `${box}: ${TIME_FIELDS[field] ?? field}`;
  };
  return (
    <Dialog
      title="Set filter mapping"
      width={900}
      okText="Apply"
      okButtonProps={{ disabled: isDeepEqual(held.filter_scopes, metadata.filter_scopes) }}
      onOk={() => {
        holdSettings(store, { filter_scopes: held.filter_scopes ?? {} });
        onClose();
      }}
      onCancel={onClose}
    >
      <p>
        Which charts each field of this dashboard's filter boxes reaches. Filter boxes are charts of former
        versions: the mapping is kept and exported with the dashboard, and filters are made of it where the
        dashboard is imported.
      </p>
      <div className={drill.scoping}>
        <div className={drill.side}>
          <ul>
            {mappings.map((each, index) => (
              <li key={`${each.chart} ${each.field}`} data-selected={index === selected}>
                <button
                  type="button"
                  className={drill.name}
                  aria-current={index === selected ? 'true' : undefined}
                  onClick={() => select(index)}
                >
                  {nameOf(each)}
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div className={drill.main}>
          {mapping && (
            <FilterScoping
              key={selected}
              scope={mapping.scope}
              onChange={(scope) => setHeld({ ...held, ...withFilterMapping(held, { ...mapping, scope }) })}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
