import {
  BarChartOutlined,
  CopyOutlined,
  DownOutlined,
  LineChartOutlined,
  SearchOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { SqlAnswer } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { copyText, DropMenu, EmptyState, type GridArea, Hint, loadable } from '@chartroom/ui';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Input, Skeleton, Tag } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { may } from '../../../base/bootstrap.ts';
import { useFormats } from '../../../base/formats.ts';
import { toast } from '../../../base/toasts.tsx';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import type { ViewedCell } from './cell-viewer.tsx';
import { areaText, rowsText } from './copied-area.ts';
import { COPY_FORMS, type CopyForm } from './copy-forms.ts';
import { Downloads } from './downloads.tsx';
import { gridColumns, shownName } from './grid-columns.ts';
import { LimitNote, limitHint } from './limit-note.tsx';
import { MoreRows, usePages } from './more-rows.tsx';
import { ResultGrid } from './result-grid.tsx';
import { plainView, toggled, viewedColumns, viewedRows } from './result-rows.ts';
import styles from './results.module.css';
import { oneLine, type ShownRows } from './shown-rows.ts';

/** What draws charts is fetched when one is wanted. */
const QuickChart = loadable(
  async () => (await import('./chart/quick-chart.tsx')).default,
  () => <Skeleton active />,
);

const SaveDatasetModal = loadable(async () => (await import('../save-dataset-modal.tsx')).SaveDatasetModal);
const CellViewer = loadable(async () => (await import('./cell-viewer.tsx')).CellViewer);

interface AnswerProps {
  tab: LabTab;
  answer: SqlAnswer;
  shown: ShownRows;
}

/** Characters of a statement above its rows (contract/ui.md E4). */
const EXECUTED = 60;

