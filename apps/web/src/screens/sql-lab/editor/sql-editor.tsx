import { CodeEditor, type CodeEditorHandle } from '@chartroom/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useMemo, useRef } from 'react';
import { useLab } from '../lab-store.ts';
import { useLabSwitches } from '../lab-switches.ts';
import type { LabTab } from '../lab-tabs.ts';
import { LabCatalog } from './lab-catalog.ts';
import { marksOf } from './run-marks.ts';
import { sqlService } from './sql-service.ts';

export interface SqlEditorProps {
  tab: LabTab;
  handle: Ref<CodeEditorHandle>;
  /** Told what is selected, or the empty text. */
  onSelect: (text: string) => void;
  onRun: () => void;
  onFormat: () => void;
}

/** The SQL of a tab: it knows the database that it is written for. */
export function SqlEditor({ tab, handle, onSelect, onRun, onFormat }: SqlEditorProps) {
  const { change, stop } = useLab.getState();
  const { databaseId, catalog: inCatalog, schema } = tab;
  const backend = useLab((state) => state.databases[String(databaseId)]?.backend);
  const client = useQueryClient();
  const latest = useRef(tab);
  latest.current = tab;
  const catalog = useMemo(
    () => new LabCatalog(client, { databaseId, catalog: inCatalog, schema }),
    [client, databaseId, inCatalog, schema],
  );
  useEffect(() => void catalog.loadNames(), [catalog]);
  const service = useMemo(
    () =>
      sqlService({
        backend,
        catalog,
        parameters: () => namesIn(latest.current.templateParams),
        offersWhileTyping: () => useLabSwitches.getState().completes,
      }),
    [backend, catalog],
  );
  const marks = useMemo(() => marksOf(tab.run), [tab.run]);
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
      onSelect={onSelect}
      keys={{
        'Mod-Enter': onRun,
        'Ctrl-r': onRun,
        'Ctrl-e': () => void stop(tab.id),
        'Mod-Shift-f': onFormat,
      }}
      {...(backend ? { dialect: backend } : {})}
    />
  );
}

/** Names of the parameters that a tab gives its templates. */
function namesIn(parameters: string | null): string[] {
  try {
    const value: unknown = JSON.parse(parameters ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}
