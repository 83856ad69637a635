import { dashboardUrl } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useNavigate } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { createDashboard } from '../../api/charts.ts';
import { errorsOf } from '../../api/client.ts';

/** `/dashboard/new`: makes an untitled dashboard and opens it. */
export function NewDashboardScreen() {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    createDashboard('[ untitled dashboard ]').then(
      (id) => navigate({ to: dashboardUrl({ id }), search: { edit: 'true' }, replace: true }),
      setError,
    );
  }, [navigate]);
  return (
    <div style={{ padding: 24 }}>
      {error ? (
        <ErrorAlert title="The dashboard was not created" errors={errorsOf(error)} />
      ) : (
        <Skeleton active />
      )}
    </div>
  );
}
