import { type LayoutItem, withMeta } from '@chartroom/model';
import { Button, Input } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import dashboardStyles from '../dashboard.module.css';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import styles from './edit.module.css';

const MarkdownView = lazy(() =>
  import('../markdown-view.tsx').then((module) => ({ default: module.MarkdownView })),
);

/** What a text says before something is written. */
const PLACEHOLDER = `# ✨ Header
## ✨ Header
### ✨ Header

Write **Markdown** here: text, links, lists, pictures, tables.`;

/** A text that is read until it is pressed, and then written. */
export function EditedMarkdown({ item }: { item: LayoutItem & { type: 'MARKDOWN' } }) {
  const store = useDashboardStore();
  const code = item.meta.code ?? '';
  const [draft, setDraft] = useState(code);
  const [isWriting, setWriting] = useState(false);
  useEffect(() => setDraft(code), [code]);
  const keep = () => {
    setWriting(false);
    if (draft !== code)
      editLayout(store, (layout) => ({ layout: withMeta(layout, item.id, { code: draft }) }));
  };
  if (isWriting) {
    return (
      <Input.TextArea
        className={styles.writing}
        aria-label="Text in Markdown"
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setDraft(code);
          setWriting(false);
        }}
      />
    );
  }
  return (
    <div className={`${dashboardStyles.markdown} ${styles.markdown}`}>
      <Suspense fallback={null}>
        <MarkdownView source={code || PLACEHOLDER} />
      </Suspense>
      <Button size="small" className={styles.write} onClick={() => setWriting(true)}>
        Edit text
      </Button>
    </div>
  );
}
