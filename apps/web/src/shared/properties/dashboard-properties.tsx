import { categoricalSchemes } from '@chartroom/charts';
import { CUSTOM_TAG, isJsonObject, type TagRef } from '@chartroom/model';
import { Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useVersion, type Version } from '../../api/versions.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { CodeField } from '../editor/code-field.tsx';
import { jsonProblem, markOf } from '../editor/json-field.ts';
import { RelatedSelect } from '../editor/remote-select.tsx';
import { changedFields } from './changed-fields.ts';
import { metadataOf, shownMetadata, storedMetadata, validMetadata } from './dashboard-document.ts';
import { LabelColorsField } from './label-colors-field.tsx';
import { CertificationFields, PropertiesModal } from './properties-modal.tsx';
import { TagsField } from './tags-field.tsx';

interface StoredDashboard {
  dashboard_title: string | null;
  slug: string | null;
  certified_by: string | null;
  certification_details: string | null;
  json_metadata: string | null;
  owners: { id: number }[];
  roles: { id: number }[];
  tags: Pick<TagRef, 'id' | 'type'>[];
}

type DashboardProperties = {
  dashboard_title: string;
  slug: string;
  owners: number[];
  roles: number[];
  color_scheme: string | null;
  certified_by: string;
  certification_details: string;
  tags: number[];
  json_metadata: string;
};

/** What has changed of a dashboard. */
type ChangedDashboard = Partial<Omit<DashboardProperties, 'color_scheme' | 'slug'>> & {
  slug?: string | null;
};

/** A dashboard that is being built: its properties wait for it to be saved. */
export interface HoldingDashboard {
  /** As it stands; lists, as ids, where they differ from what is stored. */
  present: Omit<StoredDashboard, 'owners' | 'roles' | 'tags'> & {
    owners?: number[] | undefined;
    roles?: number[] | undefined;
    tags?: number[] | undefined;
  };
  /** Labels of its charts that have colours. */
  labels: readonly string[];
  hold: (fields: ChangedDashboard) => void;
}

/** 'Dashboard properties' (contract/ui.md B9). */
export function DashboardPropertiesModal({
  id,
  holding,
  onSaved,
  onClose,
}: {
  id: number;
  holding?: HoldingDashboard;
  onSaved?: () => void;
  onClose: () => void;
}) {
  const stored = useVersion<StoredDashboard>('dashboard', id);
  // As it stood when the modal was opened.
  const [present] = useState(holding?.present);
  const version = useMemo(() => stored.data && over(stored.data, present), [stored.data, present]);
  const initial = useMemo(() => version && propertiesOf(version.row), [version]);
  return (
    <PropertiesModal<DashboardProperties, StoredDashboard, ChangedDashboard>
      title="Dashboard properties"
      resource="dashboard"
      id={id}
      version={version}
      loadError={stored.error}
      initial={initial}
      fieldsOf={(values, now) => (initial ? fieldsOf(now, initial, values) : {})}
      hold={holding?.hold}
      onSaved={() => {
        toast.success('The dashboard has been saved');
        onSaved?.();
      }}
      onClose={onClose}
    >
      <Form.Item
        name="dashboard_title"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'A name is required' }]}
      >
        <Input maxLength={500} />
      </Form.Item>
      <Form.Item name="slug" label="URL slug" extra="A readable URL for your dashboard">
        <Input maxLength={255} />
      </Form.Item>
      <Form.Item name="owners" label="Owners" extra="Who may change the dashboard.">
        <RelatedSelect resource="dashboard" column="owners" />
      </Form.Item>
      {bootstrap.conf.DASHBOARD_RBAC === true && (
        <Form.Item
          name="roles"
          label="Roles"
          extra="Who holds one of these sees the dashboard once it is published, whatever data they may read."
        >
          <RelatedSelect resource="dashboard" column="roles" />
        </Form.Item>
      )}
      <Form.Item name="color_scheme" label="Color scheme">
        <Select
          allowClear
          placeholder="Select scheme"
          options={categoricalSchemes().map(({ id: value, label, colors }) => ({
            value,
            label: <Scheme label={label} colors={colors} />,
            title: label,
          }))}
          showSearch={{ optionFilterProp: 'title' }}
        />
      </Form.Item>
      <LabelColorsField labels={holding?.labels ?? labelsIn(version?.row.json_metadata)} />
      <CertificationFields />
      <TagsField view="Dashboard" />
      <MetadataField stored={version?.row.json_metadata ?? null} />
    </PropertiesModal>
  );
}

