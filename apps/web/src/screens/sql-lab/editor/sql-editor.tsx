import { CodeEditor, type CodeEditorHandle, type CodeSpan } from '@chartroom/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { errorText } from '../../../api/client.ts';
import { checkSql } from '../../../api/sql-lab.ts';
import { may } from '../../../base/bootstrap.ts';
import { toast } from '../../../base/toasts.tsx';
import { otherDatabases } from '../across.ts';
import { PLATFORM } from '../lab-keys.ts';
import { useLab } from '../lab-store.ts';
import { useLabSwitches } from '../lab-switches.ts';
import type { LabTab } from '../lab-tabs.ts';
import { useSouth } from '../results/south-store.ts';
import { parametersIn } from '../toolbar/parameter-rows.ts';
import { type EditorAct, editorKeys } from './editor-keys.ts';
import { LabCatalog } from './lab-catalog.ts';
import { marksOf } from './run-marks.ts';
import type { Written } from './sql/written.ts';
import type { Check } from './sql-checks.ts';
import { sqlService } from './sql-service.ts';
import { useWritten } from './use-written.ts';

export interface SqlEditorProps {
  tab: LabTab;
  handle: RefObject<CodeEditorHandle | null>;
  /** Told what is selected, or the empty text. */
  onSelect: (text: string) => void;
  onRun: () => void;
  onFormat: () => void;
  /** Told the statement at the caret, as soon as somebody stops to write. */
  onWritten: ((written: Written | undefined) => void) | undefined;
}

/** Milliseconds without a key until the page around the editor is told: not while keys are pressed. */
const REST_MS = 150;

/** The SQL of a tab: it knows the database that it is written for. */
export function SqlEditor({ tab, handle, onSelect, onRun, onFormat, onWritten }: SqlEditorProps) {
  const { change, stop } = useLab.getState();
  const backend = useLab((state) => state.databases[String(tab.databaseId)]?.backend);
  const service = useSqlService(tab, backend);
  const note = useWritten({ handle, service, text: tab.sql, tell: onWritten });
  const marks = useMemo(() => marksOf(tab.run), [tab.run]);
  const acts: Record<EditorAct, () => void> = {
    run: onRun,
    runStatement: () => {
      const text = handle.current?.text() ?? '';
      const statement = service.statementAt(text, handle.current?.caret() ?? 0);
      if (statement) service.run(text, statement);
    },
    stop: () => void stop(tab.id),
    format: onFormat,
  };
  const keys = editorKeys(PLATFORM).map(({ keys, act }) => [keys, () => acts[act]()] as const);
  return (
    <CodeEditor
      language="sql"
      label="SQL"
      handle={handle}
      value={tab.sql}
      marks={marks}
      service={service}
      placeholder="SELECT ..."
      onChange={(sql) => change(tab.id, { sql })}
      changesAfter={REST_MS}
      onSelect={(text) => {
        onSelect(text);
        note();
      }}
      keys={Object.fromEntries(keys)}
      {...(backend ? { dialect: backend } : {})}
    />
  );
}

/** Statements after which there are other tables, or tables have other columns. */
const CHANGES = /\b(?:create|drop|alter|rename|truncate|delete|attach|detach)\b/i;

/** What the editor asks, made anew only where the tab's database or schema changes. */
function useSqlService(tab: LabTab, backend: string | undefined) {
  const { catalog: inCatalog, schema } = tab;
  // One that is not offered any more is asked for nothing.
  const databaseId = backend === undefined ? null : tab.databaseId;
  const client = useQueryClient();
  const latest = useRef(tab);
  latest.current = tab;
  const databases = useLab((state) => state.databases);
  const catalog = useMemo(() => {
    const others = otherDatabases(databaseId, databases);
    const names = others.map(({ id, database_name }): [string, number] => [database_name, id]);
    return new LabCatalog(client, { databaseId, catalog: inCatalog, schema }, new Map(names));
  }, [client, databaseId, inCatalog, schema, databases]);
  useEffect(() => void catalog.loadNames(), [catalog]);
  const { status, sql } = tab.run;
  useEffect(() => {
    if (status !== 'success' || !CHANGES.test(sql)) return;
    void client.invalidateQueries({ queryKey: ['dataset'] });
    for (const kind of ['schemas', 'tables', 'table', 'table-rows'])
      void client.invalidateQueries({ queryKey: [kind, databaseId] });
  }, [client, databaseId, status, sql]);
  return useMemo(() => {
    const parameters = () => parametersIn(latest.current.templateParams ?? '') ?? {};
    const check: Check = (sql, signal) =>
      checkSql(databaseId ?? 0, { sql, catalog: inCatalog, schema, template_params: parameters() }, signal);
    return sqlService({
      backend,
      catalog,
      parameters: () => Object.keys(parameters()),
      offersWhileTyping: () => useLabSwitches.getState().completes,
      check: databaseId !== null && may('can_read', 'Database') ? check : undefined,
      preview: (inSchema, table) => {
        const found = { databaseId: databaseId ?? 0, catalog: inCatalog, schema: inSchema, table };
        const { preview } = useSouth.getState();
        preview(latest.current.id, found).catch((error: unknown) => toast.error(errorText(error)));
      },
      run: (text: string, { from, to }: CodeSpan) => {
        void useLab.getState().run(latest.current.id, text.slice(from, to), undefined, from);
      },
    });
  }, [backend, catalog, databaseId, inCatalog, schema]);
}
