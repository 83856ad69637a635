import { type DashboardRow, dashboardApi, dashboardUrl } from '@chartroom/model';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import {
  chartPayload,
  createChart,
  createDashboard,
  dashboardsOfChart,
  ownForm,
  updateChart,
} from '../../api/charts.ts';
import { ApiError, errorText } from '../../api/client.ts';
import { fetchExplore } from '../../api/explore.ts';
import { fetchList, useItem } from '../../api/list.ts';
import { bootstrap, isAdmin } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './explore.module.css';
import { useExplore } from './explore-store.ts';
import { placeOnDashboard } from './place-on-dashboard.ts';

/** Dashboard to add the chart to: one that exists, or a new one by its title. */
type Target = { id: number } | { title: string } | undefined;

/** The dashboard from which somebody came to make a chart for it. */
function madeFor(): Target {
  const id = Number(new URLSearchParams(window.location.search).get('dashboard_id'));
  return Number.isInteger(id) && id > 0 ? { id } : undefined;
}

/** Saves the chart: over the old one or as a new one, onto a dashboard if wanted. */
export function SaveModal({ onClose }: { onClose: () => void }) {
  const { slice, name, form, type, saved } = useExplore();
  const mayOverwrite =
    slice !== null &&
    !slice.is_managed_externally &&
    (isAdmin() || slice.owners.includes(bootstrap.user?.userId ?? -1));
  const [mode, setMode] = useState<'overwrite' | 'new'>(mayOverwrite ? 'overwrite' : 'new');
  const [title, setTitle] = useState(name);
  const [target, setTarget] = useState<Target>(madeFor);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [stale, setStale] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();

  const save = async (goTo: boolean) => {
    if (!type) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const overwrite = mode === 'overwrite' && slice !== null;
      const before = overwrite ? await dashboardsOfChart(slice.slice_id) : [];
      const dashboard = target && ('id' in target ? target.id : await createDashboard(target.title));
      const dashboards = dashboard === undefined ? before : [...new Set([...before, dashboard])];
      const payload = chartPayload(form, title, type.question(ownForm(form), {}), dashboards);
      const id = overwrite ? slice.slice_id : await createChart(payload);
      if (overwrite) await updateChart(id, payload, stale ? undefined : slice.changed_on);
      if (dashboard !== undefined) await placeOnDashboard(dashboard, { id, slice_name: title });
      toast.success(overwrite ? `Chart [${title}] has been overwritten` : `Chart [${title}] has been saved`);
      if (target && 'title' in target)
        toast.success(`Dashboard [${target.title}] just got created and chart [${title}] was added to it`);
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'chart' || queryKey[0] === 'dashboard',
      });
      const search = new URLSearchParams({ slice_id: String(id) });
      const answer = await fetchExplore(search);
      if (answer.slice) saved(answer.slice);
      if (goTo && dashboard !== undefined) await navigate({ to: dashboardUrl({ id: dashboard }) });
      else
        await navigate({
          to: '/explore/',
          search: { slice_id: String(id), save_action: overwrite ? 'overwrite' : 'saveas' },
          replace: true,
        });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        setStale(true);
        setProblem(
          'Somebody else has saved this chart since you opened it. Save as a new chart, or overwrite theirs with yours.',
        );
      } else setProblem(`Failed to save slice: ${errorText(error)}`);
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title="Save chart"
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="go" disabled={!title.trim() || !target} loading={busy} onClick={() => void save(true)}>
          Save &amp; go to dashboard
        </Button>,
        <Button
          key="save"
          type="primary"
          disabled={!title.trim()}
          loading={busy}
          onClick={() => void save(false)}
        >
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
            { value: 'overwrite', label: 'Save (Overwrite)', disabled: !mayOverwrite },
            { value: 'new', label: 'Save as...' },
          ]}
        />
        <label htmlFor="save-name">Chart name</label>
        <Input
          id="save-name"
          autoFocus
          value={title}
          placeholder="Name"
          onChange={(event) => setTitle(event.target.value)}
        />
        <label htmlFor="save-dashboard">Add to dashboard</label>
        <DashboardChoice target={target} onChange={setTarget} />
        {target && 'title' in target && <span>A new dashboard will be created.</span>}
        {mode === 'new' && <span>A new chart will be created.</span>}
      </div>
    </Modal>
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
