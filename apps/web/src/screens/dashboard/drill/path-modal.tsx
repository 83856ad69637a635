import { groupingColumns } from '@chartroom/charts';
import { addressProblem, columnLabel, columnsInAddress, type DrillPath } from '@chartroom/model';
import { Alert, Input, Radio } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialog.tsx';
import { rememberSaved } from '../open-dashboard.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { saveSettings, settingsProblem } from '../store/settings.ts';
import styles from './drill.module.css';
import type { DrilledChart } from './drill.ts';
import { TargetDashboard } from './target-dashboard.tsx';

type Kind = 'nowhere' | 'dashboard' | 'address';

const KINDS: { value: Kind; label: string }[] = [
  { value: 'nowhere', label: 'It filters the other charts' },
  { value: 'dashboard', label: 'To another dashboard' },
  { value: 'address', label: 'To an address' },
];

/** 'Where a click leads': the author's way from a chart to somewhere else, with the values that are clicked. */
export function PathModal({ chart, onClose }: { chart: DrilledChart; onClose: () => void }) {
  const store = useDashboardStore();
  const paths = useDashboard((state) => state.dashboard.metadata.drill_paths) ?? {};
  const stored = paths[String(chart.id)];
  const [kind, setKind] = useState<Kind>(kindOf(stored));
  const [path, setPath] = useState<DrillPath>(stored ?? {});
  const [busy, setBusy] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const columns = groupingColumns(chart.form).map(columnLabel);
  const problem = problemOf(kind, path, columns);
  const save = async () => {
    setChecked(true);
    if (problem !== undefined) return;
    setBusy(true);
    try {
      const { [String(chart.id)]: _before, ...others } = paths;
      const own = pathOf(kind, path);
      await saveSettings(store, { drill_paths: own ? { ...others, [String(chart.id)]: own } : others });
      // A board that is being built is not what was saved.
      if (!store.getState().editing) rememberSaved(store);
      onClose();
    } catch (error) {
      setFailure(settingsProblem(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`Where a click leads: ${chart.name}`}
      okText="Save"
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className={styles.path}>
        {failure && <Alert type="error" showIcon title={failure} />}
        <Radio.Group
          vertical
          aria-label="Where a click leads"
          value={kind}
          options={KINDS}
          onChange={(event) =>
            setKind(KINDS.find(({ value }) => value === event.target.value)?.value ?? kind)
          }
        />
        {kind === 'dashboard' && <TargetDashboard path={path} columns={columns} onChange={setPath} />}
        {kind === 'address' && <TargetAddress path={path} columns={columns} onChange={setPath} />}
        {isChecked && problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {kind !== 'nowhere' && (
          <div className={styles.field}>
            <label htmlFor="drill-path-label">What people call it</label>
            <Input
              id="drill-path-label"
              value={path.label}
              placeholder={path.address}
              onChange={(event) => setPath({ ...path, label: event.target.value })}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

function kindOf(path: DrillPath | undefined): Kind {
  if (path?.dashboard) return 'dashboard';
  return path?.address ? 'address' : 'nowhere';
}

/** What is stored; what else was said of it stays. */
function pathOf(kind: Kind, { dashboard, address, ...rest }: DrillPath): DrillPath | undefined {
  if (kind === 'nowhere') return undefined;
  return kind === 'dashboard' ? { ...rest, dashboard } : { ...rest, address };
}

function problemOf(kind: Kind, { dashboard, address = '' }: DrillPath, columns: readonly string[]) {
  if (kind === 'dashboard') return dashboard ? undefined : 'A dashboard is required';
  if (kind === 'nowhere') return undefined;
  const strange = columnsInAddress(address).find((name) => !columns.includes(name));
  return (
    addressProblem(address) ?? (strange === undefined ? undefined : `The chart has no column {${strange}}`)
  );
}

interface TargetProps {
  path: DrillPath;
  /** What values can be clicked of. */
  columns: readonly string[];
  onChange: (path: DrillPath) => void;
}

function TargetAddress({ path, columns, onChange }: TargetProps) {
  return (
    <div className={styles.field}>
      <label htmlFor="drill-path-address">Address</label>
      <Input
        id="drill-path-address"
        value={path.address}
        placeholder="https://"
        onChange={(event) => onChange({ ...path, address: event.target.value })}
      />
      <span className={styles.hint}>
        A column in braces stands for the value that is clicked
        {columns.length > 0 && `: ${columns.map((name) => `{${name}}`).join(', ')}`}.
      </span>
    </div>
  );
}
