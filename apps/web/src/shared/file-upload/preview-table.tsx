import {
  FILE_TYPES,
  type FilePreview,
  type FilePreviewColumn,
  type FileSettings,
  grouped,
} from '@chartroom/model';
import { Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import styles from './file-upload.module.css';
import { TYPE_WORDS, withColumn, withType } from './plans.ts';

/** Columns that are shown at once: each brings a field of its own. */
const SHOWN_COLUMNS = 40;
const TYPES = FILE_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }));

interface PreviewTableProps {
  preview: FilePreview;
  settings: FileSettings;
  onChange: (settings: FileSettings) => void;
}

/** The first rows as they will be read; above each column its type, which can be changed, and whether it is kept. */
export function PreviewTable({ preview, settings, onChange }: PreviewTableProps) {
  const [searched, setSearched] = useState('');
  const word = searched.trim().toLowerCase();
  const all = preview.names.map((name) => ({
    name,
    at: preview.columns.findIndex((each) => each.name === name),
  }));
  const more = preview.columns.flatMap(({ name }, at) =>
    preview.names.includes(name) ? [] : [{ name, at }],
  );
  const found = [...all, ...more].filter(({ name }) => name.toLowerCase().includes(word));
  const shown = found.slice(0, SHOWN_COLUMNS);
  return (
    <>
      {all.length > SHOWN_COLUMNS && (
        <div className={styles.search}>
          <Input.Search
            size="small"
            allowClear
            aria-label="Find a column"
            placeholder="Find a column"
            value={searched}
            onChange={(event) => setSearched(event.target.value)}
          />
          <span>
            {grouped(shown.length)} of {grouped(all.length)} columns shown; all are read.
          </span>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className={styles.scroll} tabIndex={0} aria-label="First rows">
        <table className={styles.table}>
          <thead>
            <tr>
              {shown.map(({ name, at }) => (
                <th key={name} scope="col" data-left-out={at < 0}>
                  <Checkbox
                    checked={at >= 0}
                    disabled={!preview.names.includes(name)}
                    onChange={() => onChange(withColumn(settings, preview.names, name))}
                  >
                    {name}
                  </Checkbox>
                  <div className={styles.type}>
                    <TypeField
                      name={name}
                      column={preview.columns[at]}
                      onChange={(type) => onChange(withType(settings, name, type))}
                    />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.slice(0, 20).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
              <tr key={line}>
                {shown.map(({ name, at }) => (
                  <td key={name} data-number={isNumber(preview.columns[at])}>
                    {cellText(row[at])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface TypeFieldProps {
  name: string;
  column: FilePreviewColumn | undefined;
  onChange: (type: (typeof FILE_TYPES)[number]) => void;
}

/** The type of a column; files that carry types of their own have them told only. */
function TypeField({ name, column, onChange }: TypeFieldProps) {
  if (!column) return 'Left out';
  if (column.type === null) return column.native_type.toLowerCase();
  return (
    <Select
      size="small"
      variant="filled"
      aria-label={`Type of ${name}`}
      value={column.type}
      options={TYPES}
      popupMatchSelectWidth={false}
      onChange={onChange}
    />
  );
}

const isNumber = (column: FilePreviewColumn | undefined): boolean =>
  column?.type === 'number' || column?.type === 'whole';

function cellText(cell: string | number | boolean | null | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
