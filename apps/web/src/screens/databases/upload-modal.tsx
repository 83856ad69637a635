import { type DatabaseRow, databaseTablesApi } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Collapse, Form, type FormInstance, Input, Progress, Select, Switch, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { fetchList } from '../../api/list.ts';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { FilePick } from '../../shared/file-pick.tsx';
import styles from './databases.module.css';
import { endingsOf, upload } from './upload-calls.ts';
import { ColumnFields, FileFields, RowFields } from './upload-fields.tsx';
import {
  EMPTY_UPLOAD,
  FOUND_FIELDS,
  foundFields,
  has,
  settingsOf,
  type UploadForm,
  type UploadKind,
} from './upload-form.ts';
import { useFound, useReceived } from './use-received.ts';

const TITLES: Record<UploadKind, string> = {
  csv: 'CSV upload',
  excel: 'Excel upload',
  columnar: 'Columnar upload',
};
const DELIMITERS = [
  { value: ',', label: 'Comma ","' },
  { value: ';', label: 'Semicolon ";"' },
  { value: '\t', label: 'Tab "\\t"' },
  { value: '|', label: 'Pipe' },
];

/** A file becomes a table of a database that takes files, with every option of reading it. */
export function UploadModal({ kind, onClose }: { kind: UploadKind; onClose: () => void }) {
  const [form] = Form.useForm<UploadForm>();
  const client = useQueryClient();
  const received = useReceived(kind);
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = useState(true);
  const [said, setSaid] = useState<Partial<UploadForm>>({});
  const found = useFound(received.key, settingsOf(kind, said));
  const columns = (received.key !== undefined && found.data?.names) || [];
  const sheets = (received.key !== undefined && found.data?.sheets) || [];
  useEffect(() => {
    if (!found.data || found.isPlaceholderData) return;
    const fields = foundFields(found.data);
    for (const name of FOUND_FIELDS) if (!form.isFieldTouched(name)) form.setFieldValue(name, fields[name]);
  }, [form, found.data, found.isPlaceholderData]);
  const send = useMutation({
    mutationFn: (values: UploadForm) => {
      if (received.key === undefined) throw new Error('Uploading a file is required');
      return upload(kind, received.key, {
        ...EMPTY_UPLOAD,
        ...values,
        sheet_name: values.sheet_name ?? sheets[0],
      });
    },
    onSuccess: () => {
      toast.success('Data imported');
      void client.invalidateQueries();
      onClose();
    },
  });
  const take = (chosen: File | undefined) => {
    setProblem(undefined);
    const ending = chosen?.name.split('.').at(-1)?.toLowerCase() ?? '';
    if (chosen && !endingsOf(kind).includes(ending)) {
      received.take(undefined);
      setProblem(`The extension of the file must be one of: ${endingsOf(kind).join(', ')}`);
      return;
    }
    received.take(chosen);
    if (chosen && !form.getFieldValue('table_name'))
      form.setFieldValue('table_name', chosen.name.replace(/\.[^.]*$/, ''));
  };
  const start = () => {
    if (!received.file) setProblem('Uploading a file is required');
    form.submit();
  };
  const wrong = problem ?? received.problem;
  return (
    <Dialog
      title={TITLES[kind]}
      okText="Upload"
      okButtonProps={{ loading: send.isPending, disabled: received.sent !== undefined }}
      onOk={start}
      onCancel={onClose}
      width={640}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={EMPTY_UPLOAD}
        onFinish={(values) => received.key !== undefined && send.mutate(values)}
        onValuesChange={(_, values) => setSaid(touched(form, values))}
      >
        <Form.Item required label="File" validateStatus={wrong ? 'error' : ''} help={wrong ?? ''}>
          <FilePick
            accept={endingsOf(kind)
              .map((ending) => `.${ending}`)
              .join(',')}
            file={received.file}
            onChange={take}
          >
            Select
          </FilePick>
        </Form.Item>
        {received.sent !== undefined && (
          <Progress
            percent={Math.floor(received.sent * 100)}
            size="small"
            aria-label={`Sending ${received.file?.name}`}
          />
        )}
        <div style={{ display: 'flex', gap: 8, marginBottom: 12 }}>
          <Switch id="preview-upload" size="small" checked={preview} onChange={setPreview} />
          <label htmlFor="preview-upload">Preview uploaded file</label>
        </div>
        {preview && columns.length > 0 && (
          <p>
            Columns:{' '}
            {columns.slice(0, 60).map((column) => (
              <Tag key={column}>{column}</Tag>
            ))}
            {columns.length > 60 && `and ${columns.length - 60} more`}
          </p>
        )}
        {found.isError && (
          <div className={styles.problem}>
            <ErrorAlert errors={errorsOf(found.error)} />
          </div>
        )}
        <PlaceFields />
        <Form.Item
          name="table_name"
          label="Table name"
          rules={[{ required: true, whitespace: true, message: 'Table name is required' }]}
        >
          <Input />
        </Form.Item>
        {has(kind, 'delimiter') && (
          <Form.Item name="delimiter" label="Delimiter" extra="Select a delimiter for this data.">
            <DelimiterSelect />
          </Form.Item>
        )}
        {has(kind, 'sheet_name') && (
          <Form.Item name="sheet_name" label="Sheet name">
            <Select
              options={sheets.map((name) => ({ value: name, label: name }))}
              placeholder={sheets[0] ?? 'Choose sheet name'}
            />
          </Form.Item>
        )}
        <Collapse
          size="small"
          items={[
            {
              key: 'file',
              label: 'File settings',
              children: <FileFields kind={kind} columns={columns} />,
              forceRender: true,
            },
            {
              key: 'columns',
              label: 'Columns',
              children: <ColumnFields kind={kind} columns={columns} />,
              forceRender: true,
            },
            ...(kind === 'columnar'
              ? []
              : [{ key: 'rows', label: 'Rows', children: <RowFields />, forceRender: true }]),
          ]}
        />
        {send.isError && <ErrorAlert errors={errorsOf(send.error)} />}
      </Form>
    </Dialog>
  );
}

