import { Form, Input, Switch } from 'antd';
import { RelatedSelect } from '../../shared/editor/remote-select.tsx';
import type { ReportKind } from './run-state.tsx';

/** What it is called, whose it is and whether it runs. */
export function GeneralFields({ kind }: { kind: ReportKind }) {
  return (
    <>
      <Form.Item
        name="name"
        label={`${kind} name`}
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={150} placeholder={`Enter ${kind.toLowerCase()} name`} />
      </Form.Item>
      <Form.Item name="owners" label="Owners" rules={[{ required: true, message: 'An owner is required' }]}>
        <RelatedSelect resource="report" column="owners" placeholder="Select owners" />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea rows={2} placeholder="Include description to be sent with the message" />
      </Form.Item>
      <Form.Item name="active" label={`${kind} is active`} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}
