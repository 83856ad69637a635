import { type DashboardRow, dashboardApi, dashboardUrl } from '@chartroom/model';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Input, type InputRef, Radio, Select } from 'antd';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '../../api/client.ts';
import { fetchList, useItem } from '../../api/list.ts';
import { bootstrap, isAdmin } from '../../base/bootstrap.ts';
import { Dialog } from '../../shared/dialog.tsx';
import styles from './explore.module.css';
import { type SaveRequest, useExplore } from './explore-store.ts';
import { saveSource } from './query-source.tsx';
import { mayOverwrite, saveChart, type Target } from './save-chart.ts';
import { SAVED_BY_OTHERS, savedAddress } from './saved.ts';

/** The dashboard from which somebody came to make a chart for it. */
function madeFor(): Target {
  const id = Number(new URLSearchParams(window.location.search).get('dashboard_id'));
  return Number.isInteger(id) && id > 0 ? { id } : undefined;
}

export interface SaveModalProps {
  request: SaveRequest;
  onClose: () => void;
  /** Where to go afterwards, rather than to the chart that was saved. */
  onSaved?: (() => void) | undefined;
}

/** Saves the chart: over the old one or as a new one, onto a dashboard if wanted. */
export function SaveModal({ request, onClose, onSaved }: SaveModalProps) {
  const { slice, name, datasource } = useExplore();
  // Charts are kept on datasets: one is made of the query that this stands on.
  const query = datasource?.type === 'query' ? datasource : undefined;
  const [dataset, setDataset] = useState(query?.name ?? '');
  const canOverwrite = mayOverwrite({ slice });
  const [mode, setMode] = useState<'overwrite' | 'new'>(canOverwrite ? 'overwrite' : 'new');
  const [title, setTitle] = useState(name);
  const [target, setTarget] = useState<Target>(madeFor);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(request.problem);
  const [stale, setStale] = useState(request.isStale ?? false);
  const nameField = useRef<InputRef>(null);
  const navigate = useNavigate();
  const client = useQueryClient();

  const isNamed = title.trim() !== '' && (!query || dataset.trim() !== '');

  const save = async (goTo: boolean) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const isOverwriting = mode === 'overwrite' && slice !== null;
      if (query) await saveSource(query, dataset.trim());
      const { id, dashboard } = await saveChart({ title, isOverwriting, isForced: stale, target }, client);
      if (onSaved) onSaved();
      else if (goTo && dashboard !== undefined) await navigate({ to: dashboardUrl({ id: dashboard }) });
      else await navigate(savedAddress(id, isOverwriting));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        setStale(true);
        setProblem(SAVED_BY_OTHERS);
      } else setProblem(`Failed to save slice: ${errorText(error)}`);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title="Save chart"
      afterOpenChange={(isOpen) => isOpen && nameField.current?.focus()}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        !onSaved && (
          <Button key="go" disabled={!isNamed || !target} loading={busy} onClick={() => void save(true)}>
            Save &amp; go to dashboard
          </Button>
        ),
        <Button key="save" type="primary" disabled={!isNamed} loading={busy} onClick={() => void save(false)}>
          {stale && mode === 'overwrite' ? 'Overwrite anyway' : 'Save'}
        </Button>,
      ]}
    >
      <div className={styles.save}>
        {problem && <Alert type="error" showIcon title={problem} role="alert" />}
        <Radio.Group
          value={mode}
          onChange={(event) => setMode(event.target.value)}
          options={[
            { value: 'overwrite', label: 'Save (Overwrite)', disabled: !canOverwrite },
            { value: 'new', label: 'Save as...' },
          ]}
        />
        <label htmlFor="save-name">Chart name</label>
        <Input
          id="save-name"
          ref={nameField}
          value={title}
          placeholder="Name"
          onChange={(event) => setTitle(event.target.value)}
          onPressEnter={() => isNamed && !busy && void save(false)}
        />
        {query && (
          <>
            <label htmlFor="save-dataset">Dataset name</label>
            <Input id="save-dataset" value={dataset} onChange={(event) => setDataset(event.target.value)} />
            <span>A reusable dataset will be saved with your chart.</span>
          </>
        )}
        <label htmlFor="save-dashboard">Add to dashboard</label>
        <DashboardChoice target={target} onChange={setTarget} />
        {target && 'title' in target && <span>A new dashboard will be created.</span>}
        {mode === 'new' && <span>A new chart will be created.</span>}
      </div>
    </Dialog>
  );
}

function DashboardChoice({ target, onChange }: { target: Target; onChange: (target: Target) => void }) {
  const [search, setSearch] = useState('');
  const dashboards = useQuery({
    queryKey: ['dashboard', 'choices', search],
    queryFn: async ({ signal }) => {
      const owned = { col: 'owners', opr: 'rel_m_m', value: bootstrap.user?.userId ?? 0 };
      const filters = [
        ...(isAdmin() ? [] : [owned]),
        ...(search ? [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }] : []),
      ];
      const question = {
        filters,
        page: 0,
        page_size: 100,
        order_column: 'dashboard_title',
        order_direction: 'asc' as const,
      };
      return (await fetchList<DashboardRow>('dashboard', question, signal)).result;
    },
  });
  const known = (dashboards.data ?? []).map((row) => ({
    value: `id:${row.id}`,
    label: row.dashboard_title || '[ untitled dashboard ]',
  }));
  const wanted = search.trim();
  const fresh =
    wanted && !known.some((each) => each.label === wanted)
      ? [{ value: `new:${wanted}`, label: `${wanted} (new dashboard)` }]
      : [];
  const isAside =
    dashboards.data && target && 'id' in target && !dashboards.data.some(({ id }) => id === target.id);
  const own = useItem(dashboardApi.show, isAside ? target.id : undefined).data;
  const aside =
    isAside && own ? [{ value: `id:${own.id}`, label: own.dashboard_title || '[ untitled dashboard ]' }] : [];
  const value = target && ('id' in target ? `id:${target.id}` : `new:${target.title}`);
  const chosen =
    target && 'title' in target && !fresh.some((each) => each.value === value)
      ? [{ value: `new:${target.title}`, label: `${target.title} (new dashboard)` }]
      : [];
  return (
    <Select
      id="save-dashboard"
      allowClear
      placeholder="Select a dashboard or create a new one"
      loading={dashboards.isFetching}
      value={value}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={[...fresh, ...chosen, ...aside, ...known]}
      onChange={(next: string | undefined) => {
        if (next === undefined) onChange(undefined);
        else onChange(next.startsWith('id:') ? { id: Number(next.slice(3)) } : { title: next.slice(4) });
      }}
    />
  );
}