function Scheme({ label, colors }: { label: string; colors: readonly string[] }) {
  return (
    <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <span aria-hidden="true" style={{ display: 'flex' }}>
        {colors.slice(0, 8).map((color) => (
          <span key={color} style={{ width: 12, height: 12, background: color }} />
        ))}
      </span>
      {label}
    </span>
  );
}

function MetadataField({ stored }: { stored: string | null }) {
  const text: unknown = Form.useWatch('json_metadata');
  const problem = typeof text === 'string' && text !== '' ? jsonProblem(text) : undefined;
  return (
    <Form.Item
      name="json_metadata"
      label="JSON metadata"
      extra="Filters, refreshing and all else that a dashboard keeps; changes by hand are for those who know it."
      rules={[{ validator: validMetadata(stored) }]}
    >
      <CodeField
        label="JSON metadata"
        language="json"
        height={200}
        marks={problem ? [markOf(problem)] : []}
      />
    </Form.Item>
  );
}

/** A dashboard as it was read, with what has been done to it since. */
function over(
  { row, tag }: Version<StoredDashboard>,
  present: HoldingDashboard['present'] | undefined,
): Version<StoredDashboard> {
  if (!present) return { row, tag };
  const { owners, roles, tags, ...texts } = present;
  return {
    tag,
    row: {
      ...row,
      ...texts,
      owners: owners ? owners.map((id) => ({ id })) : row.owners,
      roles: roles ? roles.map((id) => ({ id })) : row.roles,
      tags: tags ? tags.map((id) => ({ id, type: CUSTOM_TAG })) : row.tags,
    },
  };
}

/** The labels that a stored dashboard has colours for. */
function labelsIn(json_metadata: string | null | undefined): string[] {
  const { map_label_colors } = metadataOf(json_metadata ?? null);
  return isJsonObject(map_label_colors) ? Object.keys(map_label_colors) : [];
}

function propertiesOf(dashboard: StoredDashboard): DashboardProperties {
  const metadata = metadataOf(dashboard.json_metadata);
  return {
    dashboard_title: dashboard.dashboard_title ?? '',
    slug: dashboard.slug ?? '',
    owners: dashboard.owners.map(({ id }) => id),
    roles: dashboard.roles.map(({ id }) => id),
    color_scheme:
      typeof metadata.color_scheme === 'string' && metadata.color_scheme !== ''
        ? metadata.color_scheme
        : null,
    certified_by: dashboard.certified_by ?? '',
    certification_details: dashboard.certification_details ?? '',
    tags: dashboard.tags.filter(({ type }) => type === CUSTOM_TAG).map(({ id }) => id),
    json_metadata: shownMetadata(metadata),
  };
}

/** What is written of a dashboard: an empty slug is none, and nobody vouches in words alone (contract/ui.md B9). */
function fieldsOf(
  present: StoredDashboard,
  before: DashboardProperties,
  values: DashboardProperties,
): ChangedDashboard {
  const after = { ...before, ...values, color_scheme: values.color_scheme ?? null };
  if (after.certified_by === '') after.certification_details = '';
  const { color_scheme, json_metadata, slug, ...fields } = changedFields(before, after);
  const isDocumentChanged = color_scheme !== undefined || json_metadata !== undefined;
  const stored = metadataOf(present.json_metadata);
  return {
    ...fields,
    ...(slug === undefined ? {} : { slug: slug.trim() || null }),
    ...(isDocumentChanged
      ? {
          json_metadata: JSON.stringify(
            storedMetadata(stored, json_metadata ?? shownMetadata(stored), after.color_scheme),
          ),
        }
      : {}),
  };
}
