import { Dialog } from '../../shared/dialog.tsx';
import styles from './explore.module.css';

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['Ctrl + Enter', 'Update the chart; in an editor of a metric, column or filter, take it over'],
  ['Ctrl + S', 'Save the chart over itself, or open the dialog of saving'],
  ['Ctrl + Z', 'Take the last change of the controls back'],
  ['Ctrl + Y, Ctrl + Shift + Z', 'Make it again'],
  ['Alt + ↑, Alt + ↓', 'Move a metric, column or filter within its field'],
  ['Escape', 'Close what is open'],
];

/** The keys of Explore. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" footer={null} onCancel={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <p>On a Mac, ⌘ stands for Ctrl.</p>
    </Dialog>
  );
}
