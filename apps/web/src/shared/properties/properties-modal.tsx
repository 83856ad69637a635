import { Form, Input } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { isStale, readVersion, saveVersion, type Version } from '../../api/versions.ts';
import { EditorModal } from '../editor/editor-modal.tsx';

/** What was written, and which version it took the place of; nothing was where nothing had changed. */
export interface SavedVersion {
  before: string | null;
  now: string | null;
}

export interface PropertiesModalProps<Values extends object, Row, Fields extends object> {
  title: string;
  resource: 'chart' | 'dashboard';
  /** What is read of it; undefined while it is on its way. */
  version: Version<Row> | undefined;
  loadError: Error | null;
  id: number;
  initial: Values | undefined;
  /** What is to be written over a thing as it is now; nothing is when it is empty. */
  fieldsOf: (values: Values, present: Row) => Fields;
  /** Takes what is to be written, where it is not written at once. */
  hold?: ((fields: Fields) => void) | undefined;
  onSaved: (saved: SavedVersion) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The modal of a thing's properties: only what was changed is written, and nobody else's changes are overwritten unseen. */
export function PropertiesModal<Values extends object, Row, Fields extends object = object>(
  props: PropertiesModalProps<Values, Row, Fields>,
) {
  const { resource, id, version, fieldsOf, hold } = props;
  const [stale, setStale] = useState(false);
  const saved = useRef<SavedVersion>(undefined);
  const save = async (values: Values) => {
    // Who overwrites knowingly does so with what stands there now, and is asked again when that changes, too.
    const present = stale ? await readVersion<Row>(resource, id) : version;
    if (!present) return;
    const fields = fieldsOf(values, present.row);
    if (Object.keys(fields).length === 0) return;
    if (hold) return hold(fields);
    try {
      saved.current = { before: present.tag, now: await saveVersion(resource, id, fields, present.tag) };
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
      // Nothing is asked again for what only waits: it would take the place of what is being done.
      resource={hold ? `held ${resource}` : resource}
      okText={okText(stale, hold !== undefined)}
      initial={props.initial}
      loadError={props.loadError}
      save={save}
      onSaved={() => saved.current && props.onSaved(saved.current)}
      onClose={props.onClose}
    >
      {props.children}
    </EditorModal>
  );
}

function okText(stale: boolean, isHeld: boolean): string {
  if (isHeld) return 'Apply';
  return stale ? 'Overwrite anyway' : 'Save';
}

/** Who vouches for a thing, and in what words. */
export function CertificationFields() {
  return (
    <>
      <Form.Item name="certified_by" label="Certified by" extra="Person or group that has certified it.">
        <Input />
      </Form.Item>
      <Form.Item
        name="certification_details"
        label="Certification details"
        extra="Shown beside the badge of what is certified."
      >
        <Input />
      </Form.Item>
    </>
  );
}
