import type { DrillStep } from '@chartroom/charts';
import { Breadcrumb, Button } from 'antd';
import type { DrilledChart } from './drill.ts';
import { crumbLabels } from './drill-rules.ts';

export interface DrillCrumbsProps {
  chart: DrilledChart;
  /** The step with which it began: its place is what the chart was grouped by. */
  first: DrillStep;
  steps: readonly DrillStep[];
  /** Goes back to so many steps. */
  onBack: (steps: number) => void;
}

/** The way down: what the chart was grouped by, and the values that led from each to the next. */
export function DrillCrumbs({ chart, first, steps, onBack }: DrillCrumbsProps) {
  const labels = crumbLabels(chart, first, steps);
  const items = labels.map((label, at) => ({
    key: at,
    title:
      at === labels.length - 1 ? (
        <span aria-current="step">{label}</span>
      ) : (
        <Button type="link" size="small" style={{ padding: 0, height: 'auto' }} onClick={() => onBack(at)}>
          {label}
        </Button>
      ),
  }));
  return (
    <nav aria-label="Drill by">
      <Breadcrumb items={items} />
    </nav>
  );
}
