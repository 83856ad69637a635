import { Tag } from 'antd';
import { saveVersion } from '../../api/versions.ts';
import { toast } from '../../base/toasts.tsx';
import styles from './dashboard.module.css';
import { mayEdit } from './may-edit.ts';
import { rememberSaved } from './open-dashboard.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';

/** Published or Draft; who may edit toggles it with a click. */
export function Published() {
  const info = useDashboard((state) => state.dashboard.info);
  const { id, published } = info;
  const store = useDashboardStore();
  const { setPublished } = store.getState();
  const editor = mayEdit(info);
  if (published && !editor) return null;
  const toggle = async () => {
    try {
      setPublished(!published, await saveVersion('dashboard', id, { published: !published }, null));
      // What is being built is remembered when it is saved.
      if (!store.getState().editing) rememberSaved(store);
      toast.success(published ? 'This dashboard is now hidden' : 'This dashboard is now published');
    } catch {
      toast.error('You do not have permissions to edit this dashboard.');
    }
  };
  const tag = (
    <Tag
      color={published ? 'green' : 'default'}
      style={{ color: published ? 'var(--cr-success)' : 'var(--cr-text)' }}
    >
      {published ? 'Published' : 'Draft'}
    </Tag>
  );
  if (!editor) return tag;
  return (
    <button
      type="button"
      className={styles.plain}
      aria-label={published ? 'Published, hide this dashboard' : 'Draft, publish this dashboard'}
      onClick={() => void toggle()}
    >
      {tag}
    </button>
  );
}
