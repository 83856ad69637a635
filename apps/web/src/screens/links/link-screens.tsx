import { ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { createDashboard } from '../../api/charts.ts';
import { errorsOf } from '../../api/client.ts';
import { fetchPermalink } from '../../api/dashboards.ts';

interface Target {
  to: string;
  search: Record<string, string>;
}

/** `/superset/dashboard/p/{key}/` */
export function DashboardLinkScreen() {
  return (
    <LinkScreen
      resolve={async (key) => {
        const link = await fetchPermalink(key);
        const given = Object.fromEntries(link.state.urlParams ?? []);
        return { to: `/superset/dashboard/${link.dashboardId}/`, search: { ...given, permalink_key: key } };
      }}
    />
  );
}

/** `/superset/explore/p/{key}/` */
export function ExploreLinkScreen() {
  return <LinkScreen resolve={async (key) => ({ to: '/explore/', search: { permalink_key: key } })} />;
}

function LinkScreen({ resolve }: { resolve: (key: string) => Promise<Target> }) {
  const { key = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const target = useQuery({
    queryKey: ['link', window.location.pathname],
    queryFn: () => resolve(key),
    retry: false,
    gcTime: 0,
  });
  const data = target.data;
  useEffect(() => {
    if (data) void navigate({ ...data, replace: true });
  }, [data, navigate]);
  return <Waiting error={target.error} title="This link leads nowhere" />;
}

/** `/dashboard/new`: makes an untitled dashboard and opens it. */
export function NewDashboardScreen() {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    createDashboard('[ untitled dashboard ]').then(
      (id) => navigate({ to: `/superset/dashboard/${id}/`, search: { edit: 'true' }, replace: true }),
      setError,
    );
  }, [navigate]);
  return <Waiting error={error} title="The dashboard was not created" />;
}

function Waiting({ error, title }: { error: unknown; title: string }) {
  return (
    <div style={{ padding: 24 }}>
      {error ? <ErrorAlert title={title} errors={errorsOf(error)} /> : <Skeleton active />}
    </div>
  );
}
