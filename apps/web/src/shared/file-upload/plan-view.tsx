import { receivedFilesApi, type TableOfFile } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Radio, Skeleton, Spin } from 'antd';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import styles from './file-upload.module.css';
import { LayoutFields } from './layout-fields.tsx';
import type { Plan } from './plans.ts';
import { PreviewNotes } from './preview-notes.tsx';
import { PreviewTable } from './preview-table.tsx';

interface PlanViewProps {
  plan: Plan;
  /** Whether the file is read into its own table once more. */
  isAgain: boolean;
  isBusy: boolean;
  onChange: (next: Partial<Plan>) => void;
  onSheets: (sheets: string[]) => void;
}

/** How a file is read, and its first rows. */
export function PlanView({ plan, isAgain, isBusy, onChange, onSheets }: PlanViewProps) {
  const { file, settings } = plan;
  const asked = useQuery({
    queryKey: ['received file', file.key, settings],
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(receivedFilesApi.preview, { params: { key: file.key }, body: { settings }, signal }),
  });
  const sheets = asked.data?.preview.sheets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when they are known
  useEffect(() => {
    if (sheets && sheets.length > 1) onSheets(sheets);
  }, [sheets]);
  if (asked.isError) return <ErrorAlert errors={errorsOf(asked.error)} />;
  if (!asked.data) return <Skeleton active title={false} aria-label="Looking at the file" />;
  const { preview, table_name, is_taken } = asked.data;
  const shown = { preview, settings, onChange: (next: Plan['settings']) => onChange({ settings: next }) };
  return (
    <Spin spinning={asked.isPlaceholderData || isBusy} delay={200}>
      <div className={styles.body}>
        <LayoutFields {...shown} name={plan.name ?? table_name} onName={(name) => onChange({ name })} />
        {is_taken && !isAgain && plan.name === undefined && plan.rows === undefined && (
          <WhenTaken
            table={table_name}
            value={plan.whenTaken}
            onChange={(whenTaken) => onChange({ whenTaken })}
          />
        )}
        <PreviewNotes {...shown} />
        <PreviewTable {...shown} />
      </div>
    </Spin>
  );
}

interface WhenTakenProps {
  table: string;
  value: TableOfFile['already_exists'];
  onChange: (value: TableOfFile['already_exists']) => void;
}

/** A table of the file's name is there: what becomes of the two. */
function WhenTaken({ table, value, onChange }: WhenTakenProps) {
  return (
    <Alert
      type="info"
      showIcon
      title={`There is a table ${table} already.`}
      description={
        <Radio.Group
          aria-label={`There is a table ${table} already`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          options={[
            { value: 'both', label: 'Keep both' },
            { value: 'replace', label: 'Replace its rows' },
            { value: 'append', label: 'Append, columns by their names' },
          ]}
        />
      }
    />
  );
}
