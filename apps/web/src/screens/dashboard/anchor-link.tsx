import { LinkOutlined } from '@ant-design/icons';
import { copyText, Hint } from '@chartroom/ui';
import { Button } from 'antd';
import { errorText } from '../../api/client.ts';
import { dashboardLink } from '../../api/dashboards.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './dashboard.module.css';
import { useDashboardStore } from './store/dashboard-context.ts';

/** Copies a link that opens the dashboard as it stands at one component of it. */
export function AnchorLink({ id, name }: { id: string; name: string }) {
  const store = useDashboardStore();
  // A page of another site has addresses of its own.
  if (bootstrap.embedded) return null;
  const copy = async () => {
    const { dashboard, applied, activeTabs } = store.getState();
    try {
      const state = { dataMask: applied, activeTabs: [...activeTabs], anchor: id };
      await copyText(await dashboardLink(dashboard.info.id, state));
      toast.success('Permalink copied to clipboard');
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <Hint title="Copy a link to this place">
      <Button
        size="small"
        type="text"
        className={styles.anchor}
        icon={<LinkOutlined aria-hidden />}
        aria-label={`Copy a link to ${name}`}
        onClick={() => void copy()}
      />
    </Hint>
  );
}
