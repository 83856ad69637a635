import { CopyOutlined, DownloadOutlined, SearchOutlined } from '@ant-design/icons';
import { type ChartDataResult, GenericType, grouped } from '@chartroom/model';
import { copyText, DropMenu, EmptyState, type RecordColumn, RecordGrid } from '@chartroom/ui';
import { Button, Input, type MenuProps } from 'antd';
import { useMemo, useState } from 'react';
import { toast } from '../../base/toasts.tsx';
import { TypeIcon } from '../type-icon.tsx';
import styles from './answer-grid.module.css';
import { useOriginalColumns } from './original-columns.ts';
import { timeColumn } from './time-column.tsx';

type Answer = Pick<ChartDataResult, 'colnames' | 'coltypes' | 'data' | 'rowcount'>;

export interface AnswerGridProps {
  answer: Answer;
  /** Said where there are no rows. */
  empty: string;
  /** The dataset by which the browser remembers how its moments are written. */
  dataset?: string | undefined;
  /** How many rows there are, where these may be the first of them. */
  total?: number | undefined;
  /** Entries of a menu by which the rows are had as a file. */
  files?: NonNullable<MenuProps['items']> | undefined;
}

const TYPES: Readonly<Record<GenericType, string>> = {
  [GenericType.NUMERIC]: 'numbers',
  [GenericType.STRING]: 'texts',
  [GenericType.TEMPORAL]: 'moments',
  [GenericType.BOOLEAN]: 'true or false',
};

/** The rows of an answer: searched, sorted, copied, with the kind of each column. */
export function AnswerGrid({ answer, empty, dataset, total, files }: AnswerGridProps) {
  const [search, setSearch] = useState('');
  const [original, setOriginal] = useOriginalColumns(dataset);
  const columns = useMemo(() => gridColumns(answer, original, setOriginal), [answer, original, setOriginal]);
  const count = answer.data.length;
  if (count === 0) return <EmptyState size="small" title={empty} description={null} />;
  return (
    <div className={styles.answer}>
      <div className={styles.answerBar}>
        <span>{`${grouped(count)} ${count === 1 ? 'row' : 'rows'}`}</span>
        {total !== undefined && total > count && <span>the first of {grouped(total)}</span>}
        <Button
          size="small"
          type="text"
          icon={<CopyOutlined aria-hidden />}
          aria-label="Copy to clipboard"
          onClick={() => void copy(columns, answer)}
        />
        {files && files.length > 0 && (
          <DropMenu trigger={['click']} menu={{ items: files }}>
            <Button size="small" type="text" icon={<DownloadOutlined aria-hidden />} aria-label="Download" />
          </DropMenu>
        )}
        <Input
          size="small"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Search rows"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={styles.grid}>
        <RecordGrid label="Rows" columns={columns} rows={answer.data} search={search} />
      </div>
    </div>
  );
}

/** Puts the rows on the clipboard as they are written, with tabs between them, as spreadsheets take them. */
async function copy(columns: readonly RecordColumn[], { data }: Answer): Promise<void> {
  const lines = [
    columns.map(({ label }) => label),
    ...data.map((row) => columns.map((column) => copied(column, row[column.key]))),
  ];
  try {
    await copyText(lines.map((line) => line.join('\t')).join('\n'));
    toast.success('Copied to clipboard!');
  } catch {
    toast.error('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!');
  }
}

function copied({ format }: RecordColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  return format ? format(value) : String(value);
}

function gridColumns(
  answer: Answer,
  original: readonly string[],
  change: (name: string, isOriginal: boolean) => void,
): RecordColumn[] {
  return answer.colnames.map((name, index) => {
    const type = answer.coltypes[index];
    const column: RecordColumn = {
      key: name,
      label: name,
      numeric: type === GenericType.NUMERIC,
      aside: <TypeIcon type={type} />,
      ...(type !== undefined && { hint: `${name}: ${TYPES[type]}` }),
    };
    if (type !== GenericType.TEMPORAL) return column;
    return timeColumn(column, {
      formatted: 'Formatted date',
      isOriginal: original.includes(name),
      change: (isOriginal) => change(name, isOriginal),
    });
  });
}
