import { type DataPoint, type DrillStep, drilledForm, editableForm, usedColumns } from '@chartroom/charts';
import { parseDatasourceKey } from '@chartroom/model';
import { useNavigate } from '@tanstack/react-router';
import { Button, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { keepFormData } from '../../../api/explore.ts';
import { toast } from '../../../base/toasts.tsx';
import type { PagePlace } from '../../../shared/chart/chart-picture.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import styles from './drill.module.css';
import type { DrilledChart } from './drill.ts';
import { DrillCrumbs } from './drill-crumbs.tsx';
import { DrilledPicture } from './drilled-picture.tsx';
import { MetadataBar } from './metadata-bar.tsx';
import { DrillByMenu } from './point-menu.tsx';
import { useCarried } from './use-carried.ts';
import { usePointing } from './use-pointing.ts';

export interface DrillByModalProps {
  chart: DrilledChart;
  /** The first step downwards. */
  step: DrillStep;
  onClose: () => void;
}

/** 'Drill by': what was pointed at, taken apart by another column, and further (contract/ui.md C10). */
export function DrillByModal({ chart, step, onClose }: DrillByModalProps) {
  const [steps, setSteps] = useState<readonly DrillStep[]>([step]);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [menu, setMenu] = useState<{ point: DataPoint | undefined; at: PagePlace }>();
  const form = useMemo(() => drilledForm(chart.form, steps), [chart.form, steps]);
  const drilled = { ...chart, form };
  const { offset, carry } = useCarried();
  const pointing = usePointing();
  return (
    <Dialog
      title={
        <div className={styles.handle} {...carry}>
          Drill by: {chart.name}
        </div>
      }
      width="min(1100px, 92vw)"
      className={styles.by}
      style={{ translate: `${offset.x}px ${offset.y}px` }}
      onCancel={onClose}
      footer={<Footer chart={drilled} onClose={onClose} />}
    >
      <div className={styles.byBody}>
        <MetadataBar chart={chart} />
        <div className={styles.bar}>
          <DrillCrumbs
            chart={chart}
            first={step}
            steps={steps}
            onBack={(to) => setSteps(steps.slice(0, to))}
          />
          <Radio.Group
            size="small"
            optionType="button"
            aria-label="Shown as"
            value={view}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={(event) => setView(event.target.value === 'table' ? 'table' : 'chart')}
          />
        </div>
        <div className={styles.picture} {...pointing}>
          <DrilledPicture
            key={JSON.stringify(steps)}
            chart={drilled}
            view={view}
            onMenu={(point, at) => setMenu({ point, at })}
          />
        </div>
      </div>
      {menu && (
        <DrillByMenu
          key={`${menu.at.x} ${menu.at.y}`}
          chart={drilled}
          point={menu.point}
          at={menu.at}
          used={[...usedColumns(chart.form, step.field), ...steps.map(({ column }) => column)]}
          onStep={(next) => {
            setSteps([...steps, next]);
            setMenu(undefined);
          }}
          onClose={() => setMenu(undefined)}
        />
      )}
    </Dialog>
  );
}

/** The way to Explore, with what is shown as a chart of its own. */
function Footer({ chart, onClose }: { chart: DrilledChart; onClose: () => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const edit = async () => {
    setBusy(true);
    try {
      const form = editableForm(chart.form);
      const form_data_key = await keepFormData(form, undefined, undefined);
      const datasource_id = String(parseDatasourceKey(form.datasource)?.id ?? '');
      await navigate({ to: '/explore/', search: { form_data_key, datasource_id, datasource_type: 'table' } });
    } catch (error) {
      toast.error(errorText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} onClick={() => void edit()}>
        Edit chart
      </Button>
      <Button type="primary" onClick={onClose}>
        Close
      </Button>
    </>
  );
}
