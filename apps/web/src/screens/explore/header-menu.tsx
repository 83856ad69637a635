import { dashboardTitle, dashboardUrl } from '@chartroom/model';
import { copyText } from '@chartroom/ui';
import type { MenuProps } from 'antd';
import { fetchQueries } from '../../api/chart-data.ts';
import { errorText } from '../../api/client.ts';
import { exploreLink } from '../../api/explore.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { downloadItems } from '../../shared/chart/downloads.ts';
import { isReady } from './control-panel.tsx';
import { type ExploreState, useExplore } from './explore-store.ts';

interface MenuActions {
  viewQuery: () => void;
  showKeys: () => void;
  embed: () => void;
  editProperties?: () => void;
  /** 'Manage email report', for who may. */
  reports: NonNullable<MenuProps['items']>;
}

/** What can be done with the chart besides saving it (contract/ui.md D2). */
export function useHeaderMenu(actions: MenuActions): MenuProps {
  const { viewQuery, showKeys, embed, editProperties, reports } = actions;
  const state = useExplore();
  const { type, form, name, slice, metadata, datasource, wantsQuick, setWantsQuick } = state;
  const canAsk = isReady(type, form, datasource);
  const items: MenuProps['items'] = [
    ...(editProperties
      ? [{ key: 'properties', label: 'Edit chart properties', onClick: editProperties }]
      : []),
    ...(slice ? [{ key: 'dashboards', label: 'On dashboards', children: dashboardItems(metadata) }] : []),
    ...(slice ? [{ type: 'divider' as const }] : []),
    {
      key: 'download',
      label: 'Download',
      children: downloadItems({ type, form, name }, 'explore', !may('can_csv', 'Superset')),
    },
    {
      key: 'share',
      label: 'Share',
      children: [
        {
          key: 'permalink',
          label: 'Copy permalink to clipboard',
          onClick: () => void told(async () => copied(await exploreLink(form))),
        },
        {
          key: 'email',
          label: 'Share chart by email',
          onClick: () => void told(async () => mail(name, await exploreLink(form))),
        },
        { key: 'embed', label: 'Embed code', onClick: embed },
      ],
    },
    ...reports,
    { type: 'divider' },
    { key: 'query', label: 'View query', disabled: !canAsk, onClick: viewQuery },
    ...(datasource && may('can_sqllab', 'Superset')
      ? [
          {
            key: 'lab',
            label: 'Run in SQL Lab',
            disabled: !canAsk,
            onClick: () => void told(() => openLab(state)),
          },
        ]
      : []),
    {
      key: 'quick',
      label: `Run quick questions at once: ${wantsQuick ? 'on' : 'off'}`,
      title:
        'Questions that are answered from the cache, or that took less than 0.3 s before, need no button.',
      onClick: () => setWantsQuick(!wantsQuick),
    },
    { key: 'keys', label: 'Keyboard shortcuts', onClick: showKeys },
  ];
  return { items };
}

function dashboardItems(metadata: ExploreState['metadata']): NonNullable<MenuProps['items']> {
  const dashboards = metadata?.dashboards ?? [];
  if (dashboards.length === 0) return [{ key: 'none', label: 'None', disabled: true }];
  return dashboards.map((dashboard) => ({
    key: `dashboard ${dashboard.id}`,
    label: <a href={dashboardUrl({ id: dashboard.id })}>{dashboardTitle(dashboard)}</a>,
  }));
}

/** Does something, and says what went wrong. */
async function told(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast.error(errorText(error));
  }
}

async function copied(link: string): Promise<void> {
  await copyText(link);
  toast.success('Permalink copied to clipboard');
}

async function mail(name: string, link: string): Promise<void> {
  const words = { subject: name || 'Chart', body: `Check out this chart: ${link}` };
  window.location.href = `mailto:?Subject=${encodeURIComponent(words.subject)}&Body=${encodeURIComponent(words.body)}`;
}

/** Opens the chart's first query in a tab of SQL Lab. */
async function openLab({ type, form, datasource }: ExploreState): Promise<void> {
  if (!type || !datasource) return;
  const [sql] = await fetchQueries(type.question(form, {}));
  if (sql === undefined) return;
  const search = new URLSearchParams({ dbid: String(datasource.database.id), sql });
  if (datasource.schema) search.set('schema', datasource.schema);
  window.open(`/sqllab/?${search}`, '_blank', 'noopener');
}
