import { Link, useParams } from '@tanstack/react-router';
import { DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { saveItem, useItem } from '../../api/list.ts';
import { may } from '../../app/bootstrap.ts';
import { toast } from '../../app/toasts.tsx';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { validJson } from '../../shared/editor/json-field.ts';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';

interface AnnotationRow {
  id: number;
  short_descr: string;
  long_descr: string | null;
  start_dttm: string;
  end_dttm: string;
}

/** Annotations are kept as wall-clock times, and shown as they are kept. */
const TIME = 'YYYY-MM-DD HH:mm';

const COLUMNS: ListColumn<AnnotationRow>[] = [
  { key: 'short_descr', title: 'Name', sortable: true, render: (row) => row.short_descr },
  {
    key: 'long_descr',
    title: 'Description',
    sortable: true,
    secondary: true,
    render: (row) => row.long_descr,
  },
  { key: 'start_dttm', title: 'Start', sortable: true, render: (row) => dayjs(row.start_dttm).format(TIME) },
  {
    key: 'end_dttm',
    title: 'End',
    sortable: true,
    secondary: true,
    render: (row) => dayjs(row.end_dttm).format(TIME),
  },
];

/** `/annotationlayer/:annotationLayerId/annotation/` */
export function AnnotationsScreen() {
  const { layer } = useParams({ strict: false });
  const stored = useItem<{ name: string }>('annotation_layer', Number(layer));
  const resource = `annotation_layer/${layer}/annotation`;
  return (
    <ManagedList<AnnotationRow>
      title={`Annotation Layer ${stored.data?.name ?? ''}`}
      resource={resource}
      noun="annotation"
      plural="annotations"
      columns={COLUMNS}
      filters={[]}
      defaultSort={{ sortColumn: 'short_descr', sortOrder: 'desc' }}
      buttons={<Link to="/annotationlayer/list">Back to all</Link>}
      mayWrite={may('can_write', 'Annotation')}
      createLabel="+ Annotation"
      nameOf={(row) => row.short_descr}
      empty={{
        title: 'No annotation yet',
        description: 'Charts over time show the annotations of a layer as lines and spans.',
      }}
      editor={({ row, onClose }) => <AnnotationEditor resource={resource} id={row?.id} onClose={onClose} />}
    />
  );
}

interface AnnotationForm {
  short_descr: string;
  range: [Dayjs, Dayjs] | undefined;
  long_descr: string;
  json_metadata: string;
}

function AnnotationEditor({
  resource,
  id,
  onClose,
}: {
  resource: string;
  id: number | undefined;
  onClose: () => void;
}) {
  const stored = useItem<AnnotationRow & { json_metadata: string | null }>(resource, id);
  const found = stored.data;
  const initial: AnnotationForm | undefined =
    id !== undefined && !found
      ? undefined
      : {
          short_descr: found?.short_descr ?? '',
          range: found && [dayjs(found.start_dttm), dayjs(found.end_dttm)],
          long_descr: found?.long_descr ?? '',
          json_metadata: found?.json_metadata ?? '',
        };
  return (
    <EditorModal<AnnotationForm>
      title={id === undefined ? 'Add annotation' : 'Edit annotation'}
      okText={id === undefined ? 'Add' : 'Save'}
      resource={resource}
      initial={initial}
      loadError={stored.error}
      save={({ range, json_metadata, ...plain }) =>
        saveItem(resource, id, {
          ...plain,
          start_dttm: range?.[0].format('YYYY-MM-DDTHH:mm:ss'),
          end_dttm: range?.[1].format('YYYY-MM-DDTHH:mm:ss'),
          json_metadata: json_metadata.trim() || null,
        })
      }
      onSaved={() =>
        toast.success(id === undefined ? 'The annotation was added' : 'The annotation was changed')
      }
      onClose={onClose}
    >
      <Form.Item
        name="short_descr"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={500} />
      </Form.Item>
      <Form.Item
        name="range"
        label="Date"
        rules={[{ required: true, message: 'A start and an end are required' }]}
      >
        <DatePicker.RangePicker showTime={{ format: 'HH:mm' }} format={TIME} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="long_descr" label="Additional information">
        <Input.TextArea rows={3} placeholder="Description (this can be seen in the list)" />
      </Form.Item>
      <Form.Item name="json_metadata" label="JSON metadata" rules={[{ validator: validJson }]}>
        <CodeField label="JSON metadata" language="json" height={120} />
      </Form.Item>
    </EditorModal>
  );
}
