import { type ChartItem, CUSTOM_TAG } from '@chartroom/model';
import { Form, Input, InputNumber } from 'antd';
import { useMemo } from 'react';
import { useVersion } from '../../api/versions.ts';
import { toast } from '../../base/toasts.tsx';
import { RelatedSelect } from '../editor/remote-select.tsx';
import { changedFields } from './changed-fields.ts';
import { CertificationFields, PropertiesModal, type SavedVersion } from './properties-modal.tsx';
import { TagsField } from './tags-field.tsx';

/** What can be said of a chart beside what it shows. */
type ChartProperties = {
  slice_name: string;
  description: string;
  certified_by: string;
  certification_details: string;
  cache_timeout: number | null;
  owners: number[];
  tags: number[];
};

export interface ChartPropertiesModalProps {
  id: number;
  onSaved?: (saved: SavedVersion) => void;
  onClose: () => void;
}

/** 'Edit Chart Properties' (contract/ui.md D9). */
export function ChartPropertiesModal({ id, onSaved, onClose }: ChartPropertiesModalProps) {
  const stored = useVersion<ChartItem>('chart', id);
  const chart = stored.data?.row;
  const initial = useMemo(() => chart && propertiesOf(chart), [chart]);
  return (
    <PropertiesModal<ChartProperties, ChartItem>
      title="Edit Chart Properties"
      resource="chart"
      id={id}
      version={stored.data}
      loadError={stored.error}
      initial={initial}
      fieldsOf={(values) => (initial ? changedFields(initial, { ...initial, ...normalised(values) }) : {})}
      onSaved={(saved) => {
        toast.success('Chart properties updated');
        onSaved?.(saved);
      }}
      onClose={onClose}
    >
      <Form.Item
        name="slice_name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={250} />
      </Form.Item>
      <Form.Item
        name="description"
        label="Description"
        extra="Markdown; shown on dashboards beside the chart."
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
      <CertificationFields />
      <Form.Item
        name="cache_timeout"
        label="Cache timeout"
        extra="Seconds for which an answer is kept; without a number those of the dataset count, and -1 keeps none."
      >
        <InputNumber min={-1} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="owners" label="Owners" extra="Who may change the chart.">
        <RelatedSelect resource="chart" column="owners" />
      </Form.Item>
      <TagsField view="Chart" />
    </PropertiesModal>
  );
}

function propertiesOf(chart: ChartItem): ChartProperties {
  return {
    slice_name: chart.slice_name,
    description: chart.description ?? '',
    certified_by: chart.certified_by ?? '',
    certification_details: chart.certification_details ?? '',
    cache_timeout: chart.cache_timeout === null ? null : Number(chart.cache_timeout),
    owners: chart.owners.map(({ id }) => id),
    tags: chart.tags.filter(({ type }) => type === CUSTOM_TAG).map(({ id }) => id),
  };
}

/** Nobody vouches in words alone (contract/ui.md B9). */
function normalised(values: ChartProperties): ChartProperties {
  return values.certified_by === '' ? { ...values, certification_details: '' } : values;
}
