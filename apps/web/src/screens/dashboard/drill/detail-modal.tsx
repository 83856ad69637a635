import type { DrillFilter } from '@chartroom/charts';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { may } from '../../../base/bootstrap.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { forgetPages } from './detail-page.ts';
import { DetailRows } from './detail-rows.tsx';
import styles from './drill.module.css';
import type { DrilledChart } from './drill.ts';
import { filterText } from './drill-rules.ts';
import { MetadataBar } from './metadata-bar.tsx';
import { RemovableTags } from './removable-tags.tsx';

export interface DetailModalProps {
  chart: DrilledChart;
  filters: readonly DrillFilter[];
  onClose: () => void;
}

/** 'Drill to detail': the rows behind a chart, or behind what was pointed at (contract/ui.md C10). */
export function DetailModal({ chart, filters: given, onClose }: DetailModalProps) {
  const [filters, setFilters] = useState(given);
  const navigate = useNavigate();
  useEffect(() => () => forgetPages(0), []);
  const edit = may('can_explore', 'Superset') && (
    <Button onClick={() => void navigate({ to: '/explore/', search: { slice_id: String(chart.id) } })}>
      Edit chart
    </Button>
  );
  return (
    <Dialog
      title={`Drill to detail: ${chart.name}`}
      width={1100}
      onCancel={onClose}
      footer={
        <>
          {edit}
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.detail}>
        <MetadataBar chart={chart} />
        <RemovableTags
          label="Filters"
          tags={filters.map((filter) => filterText(filter, chart.dataset))}
          onRemove={(at) => setFilters(filters.filter((_, index) => index !== at))}
        />
        <DetailRows key={JSON.stringify(filters)} chart={chart} filters={filters} />
      </div>
    </Dialog>
  );
}
