import { dashboardApi, dashboardTitle, dashboardUrl, storedLayout } from '@chartroom/model';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Checkbox, Input, Radio } from 'antd';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { discardEditing, titleIn } from '../store/editing.ts';
import { sentSettings } from '../store/settings.ts';

export interface SaveAsModalProps {
  /** Saves the dashboard itself, where it is being built. */
  overwrite?: () => Promise<void>;
  onClose: () => void;
}

/**
 * 'Save dashboard': a dashboard of one's own that begins as this one stands, or this one itself where it is being built
 * (contract/ui.md B9).
 */
export function SaveAsModal({ overwrite, onClose }: SaveAsModalProps) {
  const store = useDashboardStore();
  const navigate = useNavigate();
  const { dashboard, layout, editing } = store.getState();
  const present = editing ? titleIn(layout) : dashboardTitle(dashboard.info);
  const [overwrites, setOverwrites] = useState(false);
  const [title, setTitle] = useState(`${present} [copy]`);
  const [withCharts, setWithCharts] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    if (overwrites && overwrite) {
      setBusy(true);
      await overwrite();
      setBusy(false);
      return;
    }
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
      // What was done is in the copy: it is not lost with this one.
      discardEditing(store);
      await navigate({ to: dashboardUrl({ id: result.id }) });
    } catch (error) {
      setProblem(`Sorry, there was an error saving this dashboard: ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Save dashboard"
      okText="Save"
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} />}
      {overwrite && (
        <Radio.Group
          aria-label="How to save"
          vertical
          style={{ marginBottom: 12 }}
          value={overwrites}
          onChange={(event) => setOverwrites(event.target.value)}
          options={[
            { value: true, label: `Overwrite Dashboard [${present}]` },
            { value: false, label: 'Save as a new dashboard' },
          ]}
        />
      )}
      <label htmlFor="save-as-title">Save as:</label>
      <Input
        id="save-as-title"
        autoFocus
        disabled={overwrites}
        maxLength={500}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onPressEnter={() => !busy && void save()}
      />
      <Checkbox
        style={{ marginTop: 12 }}
        disabled={overwrites}
        checked={withCharts}
        onChange={(event) => setWithCharts(event.target.checked)}
      >
        also copy (duplicate) charts
      </Checkbox>
    </Dialog>
  );
}
