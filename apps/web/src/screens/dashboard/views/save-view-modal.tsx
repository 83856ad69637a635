import { dashboardViewsApi, type ViewState } from '@chartroom/model';
import { Alert, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { useDashboard } from '../store/dashboard-context.ts';

/** 'Save as a view': gives the filters and tabs as they stand a name. */
export function SaveViewModal({ state, onClose }: { state: ViewState; onClose: () => void }) {
  const { id } = useDashboard(({ dashboard }) => dashboard.info);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    if (name.trim() === '') {
      setProblem('Name is required');
      return;
    }
    setBusy(true);
    try {
      await api(dashboardViewsApi.create, {
        params: { pk: id },
        body: { name: name.trim(), is_shared: isShared, state },
      });
      await queryClient.invalidateQueries({ queryKey: ['dashboard-views'] });
      toast.success(`“${name.trim()}” is one of your views now`);
      onClose();
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Save as a view"
      okText="Save"
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} />}
      <label htmlFor="view-name">Name</label>
      <Input
        id="view-name"
        autoFocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => !busy && void save()}
      />
      <Checkbox
        style={{ marginTop: 12 }}
        checked={isShared}
        onChange={(event) => setShared(event.target.checked)}
      >
        Share with everybody who may open this dashboard
      </Checkbox>
    </Dialog>
  );
}
