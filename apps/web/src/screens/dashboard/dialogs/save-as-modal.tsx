import { dashboardApi, dashboardTitle, dashboardUrl, storedLayout } from '@chartroom/model';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../base/toasts.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { sentSettings } from '../store/settings.ts';

/** 'Save as': a dashboard of one's own that begins as this one stands. */
export function SaveAsModal({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  const navigate = useNavigate();
  const { dashboard, layout } = store.getState();
  const [title, setTitle] = useState(`${dashboardTitle(dashboard.info)} [copy]`);
  const [withCharts, setWithCharts] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    if (title.trim() === '') {
      setProblem('You must pick a name for the new dashboard');
      return;
    }
    setBusy(true);
    try {
      const settings = sentSettings(dashboard.info.json_metadata);
      const positions = storedLayout(layout, dashboard.info.position_json);
      const json_metadata = JSON.stringify({ ...settings, positions });
      const { result } = await api(dashboardApi.copy, {
        params: { pk: dashboard.info.id },
        body: {
          dashboard_title: title.trim(),
          css: dashboard.info.css,
          duplicate_slices: withCharts,
          json_metadata,
        },
      });
      await queryClient.invalidateQueries({ queryKey: ['dashboard', 'list'] });
      toast.success('This dashboard was saved successfully.');
      onClose();
      await navigate({ to: dashboardUrl({ id: result.id }) });
    } catch (error) {
      setProblem(`Sorry, there was an error saving this dashboard: ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="Save dashboard"
      okText="Save"
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} />}
      <label htmlFor="save-as-title">Save as:</label>
      <Input
        id="save-as-title"
        autoFocus
        maxLength={500}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onPressEnter={() => !busy && void save()}
      />
      <Checkbox
        style={{ marginTop: 12 }}
        checked={withCharts}
        onChange={(event) => setWithCharts(event.target.checked)}
      >
        also copy (duplicate) charts
      </Checkbox>
    </Modal>
  );
}
