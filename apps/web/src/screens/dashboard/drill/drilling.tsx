import { loadable } from '@chartroom/ui';
import type { Dispatch, SetStateAction } from 'react';
import { type Drill, useDrilledChart } from './drill.ts';
import { PointMenu } from './point-menu.tsx';

const DetailModal = loadable(async () => (await import('./detail-modal.tsx')).DetailModal);
const DrillByModal = loadable(async () => (await import('./drill-by-modal.tsx')).DrillByModal);
const ScopingModal = loadable(async () => (await import('./scoping-modal.tsx')).ScopingModal);
const PathModal = loadable(async () => (await import('./path-modal.tsx')).PathModal);

export interface DrillingProps {
  id: number;
  name: string;
  drill: Drill;
  onDrill: Dispatch<SetStateAction<Drill | undefined>>;
}

/** What somebody does with the data of a chart, from the menu at the pointer to the rows behind it. */
export function Drilling({ id, name, drill, onDrill }: DrillingProps) {
  const chart = useDrilledChart(id, name);
  const close = () => onDrill(undefined);
  if (!chart) return null;
  if (drill.kind === 'menu')
    return (
      <PointMenu
        key={`${drill.at.x} ${drill.at.y}`}
        chart={chart}
        point={drill.point}
        at={drill.at}
        onDrill={onDrill}
        // What was chosen may be open already.
        onClose={() => onDrill((now) => (now?.kind === 'menu' ? undefined : now))}
      />
    );
  return (
    <>
      {drill.kind === 'detail' && <DetailModal chart={chart} filters={drill.filters} onClose={close} />}
      {drill.kind === 'by' && <DrillByModal chart={chart} step={drill.step} onClose={close} />}
      {drill.kind === 'path' && <PathModal chart={chart} onClose={close} />}
      {drill.kind === 'scoping' && <ScopingModal chart={id} onClose={close} />}
    </>
  );
}
