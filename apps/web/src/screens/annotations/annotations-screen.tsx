import { type AnnotationRow, annotationApi, annotationLayerApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { api } from '../../api/api.ts';
import { useItem } from '../../api/list.ts';
import { may } from '../../base/bootstrap.ts';
import { useThingTitle } from '../../base/title.ts';
import { toast } from '../../base/toasts.tsx';
import { CodeField } from '../../shared/editor/code-field.tsx';
import { EditorModal } from '../../shared/editor/editor-modal.tsx';
import { validJson } from '../../shared/editor/json-field.ts';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';

/** Annotations are kept as wall-clock times, and shown as they are kept. */
const TIME = 'YYYY-MM-DD HH:mm';
const STORED = 'YYYY-MM-DDTHH:mm:ss';

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
  const layer = Number(useParams({ strict: false }).layer);
  const stored = useItem(annotationLayerApi.show, layer);
  useThingTitle(stored.data?.name);
  const resource = annotationsOf(layer);
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
      editor={({ row, onClose }) => <AnnotationEditor layer={layer} id={row?.id} onClose={onClose} />}
    />
  );
}

interface AnnotationForm {
  short_descr: string;
  range: [Dayjs, Dayjs] | undefined;
  long_descr: string;
  json_metadata: string;
}

/** The annotations of a layer, as a list of their own. */
const annotationsOf = (layer: number) => `annotation_layer/${layer}/annotation`;

function AnnotationEditor({
  layer,
  id,
  onClose,
}: {
  layer: number;
  id: number | undefined;
  onClose: () => void;
}) {
  const resource = annotationsOf(layer);
  const stored = useQuery({
    queryKey: [resource, 'item', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => api(annotationApi.show, { params: { pk: layer, annotation: id ?? '' }, signal }),
    gcTime: 0,
  });
  const found = stored.data?.result;
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
      save={(values) => saveAnnotation(layer, id, values)}
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

/** Makes an annotation, or changes the one with this id. */
async function saveAnnotation(
  layer: number,
  id: number | undefined,
  { range, json_metadata, ...plain }: AnnotationForm,
): Promise<void> {
  if (!range) throw new Error('A start and an end are required');
  const body = {
    ...plain,
    start_dttm: range[0].format(STORED),
    end_dttm: range[1].format(STORED),
    json_metadata: json_metadata.trim() || null,
  };
  if (id === undefined) await api(annotationApi.create, { params: { pk: layer }, body });
  else await api(annotationApi.update, { params: { pk: layer, annotation: id }, body });
}