/** The rows of a statement with what can be done with them. */
export default function Answer({ tab, answer, shown }: AnswerProps) {
  const [search, setSearch] = useState('');
  const [saving, setSaving] = useState(false);
  const [cell, setCell] = useState<ViewedCell>();
  const [isWritten, setWritten] = useState(false);
  const language = useFormats((state) => state.formats.language);
  const columns = useMemo(
    () => gridColumns(shown.columns, isWritten ? language : undefined),
    [shown.columns, isWritten, language],
  );
  const [view, setView] = useState(() => plainView(columns));
  const pages = usePages(answer, shown);
  const { data } = pages;
  const rows = useMemo(() => viewedRows(data, columns, view, search), [data, columns, view, search]);
  const [isChart, setChart] = useState(false);
  const area = useRef<GridArea>(undefined);
  if (shown.columns.length === 0)
    return <EmptyState size="small" title="The query was run" description="It returned no rows." />;
  const seen = () => viewedColumns(columns, view).columns;
  const copy = async (form: CopyForm, marked = area.current) => {
    const one = !marked || (marked.from === marked.to && marked.columns.length === 1);
    await copyText(rowsText(seen(), rows, one ? undefined : marked, form));
    toast.success('Copied to clipboard!');
  };
  const open = (line: number, at: number) => {
    const column = shown.columns.find(({ column_name }) => column_name === seen()[at]?.key);
    if (column) setCell({ column: column.name, type: column.type, value: rows[line]?.[column.column_name] });
  };
  const isLess = rows.length !== data.length;
  // Of several statements together no chart and no dataset can be made.
  const isAlone = !shown.isEarlier && (answer.earlier?.length ?? 0) === 0;
  return (
    <div className={styles.answer}>
      <div className={styles.answerBar}>
        <div className={styles.answerActs}>
          {isAlone && <Further answer={answer} onSave={() => setSaving(true)} />}
          {isAlone && (
            <Button
              size="small"
              aria-pressed={isChart}
              icon={isChart ? <TableOutlined aria-hidden /> : <BarChartOutlined aria-hidden />}
              onClick={() => setChart(!isChart)}
            >
              {isChart ? 'Show rows' : 'Quick chart'}
            </Button>
          )}
          {!shown.isEarlier && may('can_export_csv', 'SQLLab') && <Downloads tab={tab} answer={answer} />}
          <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy('tsv')}>
            Copy to Clipboard
          </Button>
          <DropMenu
            trigger={['click']}
            menu={{
              items: Object.entries(COPY_FORMS).map(([key, label]) => ({ key, label })),
              onClick: ({ key }) => {
                for (const form of copyForms) if (form === key) void copy(form);
              },
            }}
          >
            <Button size="small" icon={<DownOutlined aria-hidden />} iconPlacement="end">
              Copy as
            </Button>
          </DropMenu>
          <DropMenu
            trigger={['click']}
            menu={{
              items: [
                { key: 'written', label: isWritten ? 'Raw values' : 'Formatted values' },
                { key: 'reset', label: 'Reset columns, filters and sort' },
                ...view.hidden.map((key) => ({ key: `show ${key}`, label: `Show ${shownName(key)}` })),
              ],
              onClick: ({ key }) => {
                if (key === 'written') setWritten(!isWritten);
                else if (key === 'reset') setView(plainView(columns));
                else setView((old) => ({ ...old, hidden: toggled(old.hidden, key.slice(5)) }));
              },
            }}
          >
            <Button size="small" icon={<DownOutlined aria-hidden />} iconPlacement="end">
              {view.hidden.length > 0 ? `View (${view.hidden.length} hidden)` : 'View'}
            </Button>
          </DropMenu>
        </div>
        <Hint title={shown.isEarlier ? undefined : limitHint(answer)}>
          <Tag>
            {isLess && `${grouped(rows.length)} of `}
            {grouped(data.length)} {data.length === 1 ? 'row' : 'rows'}
          </Tag>
        </Hint>
        <Hint title={shown.sql}>
          <code className={styles.executed}>{oneLine(shown.sql, EXECUTED)}</code>
        </Hint>
        <Input
          size="small"
          className={styles.search}
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Filter results"
          placeholder="Filter results"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {!shown.isEarlier && <LimitNote answer={answer} />}
      {shown.isEarlier && shown.isCut && (
        <Alert
          type="warning"
          closable
          showIcon
          title={`This statement has more rows than the ${grouped(shown.data.length)} that are shown.`}
        />
      )}
      {isChart ? (
        <QuickChart answer={answer} />
      ) : (
        <div className={styles.grid}>
          <ResultGrid
            label="Query results"
            columns={columns}
            rows={rows}
            view={view}
            onView={setView}
            search={search}
            onSelect={(marked) => {
              area.current = marked;
            }}
            onCopy={(marked) => void copyText(areaText(seen(), rows, marked))}
            onOpen={open}
          />
        </div>
      )}
      {!isChart && !shown.isEarlier && <MoreRows tab={tab} answer={answer} pages={pages} />}
      {cell && <CellViewer cell={cell} onClose={() => setCell(undefined)} />}
      {saving && <SaveDatasetModal tab={tab} sql={answer.query.sql} onClose={() => setSaving(false)} />}
    </div>
  );
}

const copyForms: readonly CopyForm[] = ['tsv', 'csv', 'markdown', 'json', 'insert'];

/** Explore on the query itself. */
function chartOf({ query }: SqlAnswer) {
  return { datasource_type: 'query', datasource_id: String(query.queryId) };
}

/** Where a query leads: a chart, a dataset. */
function Further({ answer, onSave }: { answer: SqlAnswer; onSave: () => void }) {
  const navigate = useNavigate();
  const isExplorable = useLab(
    ({ databases }) => databases[answer.query.dbId]?.allows_virtual_table_explore !== false,
  );
  return (
    <>
      {isExplorable && may('can_read', 'Explore') && (
        <Button
          size="small"
          type="primary"
          icon={<LineChartOutlined aria-hidden />}
          href={`/explore/?${new URLSearchParams(chartOf(answer))}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void navigate({ to: '/explore/', search: chartOf(answer) });
          }}
        >
          Create chart
        </Button>
      )}
      {may('can_write', 'Dataset') && (
        <Button size="small" onClick={onSave}>
          Save dataset
        </Button>
      )}
    </>
  );
}
