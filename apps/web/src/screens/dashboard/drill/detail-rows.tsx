import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { type DrillFilter, detailQuestion } from '@chartroom/charts';
import { type AnswerOf, type datasourceApi, GenericType, grouped } from '@chartroom/model';
import { DropMenu, EmptyState, ErrorAlert, type RecordColumn, RecordGrid } from '@chartroom/ui';
import { Button, Pagination, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { type FileForm, fetchFile, saveBlob } from '../../../api/chart-data.ts';
import { errorsOf, errorText } from '../../../api/client.ts';
import { may } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { timeColumn } from '../../../shared/chart/time-column.tsx';
import { DETAIL_PAGE, useDetailPage } from './detail-page.ts';
import styles from './drill.module.css';
import type { DrilledChart } from './drill.ts';

type Rows = AnswerOf<typeof datasourceApi.samples>['result'];

/** The rows behind a chart, a page at a time. */
export function DetailRows({ chart, filters }: { chart: DrilledChart; filters: readonly DrillFilter[] }) {
  const question = useMemo(() => detailQuestion(chart.form, filters), [chart.form, filters]);
  const [page, setPage] = useState(1);
  const [downloading, setDownloading] = useState(false);
  const { rows, reload } = useDetailPage(chart, question, page);
  const download = async (file: FileForm) => {
    setDownloading(true);
    try {
      await saveRows(chart, question, file);
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setDownloading(false);
    }
  };
  if (rows.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (rows.isError) return <ErrorAlert errors={errorsOf(rows.error)} />;
  const { total_count: total } = rows.data;
  return (
    <>
      <div className={styles.bar}>
        <span role="status">
          {grouped(total)} {total === 1 ? 'row' : 'rows'}
        </span>
        <Button
          size="small"
          type="text"
          icon={<ReloadOutlined aria-hidden />}
          aria-label="Reload"
          loading={rows.isFetching}
          onClick={reload}
        />
        {may('can_csv', 'Superset') && total > 0 && (
          <DropMenu trigger={['click']} menu={{ items: fileItems(download) }}>
            <Button
              size="small"
              type="text"
              icon={<DownloadOutlined aria-hidden />}
              aria-label="Download"
              loading={downloading}
            />
          </DropMenu>
        )}
      </div>
      <RowGrid rows={rows.data} names={chart.dataset?.verbose_map ?? {}} />
      {total > DETAIL_PAGE && (
        <Pagination
          size="small"
          current={page}
          pageSize={DETAIL_PAGE}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}

function fileItems(download: (file: FileForm) => Promise<void>) {
  const entry = (key: string, label: string, format: 'csv' | 'xlsx') => ({
    key,
    label,
    onClick: () => void download({ format, isDetail: true }),
  });
  return [entry('csv', 'Export to .CSV', 'csv'), entry('xlsx', 'Export to Excel', 'xlsx')];
}

async function saveRows(
  { type, form, name }: DrilledChart,
  question: ReturnType<typeof detailQuestion>,
  file: FileForm,
): Promise<void> {
  const { datasource } = type.question(form, {});
  const { blob, ending } = await fetchFile({ datasource, queries: [question], form_data: form }, file);
  saveBlob(blob, `${name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')}_detail.${ending}`);
}

function RowGrid({ rows, names }: { rows: Rows; names: Readonly<Record<string, string>> }) {
  const [original, setOriginal] = useState<readonly string[]>([]);
  const columns = useMemo(() => {
    const change = (key: string, isOriginal: boolean) =>
      setOriginal((now) => [...now.filter((each) => each !== key), ...(isOriginal ? [key] : [])]);
    return rows.colnames.map((key, at): RecordColumn => {
      const type = rows.coltypes[at];
      const column = { key, label: names[key] ?? key, numeric: type === GenericType.NUMERIC };
      if (type !== GenericType.TEMPORAL) return column;
      return timeColumn(column, {
        formatted: 'Formatted value',
        isOriginal: original.includes(key),
        change: (isOriginal) => change(key, isOriginal),
      });
    });
  }, [rows, names, original]);
  if (rows.data.length === 0)
    return <EmptyState size="small" title="No rows were returned for this dataset" description={null} />;
  return (
    <div className={styles.grid}>
      <RecordGrid label="Rows" columns={columns} rows={rows.data} isPage />
    </div>
  );
}
