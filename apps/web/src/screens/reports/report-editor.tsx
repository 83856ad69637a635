import { CheckCircleOutlined } from '@ant-design/icons';
import { reportApi } from '@chartroom/model';
import { Collapse, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { save, useItem } from '../../api/list.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { ContentFields } from './content-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import {
  bodyOf,
  formOf,
  type Lacking,
  lackingIn,
  lackingText,
  newForm,
  type ReportForm,
} from './report-form.ts';
import styles from './reports.module.css';
import type { ReportKind } from './run-state.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

export interface ReportEditorProps {
  kind: ReportKind;
  /** Undefined makes a new one. */
  id: number | undefined;
  /** What a new one begins with. */
  initial?: Partial<ReportForm> | undefined;
  readOnly?: boolean;
  onClose: () => void;
}

/** Makes an alert or a report, or changes one (contract/ui.md H1). */
export function ReportEditor({ kind, id, initial, readOnly = false, onClose }: ReportEditorProps) {
  const stored = useItem(reportApi.show, id);
  const begins: ReportForm | undefined =
    id === undefined
      ? { ...newForm(bootstrap.user?.userId), ...initial }
      : stored.data && formOf(stored.data);
  return (
    <EditorModal<ReportForm>
      title={`${id === undefined ? 'Add' : 'Edit'} ${kind}`}
      okText={id === undefined ? 'Add' : 'Save'}
      width={720}
      resource="report"
      readOnly={readOnly}
      initial={begins}
      loadError={stored.error}
      lacking={(values) => lackingText(lackingIn(values, kind))}
      save={(values) => save(reportApi, id, bodyOf({ ...begins, ...values }, kind, stored.data))}
      onSaved={() =>
        toast.success(id === undefined ? `The ${kind.toLowerCase()} was added` : `${kind} updated`)
      }
      onClose={onClose}
    >
      <Sections kind={kind} isNew={id === undefined} />
    </EditorModal>
  );
}

function Sections({ kind, isNew }: { kind: ReportKind; isNew: boolean }) {
  const form = Form.useFormInstance<ReportForm>();
  const values: Partial<ReportForm> = Form.useWatch([], form) ?? {};
  const lacking = lackingIn(values, kind);
  // One at a time, so that all headings stay in sight.
  const [opened, setOpened] = useState<string | undefined>('general');
  const section = (key: keyof Lacking, label: string, fields: ReactNode) => ({
    key,
    label,
    extra: lacking[key].length === 0 && (
      <CheckCircleOutlined className={styles.done ?? ''} aria-label={`${label}: complete`} />
    ),
    children: fields,
    // What is folded is saved, too.
    forceRender: true,
  });
  return (
    <Collapse
      activeKey={opened === undefined ? [] : [opened]}
      onChange={(keys) => setOpened(keys.at(-1))}
      items={[
        section('general', 'General information', <GeneralFields kind={kind} />),
        ...(kind === 'Alert' ? [section('condition', 'Alert condition', <ConditionFields />)] : []),
        section('contents', `${kind} contents`, <ContentFields kind={kind} />),
        section('schedule', 'Schedule', <ScheduleFields kind={kind} isNew={isNew} />),
        section('notification', 'Notification method', <RecipientFields />),
      ]}
    />
  );
}
