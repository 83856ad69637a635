import type { FilePreview, FileSettings } from '@chartroom/model';
import { Input, Select } from 'antd';
import { useId } from 'react';
import styles from './file-upload.module.css';
import { withLayout } from './plans.ts';

const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar' },
];
const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows, western Europe' },
  { value: 'windows-1250', label: 'Windows, central Europe' },
  { value: 'windows-1251', label: 'Windows, Cyrillic' },
  { value: 'iso-8859-15', label: 'ISO 8859-15' },
  { value: 'macintosh', label: 'Macintosh' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
];
const DECIMALS = [
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
];
const ORDERS = [
  { value: 'day', label: 'Day first: 31/12' },
  { value: 'month', label: 'Month first: 12/31' },
];
const NO_HEADER = -1;
/** Lines among which the header is looked for by hand. */
const HEADER_LINES = 31;
const HEADERS = [
  { value: NO_HEADER, label: 'No header' },
  ...Array.from({ length: HEADER_LINES }, (_, line) => ({ value: line, label: `Line ${line + 1}` })),
];

interface LayoutFieldsProps {
  preview: FilePreview;
  settings: FileSettings;
  onChange: (settings: FileSettings) => void;
  /** What the table is called. */
  name: string;
  /** Absent for a table that is there. */
  onName?: (name: string) => void;
}

/** How a file is read, and what its table is called. Each shows what was found and changes it. */
export function LayoutFields({ preview, settings, onChange, name, onName }: LayoutFieldsProps) {
  const layout = (change: FileSettings) => onChange(withLayout(settings, change));
  const isText = preview.delimiter !== null;
  const hasHeader = isText || preview.sheets.length > 0;
  const days = { true: 'day', false: 'month', null: undefined }[`${preview.day_first}`];
  return (
    <div className={styles.fields}>
      {onName && <NameField value={name} onChange={onName} />}
      {!onName && preview.sheets.length > 1 && (
        <Field
          label="Sheet"
          value={preview.sheet ?? undefined}
          options={preview.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(sheet) => layout({ sheet })}
        />
      )}
      {isText && (
        <Field
          label="Separator"
          value={preview.delimiter ?? undefined}
          options={DELIMITERS}
          onChange={(delimiter) => layout({ delimiter })}
        />
      )}
      {isText && (
        <Field
          label="Encoding"
          value={preview.encoding ?? undefined}
          options={ENCODINGS}
          onChange={(encoding) => layout({ encoding })}
        />
      )}
      {hasHeader && (
        <Field
          label="Header"
          value={preview.header_row ?? NO_HEADER}
          options={HEADERS}
          onChange={(line) => layout({ header_row: line === NO_HEADER ? null : line })}
        />
      )}
      {isText && (
        <Field
          label="Numbers"
          value={settings.decimal ?? preview.decimal ?? undefined}
          options={DECIMALS}
          placeholder="No signs"
          onChange={(decimal) => onChange({ ...settings, decimal: decimal === ',' ? ',' : '.' })}
        />
      )}
      {hasHeader && (
        <Field
          label="Days"
          value={days}
          options={ORDERS}
          placeholder="None to order"
          onChange={(order) => onChange({ ...settings, day_first: order === 'day' })}
        />
      )}
    </div>
  );
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Table name</label>
      <Input
        id={id}
        size="small"
        value={value}
        maxLength={60}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

interface FieldProps<Value extends string | number> {
  label: string;
  value: Value | undefined;
  options: { value: Value; label: string }[];
  placeholder?: string;
  onChange: (value: Value) => void;
}

function Field<Value extends string | number>({
  label,
  value,
  options,
  placeholder,
  onChange,
}: FieldProps<Value>) {
  const id = useId();
  // What was found may be none of the usual: it stays what it is until another is chosen.
  const known =
    value === undefined || options.some((each) => each.value === value)
      ? options
      : [...options, { value, label: String(value) }];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select<Value>
        id={id}
        size="small"
        {...(value !== undefined && { value })}
        options={known}
        {...(placeholder && { placeholder })}
        popupMatchSelectWidth={false}
        onChange={onChange}
      />
    </div>
  );
}
