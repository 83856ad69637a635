import { ErrorAlert } from '@chartroom/ui';
import { Alert, Button, Radio, Skeleton, Spin } from 'antd';
import { useEffect } from 'react';
import { ApiError, errorsOf } from '../../api/client.ts';
import styles from './file-upload.module.css';
import { LayoutFields } from './layout-fields.tsx';
import { type Again, answersOf, type Plan } from './plans.ts';
import { PreviewNotes } from './preview-notes.tsx';
import { PreviewTable } from './preview-table.tsx';
import { ReadingOn } from './reading-on.tsx';
import { SendAgain } from './send-again.tsx';
import { usePreview } from './use-preview.ts';

interface PlanViewProps {
  plan: Plan;
  /** The table that is filled anew. */
  again: Again | undefined;
  isBusy: boolean;
  onChange: (next: Partial<Plan>) => void;
  onSheets: (sheets: string[]) => void;
}

/** How a file is read, and its first rows. */
export function PlanView({ plan, again, isBusy, onChange, onSheets }: PlanViewProps) {
  const { file, settings } = plan;
  const { data, error, isFormer, whole } = usePreview(plan, isBusy);
  const sheets = data?.preview.sheets;
  const isUnreadable = error !== null && errorsOf(error)[0]?.error_type !== 'FRONTEND_NETWORK_ERROR';
  const isTaken = plan.name === undefined && data?.is_taken === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when they are known
  useEffect(() => {
    if (sheets && sheets.length > 1) onSheets(sheets);
  }, [sheets]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the question is on the screen, it has an answer
  useEffect(() => {
    if (!again && plan.rows === undefined) onChange({ whenTaken: isTaken ? 'both' : 'fail' });
  }, [isTaken]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is known
  useEffect(() => {
    if (isUnreadable !== (plan.isUnreadable === true)) onChange({ isUnreadable });
  }, [isUnreadable]);
  if (error instanceof ApiError && error.status === 404)
    return <SendAgain name={file.name} onSent={(sent) => onChange({ file: sent })} />;
  if (error)
    return (
      <Unreadable
        error={error}
        settings={settings}
        kept={again || settings.sheet === undefined ? {} : { sheet: settings.sheet }}
        onChange={onChange}
      />
    );
  if (!data) return <Skeleton active title={false} aria-label="Looking at the file" />;
  const { preview, table_name } = data;
  const answers = again || isTaken ? answersOf(again) : [];
  const shown = { preview, settings, onChange: (next: Plan['settings']) => onChange({ settings: next }) };
  return (
    <Spin spinning={isFormer || isBusy} delay={200}>
      <div className={styles.body}>
        <LayoutFields
          {...shown}
          name={plan.name ?? table_name}
          {...(!again && { onName: (name: string) => onChange({ name, whenTaken: 'fail' }) })}
        />
        {answers.length > 0 && plan.rows === undefined && (
          <WhenTaken
            table={plan.name ?? table_name}
            answers={answers}
            value={plan.whenTaken}
            onChange={(whenTaken) => onChange({ whenTaken })}
          />
        )}
        {whole.isWanted && <ReadingOn file={file} whole={whole} rows={preview.first_rows ?? 0} />}
        <PreviewNotes {...shown} />
        <PreviewTable {...shown} />
      </div>
    </Spin>
  );
}

interface UnreadableProps {
  error: Error;
  settings: Plan['settings'];
  /** What is not taken back. */
  kept: Plan['settings'];
  onChange: (next: Partial<Plan>) => void;
}

/** Why a file cannot be read; what was said of how it is to be read can be taken back. */
function Unreadable({ error, settings, kept, onChange }: UnreadableProps) {
  return (
    <>
      <ErrorAlert errors={errorsOf(error)} />
      {Object.keys(settings).length > Object.keys(kept).length && (
        <div>
          <Button onClick={() => onChange({ settings: kept })}>Read it as it was found</Button>
        </div>
      )}
    </>
  );
}

interface WhenTakenProps {
  table: string;
  answers: Plan['whenTaken'][];
  value: Plan['whenTaken'];
  onChange: (value: Plan['whenTaken']) => void;
}

const ANSWERS: Readonly<Record<Plan['whenTaken'], string>> = {
  fail: 'Add nothing',
  both: 'Keep both',
  replace: 'Replace its rows',
  append: 'Append, columns by their names',
};

/** A table of the file's name is there: what becomes of the two. */
function WhenTaken({ table, answers, value, onChange }: WhenTakenProps) {
  const title = `There is a table ${table} already.`;
  return (
    <Alert
      type="info"
      showIcon
      title={
        <div className={styles.note}>
          <span>{title}</span>
          <Radio.Group
            aria-label={title}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            options={answers.map((answer) => ({ value: answer, label: ANSWERS[answer] }))}
          />
        </div>
      }
    />
  );
}
