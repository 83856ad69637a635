import { Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { isStale, saveVersion, type Version } from '../../api/versions.ts';
import { EditorModal } from '../editor/editor-modal.tsx';

export interface PropertiesModalProps<Values extends object> {
  title: string;
  resource: 'chart' | 'dashboard';
  /** What is read of it; undefined while it is on its way. */
  version: Version<unknown> | undefined;
  loadError: Error | null;
  id: number;
  initial: Values | undefined;
  /** What is to be written; nothing is when it is empty. */
  fieldsOf: (values: Values) => object;
  onSaved: (values: Values) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The modal of a thing's properties: only what was changed is written, and nobody else's changes are overwritten unseen. */
export function PropertiesModal<Values extends object>(props: PropertiesModalProps<Values>) {
  const { resource, id, version, fieldsOf } = props;
  const [stale, setStale] = useState(false);
  const [saved, setSaved] = useState<Values>();
  const save = async (values: Values) => {
    setSaved(values);
    const fields = fieldsOf(values);
    if (Object.keys(fields).length === 0) return;
    try {
      await saveVersion(resource, id, fields, stale ? null : (version?.tag ?? null));
    } catch (error) {
      if (!isStale(error)) throw error;
      setStale(true);
      const advice = 'Close this to see theirs first, or overwrite what you changed here.';
      throw new Error(`Somebody else has saved this ${resource} since you opened its properties. ${advice}`);
    }
  };
  return (
    <EditorModal<Values>
      title={props.title}
      width={640}
      resource={resource}
      okText={stale ? 'Overwrite anyway' : 'Save'}
      initial={props.initial}
      loadError={props.loadError}
      save={save}
      onSaved={() => saved && props.onSaved(saved)}
      onClose={props.onClose}
    >
      {props.children}
    </EditorModal>
  );
}

/** Who vouches for a thing, and in what words. */
export function CertificationFields() {
  return (
    <>
      <Form.Item name="certified_by" label="Certified by" extra="Person or group that has certified it.">
        <Input />
      </Form.Item>
      <Form.Item name="certification_details" label="Certification details" extra="Shown beside the badge of what is certified.">
        <Input />
      </Form.Item>
    </>
  );
}
