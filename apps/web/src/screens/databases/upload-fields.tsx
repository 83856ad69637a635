import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { validJson } from '../../shared/editor/json-field.ts';
import { has, type UploadKind } from './upload-form.ts';

interface SectionProps {
  kind: UploadKind;
  columns: string[];
}

const NULLS = ['""', 'None', 'nan', 'null', 'N/A'];

/** What happens when the table is there, and how values are read. */
export function FileFields({ kind, columns }: SectionProps) {
  return (
    <>
      <Form.Item name="already_exists" label="If Table Already Exists">
        <Select
          options={['fail', 'replace', 'append'].map((value) => ({
            value,
            label: value.charAt(0).toUpperCase() + value.slice(1),
          }))}
        />
      </Form.Item>
      {has(kind, 'column_dates') && (
        <Form.Item name="column_dates" label="Columns to be parsed as dates">
          <ColumnSelect columns={columns} />
        </Form.Item>
      )}
      {has(kind, 'decimal_character') && (
        <Form.Item name="decimal_character" label="Decimal character">
          <Input maxLength={1} />
        </Form.Item>
      )}
      {has(kind, 'null_values') && (
        <Form.Item name="null_values" label="Null values" extra="Values that should be read as nothing.">
          <Select mode="tags" options={NULLS.map((value) => ({ value, label: value }))} />
        </Form.Item>
      )}
      {has(kind, 'skip_initial_space') && (
        <Check name="skip_initial_space">Skip spaces after delimiter</Check>
      )}
      {has(kind, 'skip_blank_lines') && (
        <Check name="skip_blank_lines">
          Skip blank lines rather than interpreting them as Not A Number values
        </Check>
      )}
      {has(kind, 'day_first') && (
        <Check name="day_first">DD/MM format dates, international and European format</Check>
      )}
    </>
  );
}

/** Which columns are read, and as what. */
export function ColumnFields({ kind, columns }: SectionProps) {
  return (
    <>
      <Form.Item name="columns_read" label="Columns to read" extra="Empty: all of them.">
        <ColumnSelect columns={columns} />
      </Form.Item>
      {has(kind, 'column_data_types') && (
        <Form.Item
          name="column_data_types"
          label="Column data types"
          extra='A JSON object of columns and types, e.g. {"user_id": "int"}'
          rules={[{ validator: validJson }]}
        >
          <Input />
        </Form.Item>
      )}
      <Check name="dataframe_index">Write dataframe index as a column</Check>
      {has(kind, 'index_column') && (
        <Form.Item name="index_column" label="Index column">
          <Select allowClear options={columns.map((value) => ({ value, label: value }))} showSearch />
        </Form.Item>
      )}
      <Form.Item name="index_label" label="Index label">
        <Input />
      </Form.Item>
    </>
  );
}

/** Which rows are read. */
export function RowFields() {
  return (
    <>
      <Form.Item
        name="header_row"
        label="Header row"
        extra="Row with the names of the columns; 0 is the first."
      >
        <InputNumber min={0} precision={0} />
      </Form.Item>
      <Form.Item name="rows_to_read" label="Rows to read" extra="Empty: all of them.">
        <InputNumber min={1} precision={0} />
      </Form.Item>
      <Form.Item name="skip_rows" label="Skip rows" extra="Rows to skip at the start of the file.">
        <InputNumber min={0} precision={0} />
      </Form.Item>
    </>
  );
}

function ColumnSelect({
  columns,
  value,
  onChange,
  id,
}: {
  columns: string[];
  value?: string[];
  onChange?: (value: string[]) => void;
  id?: string;
}) {
  return (
    <Select<string[]>
      mode="multiple"
      {...(id ? { id } : {})}
      placeholder="Choose columns"
      value={value ?? []}
      {...(onChange ? { onChange } : {})}
      options={columns.map((name) => ({ value: name, label: name }))}
      maxTagCount="responsive"
    />
  );
}

function Check({ name, children }: { name: string; children: string }) {
  return (
    <Form.Item name={name} valuePropName="checked" style={{ marginBottom: 4 }}>
      <Checkbox>{children}</Checkbox>
    </Form.Item>
  );
}