/** What the person has said of how the file is read. */
function touched(form: FormInstance<UploadForm>, values: UploadForm): Partial<UploadForm> {
  const names = [...FOUND_FIELDS, 'sheet_name'] as const;
  return Object.fromEntries(
    names.filter((name) => form.isFieldTouched(name)).map((name) => [name, values[name]]),
  );
}

/** One of the usual delimiters, or any other that is typed. */
function DelimiterSelect({
  value,
  onChange,
  id,
}: {
  value?: string;
  onChange?: (value: string) => void;
  id?: string;
}) {
  return (
    <Select<string[]>
      mode="tags"
      maxCount={2}
      {...(id ? { id } : {})}
      value={value ? [value] : []}
      options={DELIMITERS}
      onChange={(next) => onChange?.(next.at(-1) ?? '')}
    />
  );
}

function PlaceFields() {
  const database: number | undefined = Form.useWatch('database');
  const databases = useQuery({
    queryKey: ['database', 'taking files'],
    queryFn: ({ signal }) =>
      fetchList<DatabaseRow>(
        'database',
        {
          filters: [{ col: 'allow_file_upload', opr: 'upload_is_enabled', value: true }],
          page: 0,
          page_size: 100,
        },
        signal,
      ),
  });
  const schemas = useQuery({
    queryKey: ['database', database, 'schemas taking files'],
    enabled: database !== undefined,
    queryFn: ({ signal }) =>
      api(databaseTablesApi.schemas, {
        params: { pk: database ?? 0 },
        q: { upload_allowed: true },
        signal,
      }),
  });
  return (
    <>
      <Form.Item
        name="database"
        label="Database"
        rules={[{ required: true, message: 'Selecting a database is required' }]}
      >
        <Select
          loading={databases.isFetching}
          placeholder="Select a database to upload the file to"
          options={(databases.data?.result ?? []).map((row) => ({ value: row.id, label: row.database_name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name="schema" label="Schema">
        <Select
          allowClear
          loading={schemas.isFetching}
          placeholder="Select a schema if the database supports this"
          options={(schemas.data?.result ?? []).map((name) => ({ value: name, label: name }))}
          showSearch
        />
      </Form.Item>
    </>
  );
}
