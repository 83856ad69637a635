import { EllipsisOutlined } from '@ant-design/icons';
import { type DatasourceData, isDeepEqual, type NewName, withNewNames } from '@chartroom/model';
import { DropMenu, loadable } from '@chartroom/ui';
import { Button, type MenuProps } from 'antd';
import { useEffect } from 'react';
import { create } from 'zustand';
import { errorText } from '../../api/client.ts';
import { fetchDatasource } from '../../api/datasets.ts';
import { fetchExplore } from '../../api/explore.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { ownsOrAdmin } from '../../shared/list-view/list-fields.ts';
import { isReady } from './control-panel.tsx';
import { useExplore } from './explore-store.ts';
import { QueryPreview, SaveSourceModal } from './query-source.tsx';

const SwapModal = loadable(async () => (await import('./swap-modal.tsx')).SwapModal);

const DatasetEditor = loadable(
  async () => (await import('../../shared/dataset-editor/dataset-editor.tsx')).DatasetEditor,
);

/** What is open of the dialogs about what a chart stands on. */
const useSourceDialog = create<{ open: 'preview' | 'save' | 'edit' | 'swap' | undefined }>(() => ({
  open: undefined,
}));
const close = (): void => useSourceDialog.setState({ open: undefined });

/** The dialogs about what a chart stands on. They stand outside of its pane, which is another one in a narrow window. */
export function SourceDialogs() {
  const datasource = useExplore((state) => state.datasource);
  const { open } = useSourceDialog();
  useEffect(() => close, []);
  if (!datasource || !open) return null;
  if (open === 'preview') return <QueryPreview datasource={datasource} onClose={close} />;
  if (open === 'save') return <SaveSourceModal datasource={datasource} onClose={close} />;
  if (open === 'swap') return <SwapModal onClose={close} />;
  return (
    <DatasetEditor id={datasource.id} onSaved={(names) => void reread(datasource, names)} onClose={close} />
  );
}

/** What can be done with what a chart stands on (contract/ui.md D3). */
export function SourceMenu({ datasource }: { datasource: DatasourceData }) {
  return datasource.type === 'query' ? (
    <QueryMenu datasource={datasource} />
  ) : (
    <DatasetMenu datasource={datasource} />
  );
}

function QueryMenu({ datasource }: { datasource: DatasourceData }) {
  const items: MenuProps['items'] = [
    { key: 'preview', label: 'Query preview', onClick: () => useSourceDialog.setState({ open: 'preview' }) },
    ...(may('can_sqllab', 'Superset')
      ? [{ key: 'lab', label: <a href={`/sqllab/?queryId=${datasource.id}`}>View in SQL Lab</a> }]
      : []),
    ...(may('can_write', 'Dataset')
      ? [{ key: 'save', label: 'Save as dataset', onClick: () => useSourceDialog.setState({ open: 'save' }) }]
      : []),
  ];
  return <MenuButton items={items} name="Query actions" />;
}

function MenuButton({ items, name }: { items: MenuProps['items']; name: string }) {
  return (
    <DropMenu trigger={['click']} autoFocus menu={{ items }}>
      <Button type="text" size="small" icon={<EllipsisOutlined aria-hidden />} aria-label={name} />
    </DropMenu>
  );
}

function DatasetMenu({ datasource }: { datasource: DatasourceData }) {
  const mayEdit = may('can_write', 'Dataset') && ownsOrAdmin(datasource.owners);
  const items: MenuProps['items'] = [
    ...(mayEdit
      ? [{ key: 'edit', label: 'Edit dataset', onClick: () => useSourceDialog.setState({ open: 'edit' }) }]
      : []),
    { key: 'swap', label: 'Swap dataset', onClick: () => useSourceDialog.setState({ open: 'swap' }) },
    ...(may('can_sqllab', 'Superset')
      ? [{ key: 'lab', label: <a href={labAddress(datasource)}>View in SQL Lab</a> }]
      : []),
  ];
  return <MenuButton items={items} name="Dataset actions" />;
}

function labAddress({ database, sql, schema, table_name: table }: DatasourceData): string {
  const query = sql || `SELECT *\nFROM ${[schema, table].filter(Boolean).join('.')}`;
  return `/sqllab/?dbid=${database.id}&sql=${encodeURIComponent(query)}`;
}

/** Shows the dataset as it is now, and the chart as it answers now, by new names where it has taken them over. */
async function reread(before: DatasourceData, names: NewName[]): Promise<void> {
  try {
    const datasource = await fetchDatasource(before.id);
    if (names.length > 0) await takeNames(before, names);
    const { setDatasource, type, form, ask } = useExplore.getState();
    setDatasource(datasource);
    if (isReady(type, form, datasource)) await ask({ force: true });
  } catch (error) {
    toast.error(errorText(error));
  }
}

async function takeNames({ columns, metrics }: DatasourceData, given: NewName[]): Promise<void> {
  const { slice, described, takeNames: take } = useExplore.getState();
  const ofMetrics = new Set(metrics.map((each) => each.metric_name));
  const shared = columns.map((each) => each.column_name).filter((name) => ofMetrics.has(name));
  const names = { names: given, shared: new Set(shared) };
  if (!slice) return take(names, true);
  const answer = await fetchExplore(new URLSearchParams({ slice_id: String(slice.slice_id) }));
  // The saved chart is what was opened, but for the names.
  const expected = withNewNames(slice.form_data, names).document;
  const isSaved = isDeepEqual(answer.slice?.form_data, expected);
  described(answer, isSaved);
  take(names, isSaved);
}
