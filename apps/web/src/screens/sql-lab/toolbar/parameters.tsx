import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialog.tsx';
import { CodeField } from '../../../shared/editor/code-field.tsx';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import { type ParameterRow, parametersIn, rowProblem, rowsOf, textOf } from './parameter-rows.ts';
import styles from './toolbar.module.css';

const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'json', label: 'JSON' },
];

/** The parameters of a tab's templates, as a form or as JSON. */
export function ParametersModal({ tab, onClose }: { tab: LabTab; onClose: () => void }) {
  const { change } = useLab.getState();
  const given = parametersIn(tab.templateParams ?? '');
  const [view, setView] = useState<'form' | 'json'>(given ? 'form' : 'json');
  const [text, setText] = useState(tab.templateParams ?? '{}');
  const [rows, setRows] = useState(() => rowsOf(given ?? {}, tab.sql));
  const read = parametersIn(text);
  const isRight = view === 'json' ? read !== undefined : rows.every((row) => !rowProblem(row, rows));
  const turn = (next: 'form' | 'json') => {
    if (next === 'form') setRows(rowsOf(read ?? {}, tab.sql));
    else setText(textOf(rows) ?? '{}');
    setView(next);
  };
  const save = () => {
    const written = text.trim() ? text : null;
    change(tab.id, { templateParams: view === 'form' ? textOf(rows) : written });
    onClose();
  };
  return (
    <Dialog
      title="Edit template parameters"
      okText="Save"
      okButtonProps={{ disabled: !isRight }}
      onOk={save}
      onCancel={onClose}
    >
      <p>
        Values become available in the SQL by their names, e.g. <code>{'{{ my_table }}'}</code>.
      </p>
      <Segmented<'form' | 'json'>
        aria-label="Parameters as"
        value={view}
        disabled={!isRight}
        onChange={turn}
        options={[
          { value: 'form', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <div className={styles.parameters}>
        {view === 'form' ? (
          <ParameterForm rows={rows} onChange={setRows} />
        ) : (
          <CodeField label="Template parameters" language="json" value={text} onChange={setText} />
        )}
      </div>
      {view === 'json' && read === undefined && (
        <Alert type="error" showIcon title="This is no JSON object" />
      )}
    </Dialog>
  );
}

function ParameterForm({
  rows,
  onChange,
}: {
  rows: readonly ParameterRow[];
  onChange: (rows: ParameterRow[]) => void;
}) {
  const patch = (at: number, part: Partial<ParameterRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <>
      {rows.map((row, at) => {
        const problem = rowProblem(row, rows);
        const name = row.name || `parameter ${at + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place while its name is typed
          <div key={at}>
            <div className={styles.parameter}>
              <Input
                aria-label={`Name of parameter ${at + 1}`}
                placeholder="Name"
                value={row.name}
                status={problem ? 'error' : ''}
                onChange={(event) => patch(at, { name: event.target.value })}
              />
              <Select
                aria-label={`Kind of ${name}`}
                value={row.kind}
                options={KINDS}
                onChange={(kind) => patch(at, { kind })}
              />
              <Input
                aria-label={`Value of ${name}`}
                placeholder="Value"
                value={row.value}
                status={problem ? 'error' : ''}
                onChange={(event) => patch(at, { value: event.target.value })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`Remove ${name}`}
                onClick={() => onChange(rows.filter((_row, index) => index !== at))}
              />
            </div>
            {problem && (
              <div role="alert" className={styles.problem}>
                {problem}
              </div>
            )}
          </div>
        );
      })}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange([...rows, { name: '', value: '', kind: 'text' }])}
      >
        Add parameter
      </Button>
    </>
  );
}
