import { type DroppedFile, grouped, type ReceivedFile, receivedFilesApi } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Progress } from 'antd';
import { useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf } from '../../api/client.ts';
import { forgetFile } from '../../api/files.ts';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../dialog.tsx';
import styles from './file-upload.module.css';
import { PlanView } from './plan-view.tsx';
import { type Again, type Plan, plansOf, planTitle, withSheets } from './plans.ts';

interface FilesDialogProps {
  files: readonly ReceivedFile[];
  /** The table that is filled anew. */
  again?: Again | undefined;
  /** What has become of the files, the first table first; none when the person left. */
  onClose: (made: DroppedFile[]) => void;
}

/** Files that were received, before they become tables: what was found of each, which is changed in a click. */
export function FilesDialog({ files, again, onClose }: FilesDialogProps) {
  const [plans, setPlans] = useState<Plan[]>(() => plansOf(files, again));
  const [openKey, setOpenKey] = useState(plans[0]?.key);
  const made = useRef<DroppedFile[]>([]);
  const stop = useRef<AbortController>(undefined);
  const client = useQueryClient();
  const open = plans.find(({ key }) => key === openKey) ?? plans[0];
  const waiting = plans.filter(
    ({ isChosen, isUnreadable, rows }) => isChosen && isUnreadable !== true && rows === undefined,
  );
  const left = plans.filter(({ isChosen, rows }) => !isChosen && rows === undefined);
  const change = (key: string, next: Partial<Plan>) =>
    setPlans((old) => old.map((plan) => (plan.key === key ? { ...plan, ...next } : plan)));

  const leave = (): void => {
    stop.current?.abort();
    if (made.current.length === 0 && again?.isOther !== false)
      for (const { key } of files) void forgetFile(key);
    onClose(made.current);
  };
  const add = useMutation({
    mutationFn: async () => {
      const cord = new AbortController();
      stop.current = cord;
      for (const plan of waiting) {
        setOpenKey(plan.key);
        const table = await addTable(plan, cord.signal);
        made.current = [...made.current, table];
        change(plan.key, { rows: table.rows });
        toast.success(`${planTitle(plan)}: ${rowsText(table.rows)} the dataset ${table.table_name}`);
      }
    },
    onSuccess: () => onClose(made.current),
    // Meanwhile a table of the same name may be there.
    onError: () => client.invalidateQueries({ queryKey: ['received file'] }),
    onSettled: () => client.invalidateQueries({ queryKey: ['dataset'] }),
  });
  const isStopped = add.isError && stop.current?.signal.aborted === true;

  return (
    <Dialog
      title={titleOf(again, files)}
      width={960}
      onCancel={leave}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={() => (add.isPending ? stop.current?.abort() : leave())}>
            {add.isPending ? 'Stop' : 'Cancel'}
          </Button>
          <Button
            type="primary"
            autoFocus
            loading={add.isPending}
            disabled={waiting.length === 0}
            onClick={() => add.mutate()}
          >
            {doText(again, waiting.length)}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {plans.length > 1 && (
          <ul className={styles.plans} aria-label="Files and sheets">
            {plans.map((plan) => (
              <li key={plan.key} data-open={plan.key === open?.key}>
                <Checkbox
                  checked={plan.isChosen}
                  disabled={plan.rows !== undefined || add.isPending}
                  aria-label={`Add ${planTitle(plan)}`}
                  onChange={(event) => change(plan.key, { isChosen: event.target.checked })}
                />
                <button
                  type="button"
                  aria-pressed={plan.key === open?.key}
                  onClick={() => setOpenKey(plan.key)}
                >
                  {planTitle(plan)}
                </button>
                {plan.isUnreadable && <span>Cannot be read, left out</span>}
                {plan.rows !== undefined && <span>Added, {grouped(plan.rows)} rows</span>}
              </li>
            ))}
          </ul>
        )}
        {left.length > 0 && (
          <span role="status">
            {left.length === 1
              ? 'One of them is not chosen and will not be added.'
              : `${left.length} of them are not chosen and will not be added.`}
          </span>
        )}
        {open && (
          <PlanView
            key={open.key}
            plan={open}
            again={again}
            isBusy={add.isPending}
            onChange={(next) => change(open.key, next)}
            onSheets={(sheets) => !again && setPlans((old) => withSheets(old, open.key, sheets))}
          />
        )}
        {add.isPending && waiting[0] && <ReadingProgress plan={waiting[0]} />}
        {isStopped && <span role="status">Stopped: nothing more was added.</span>}
        {add.isError && !isStopped && <ErrorAlert errors={errorsOf(add.error)} />}
      </div>
    </Dialog>
  );
}

function rowsText(rows: number): string {
  return rows === 1 ? '1 row is now' : `${grouped(rows)} rows are now`;
}

/** What the button does that makes tables. */
function doText(again: Again | undefined, tables: number): string {
  if (!again) return addText(tables);
  return again.isOther ? 'Fill anew' : 'Read again';
}

function titleOf(again: Again | undefined, files: readonly ReceivedFile[]): string {
  if (!again) return 'Add as tables';
  return again.isOther ? `Fill ${again.table} anew` : `Read ${files[0]?.name} again`;
}

const addText = (count: number): string => (count > 1 ? `Add ${count} tables` : 'Add');

/** How far a file is read. */
function ReadingProgress({ plan }: { plan: Plan }) {
  const told = useQuery({
    queryKey: ['received file', plan.file.key, 'progress'],
    gcTime: 0,
    retry: false,
    refetchInterval: 1000,
    queryFn: ({ signal }) => api(receivedFilesApi.progress, { params: { key: plan.file.key }, signal }),
  });
  const rows = told.data?.rows ?? 0;
  const title = planTitle(plan);
  return (
    <div role="status">
      {rows > 0 ? `Reading ${title}: ${grouped(rows)} rows so far` : `Looking at ${title}`}
      <Progress percent={100} status="active" showInfo={false} size="small" aria-label={`Reading ${title}`} />
    </div>
  );
}

function addTable({ file, settings, name, whenTaken }: Plan, signal: AbortSignal): Promise<DroppedFile> {
  const sheet = settings.sheet === undefined ? '' : `_${settings.sheet}`;
  return api(receivedFilesApi.table, {
    params: { key: file.key },
    body: { settings, table_name: name || `${file.table_name}${sheet}`, already_exists: whenTaken },
    signal,
  });
}
