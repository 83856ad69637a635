import { Alert, Badge, Button, Modal } from 'antd';
import { useState } from 'react';
import { CodeField } from '../../../shared/editor/code-field.tsx';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';

/** The parameters of a tab's templates: how many there are, and a JSON editor for them. */
export function Parameters({ tab }: { tab: LabTab }) {
  const [text, setText] = useState<string>();
  const { change } = useLab.getState();
  const given = parametersIn(tab.templateParams ?? '');
  const edited = text === undefined ? given : parametersIn(text);
  const save = () => {
    change(tab.id, { templateParams: text?.trim() ? text : null });
    setText(undefined);
  };
  return (
    <>
      <Button type="text" onClick={() => setText(tab.templateParams ?? '{}')}>
        Parameters
        {given ? (
          <Badge count={given.size} color="var(--cr-accent)" size="small" />
        ) : (
          <Badge count="!" size="small" title="These parameters are no JSON object" />
        )}
      </Button>
      {text !== undefined && (
        <Modal
          open
          title="Edit template parameters"
          okText="Save"
          okButtonProps={{ disabled: edited === undefined }}
          onOk={save}
          onCancel={() => setText(undefined)}
        >
          <p>
            Set values in JSON. They become available in the SQL by their names, e.g.{' '}
            <code>{'{{ my_table }}'}</code>.
          </p>
          <CodeField label="Template parameters" language="json" value={text} onChange={setText} />
          {edited === undefined && (
            <Alert type="error" showIcon title="This is no JSON object" style={{ marginTop: 8 }} />
          )}
        </Modal>
      )}
    </>
  );
}

/** Names of the parameters; undefined for a text that is no JSON object. */
function parametersIn(text: string): ReadonlySet<string> | undefined {
  if (text.trim() === '') return new Set();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Set(Object.keys(value))
      : undefined;
  } catch {
    return undefined;
  }
}
