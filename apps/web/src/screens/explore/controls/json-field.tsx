import { CodeEditor } from '@chartroom/ui';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { ValueFieldProps } from './value-fields.tsx';

/** Settings without a form of their own are edited as the JSON that they are stored as; nothing is lost. */
export function JsonField({ control, label, value, onChange }: ValueFieldProps) {
  const [text, setText] = useState<string>();
  const count = value && typeof value === 'object' ? Object.keys(value).length : 0;
  const parsed = text === undefined ? undefined : parse(text);
  return (
    <>
      <Button
        id={`control-${control.name}`}
        block
        onClick={() => setText(JSON.stringify(value ?? null, null, 2))}
      >
        {count > 0 ? `${count} set, edit …` : 'Edit …'}
      </Button>
      <Modal
        open={text !== undefined}
        title={label}
        okText="Apply"
        okButtonProps={{ disabled: parsed === undefined }}
        onCancel={() => setText(undefined)}
        onOk={() => {
          if (parsed) onChange(parsed.value);
          setText(undefined);
        }}
      >
        <div
          style={{ height: 280, border: '1px solid var(--cr-border)', borderRadius: 6, overflow: 'hidden' }}
        >
          {text !== undefined && <CodeEditor language="json" label={label} value={text} onChange={setText} />}
        </div>
        {parsed === undefined && <span role="alert">This is not valid JSON.</span>}
      </Modal>
    </>
  );
}

function parse(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
