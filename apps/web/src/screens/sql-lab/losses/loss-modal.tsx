import { type AffectedBySql, chartUrl, dashboardUrl, datasetUrl } from '@chartroom/model';
import { Button, Checkbox } from 'antd';
import { useRef, useState } from 'react';
import { AffectedList } from '../../../shared/affected-objects.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import type { Consent } from './loss-question.ts';

/** What each kind of loss is called, and what becomes of the datasets that stay. */
const WORDS: Record<AffectedBySql['losses'][number]['does'], { verb: string; after: string }> = {
  drop: { verb: 'Drop', after: 'have no data' },
  rename: { verb: 'Rename', after: 'have no data until they are given the new name' },
  change: { verb: 'Change', after: 'may ask for columns that are gone' },
  empty: { verb: 'Empty', after: 'show no rows' },
  replace: { verb: 'Replace', after: 'show the new rows, and may ask for columns that are gone' },
};

interface LossModalProps {
  affected: AffectedBySql;
  onAnswer: (consent: Consent | undefined) => void;
}

/** Names what would be taken away and what stands on it. */
export function LossModal({ affected, onAnswer }: LossModalProps) {
  const { losses, datasets, charts, dashboards, others } = affected;
  const [alsoDatasets, setAlsoDatasets] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const words = WORDS[losses[0]?.does ?? 'drop'];
  const deletable = datasets.filter(({ does, may_delete }) => does === 'drop' && may_delete);
  const left = datasets.length + others.datasets - (alsoDatasets ? deletable.length : 0);
  const names = [...new Set(losses.map(({ schema, table }) => table || `${schema} (schema)`))];
  return (
    <Dialog
      title={`${words.verb} ${names.join(', ')}?`}
      onCancel={() => onAnswer(undefined)}
      afterOpenChange={(open) => open && cancel.current?.focus()}
      footer={
        <>
          <Button ref={cancel} onClick={() => onAnswer(undefined)}>
            Cancel
          </Button>
          <Button
            danger
            type="primary"
            onClick={() => onAnswer({ deletes: alsoDatasets ? deletable.map(({ id }) => id) : [] })}
          >
            {words.verb}
          </Button>
        </>
      }
    >
      <p>This cannot be undone. It is not only the table: others show what stands in it.</p>
      <AffectedList
        title="Affected Datasets"
        things={datasets.map(({ id, table_name }) => ({ id, name: table_name, url: datasetUrl(id) }))}
        unseen={others.datasets}
      />
      <AffectedList
        title="Affected Dashboards"
        things={dashboards.map((each) => ({ ...each, url: dashboardUrl(each) }))}
        unseen={others.dashboards}
      />
      <AffectedList
        title="Affected Charts"
        things={charts.map((each) => ({ ...each, url: chartUrl(each.id) }))}
        unseen={others.charts}
      />
      {deletable.length > 0 && (
        <Checkbox checked={alsoDatasets} onChange={(event) => setAlsoDatasets(event.target.checked)}>
          {deletable.length === 1
            ? 'Delete the dataset, too'
            : `Delete the ${deletable.length} datasets, too`}
        </Checkbox>
      )}
      {left > 0 && (
        <p role="status">
          {left === 1 ? '1 dataset stays' : `${left} datasets stay`} and will {words.after}.
        </p>
      )}
    </Dialog>
  );
}
