import { CopyOutlined, SearchOutlined } from '@ant-design/icons';
import { type ChartDataResult, type DatasourceData, datasourceApi, GenericType } from '@chartroom/model';
import { copyText, EmptyState, ErrorAlert, type RecordColumn, RecordGrid } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './explore.module.css';

type Answer = Pick<ChartDataResult, 'colnames' | 'coltypes' | 'data' | 'rowcount'>;

/** What the picture was drawn from, and some rows of the dataset. */
export function ResultsPane({
  results,
  datasource,
}: {
  results: ChartDataResult[];
  datasource: DatasourceData;
}) {
  const items = results.map((result, index) => ({
    key: `results-${index}`,
    label: index === 0 ? 'Results' : `Results ${index + 1}`,
    children: <AnswerGrid answer={result} empty="No results were returned for this query" />,
  }));
  const none = {
    key: 'results-0',
    label: 'Results',
    children: <EmptyState size="small" title="Run a query to display results" description={null} />,
  };
  return (
    <Tabs
      className={styles.results}
      size="small"
      items={[
        ...(items.length > 0 ? items : [none]),
        { key: 'samples', label: 'Samples', children: <Samples datasource={datasource} /> },
      ]}
    />
  );
}

function Samples({ datasource }: { datasource: DatasourceData }) {
  const samples = useQuery({
    queryKey: ['samples', datasource.uid],
    queryFn: async ({ signal }) => {
      const { type: datasource_type, id: datasource_id } = datasource;
      const query = { datasource_type, datasource_id, force: 'false' as const, per_page: 1000, page: 1 };
      const answer = await api(datasourceApi.samples, { query, body: {}, signal });
      return answer.result;
    },
  });
  if (samples.isPending) return <Skeleton active />;
  if (samples.isError) return <ErrorAlert errors={errorsOf(samples.error)} />;
  return <AnswerGrid answer={samples.data} empty="No samples were returned for this dataset" />;
}

function AnswerGrid({ answer, empty }: { answer: Answer; empty: string }) {
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
function momentText(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
    .replace(/ 00:00:00$/, '');
}
