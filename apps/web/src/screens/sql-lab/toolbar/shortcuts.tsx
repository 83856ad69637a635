import { Dialog } from '../../../shared/dialog.tsx';
import { LAB_KEYS } from '../lab-keys.ts';
import styles from './toolbar.module.css';

/** The sheet of keys. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" footer={null} onCancel={onClose}>
      <table className={styles.keys}>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Keys</th>
          </tr>
        </thead>
        <tbody>
          {LAB_KEYS.map(({ action, keys }) => (
            <tr key={action}>
              <td>{action}</td>
              <td>
                <kbd>{keys}</kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
