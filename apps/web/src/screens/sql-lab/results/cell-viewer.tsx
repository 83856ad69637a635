import { CopyOutlined } from '@ant-design/icons';
import { grouped } from '@chartroom/model';
import { copyText, loadable } from '@chartroom/ui';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { useLabSwitches } from '../lab-switches.ts';
import { plainText } from './copy-forms.ts';
import { shownName } from './grid-columns.ts';
import { jsonIn } from './json-in.ts';
import { JsonTree } from './json-tree.tsx';
import styles from './results.module.css';

const CellHtml = loadable(async () => (await import('./cell-html.tsx')).default);

export interface ViewedCell {
  column: string;
  type: string;
  value: unknown;
}

/** Characters of a text that are shown until more are asked for. */
const SHOWN = 100_000;

/** A value as a whole: text, a tree where it is JSON, and as HTML only when somebody asks for that and it is switched on. */
export function CellViewer({ cell, onClose }: { cell: ViewedCell; onClose: () => void }) {
  const text = plainText(cell.value);
  const json = jsonIn(cell.value);
  // A switch of the editor's menu, for all results.
  const rendersHtml = useLabSwitches((switches) => switches.rendersHtml);
  const isMarkup = rendersHtml && /<[a-z][^>]*>/i.test(text);
  const forms = [...(json ? ['JSON'] : []), 'Text', ...(isMarkup ? ['HTML'] : [])];
  const [form, setForm] = useState(forms[0] ?? 'Text');
  const [whole, setWhole] = useState(false);
  const copy = async () => {
    await copyText(text);
    toast.success('Copied to clipboard!');
  };
  return (
    <Dialog
      title={shownName(cell.column)}
      width={720}
      onCancel={onClose}
      footer={
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
      }
    >
      <p className={styles.note}>
        {cell.type} · {cell.value === null ? 'no value' : `${grouped(text.length)} characters`}
      </p>
      {forms.length > 1 && (
        <Segmented aria-label="Shown as" options={forms} value={form} onChange={setForm} size="small" />
      )}
      <div className={styles.cellBody}>
        {form === 'JSON' && json && <JsonTree value={json.value} />}
        {form === 'HTML' && <CellHtml source={text.slice(0, SHOWN)} />}
        {form === 'Text' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled by keys
          <pre tabIndex={0}>{whole ? text : text.slice(0, SHOWN)}</pre>
        )}
        {text.length > SHOWN && !whole && form === 'Text' && (
          <Button size="small" onClick={() => setWhole(true)}>
            Show all {grouped(text.length)} characters
          </Button>
        )}
      </div>
    </Dialog>
  );
}
