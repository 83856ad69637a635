import { loadable } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { fetchEstimating } from '../../../api/sql-lab.ts';
import { may } from '../../../base/bootstrap.ts';
import { namesOthers, otherDatabases } from '../across.ts';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';

const EstimateModal = loadable(async () => (await import('./estimate-modal.tsx')).EstimateModal);

/** Offers what the engine's planner thinks of a query, where the engine tells and its owner allows it. */
export function Estimate({ tab, selected, disabled }: { tab: LabTab; selected: string; disabled: boolean }) {
  const [asked, setAsked] = useState<string>();
  const isRight = may('can_estimate_query_cost', 'SQLLab') && may('can_read', 'Database');
  const estimating = useQuery({
    queryKey: ['database', 'estimating'],
    enabled: isRight,
    staleTime: 300_000,
    queryFn: ({ signal }) => fetchEstimating(signal),
  });
  const databases = useLab((state) => state.databases);
  const readsAcross = isRight && namesOthers(selected || tab.sql, otherDatabases(tab.databaseId, databases));
  if (tab.databaseId === null || !(readsAcross || estimating.data?.includes(tab.databaseId))) return null;
  return (
    <>
      <Button disabled={disabled} onClick={() => setAsked(selected || tab.sql)}>
        {selected ? 'Estimate selected query cost' : 'Estimate cost'}
      </Button>
      {asked !== undefined && <EstimateModal tab={tab} sql={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
