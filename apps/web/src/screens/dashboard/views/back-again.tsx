import { Hint } from '@chartroom/ui';
import { Tag } from 'antd';
import { useState } from 'react';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { AFRESH, showState } from './viewer-state.ts';

/** Says that the dashboard has opened with the filters of the last visit, until something else is chosen. */
export function BackAgain() {
  const store = useDashboardStore();
  const isBack = useDashboard((state) => state.isBack);
  const applied = useDashboard((state) => state.applied);
  const [first] = useState(applied);
  if (!isBack || applied !== first) return null;
  return (
    <Hint title="These are the filters with which you left this dashboard. Close to start afresh.">
      <Tag
        color="blue"
        closable
        closeIcon={<span title="Start afresh">×</span>}
        onClose={() => showState(store, AFRESH)}
      >
        Your last filters
      </Tag>
    </Hint>
  );
}
