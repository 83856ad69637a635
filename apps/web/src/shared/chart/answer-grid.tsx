import { CopyOutlined, SearchOutlined } from '@ant-design/icons';
import { type ChartDataResult, GenericType } from '@chartroom/model';
import { copyText, EmptyState, type RecordColumn, RecordGrid } from '@chartroom/ui';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { toast } from '../../base/toasts.tsx';
import styles from './answer-grid.module.css';

type Answer = Pick<ChartDataResult, 'colnames' | 'coltypes' | 'data' | 'rowcount'>;

/** The rows of an answer: searched, sorted, copied. `empty` is said where there are none. */
export function AnswerGrid({ answer, empty }: { answer: Answer; empty: string }) {
  const [search, setSearch] = useState('');
  const columns = useMemo(() => gridColumns(answer), [answer]);
  if (answer.data.length === 0) return <EmptyState size="small" title={empty} description={null} />;
  const copy = async () => {
    const lines = [
      answer.colnames,
      ...answer.data.map((row) => answer.colnames.map((name) => String(row[name] ?? ''))),
    ];
    try {
      await copyText(lines.map((line) => line.join('\t')).join('\n'));
      toast.success('Copied to clipboard!');
    } catch {
      toast.error('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!');
    }
  };
  return (
    <div className={styles.answer}>
      <div className={styles.answerBar}>
        <span>
          {answer.data.length.toLocaleString('en')} {answer.data.length === 1 ? 'row' : 'rows'}
        </span>
        <Button
          size="small"
          type="text"
          icon={<CopyOutlined aria-hidden />}
          aria-label="Copy to clipboard"
          onClick={() => void copy()}
        />
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

function gridColumns(answer: Answer): RecordColumn[] {
  return answer.colnames.map((name, index) => {
    const type = answer.coltypes[index];
    const column: RecordColumn = { key: name, label: name, numeric: type === GenericType.NUMERIC };
    if (type === GenericType.TEMPORAL)
      column.format = (value) => (typeof value === 'number' ? momentText(value) : String(value));
    return column;
  });
}

/** Epoch milliseconds as the wall clock they stand for; midnight is left out. */
export function momentText(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
    .replace(/ 00:00:00$/, '');
}
