import { type LayoutItem, withMeta } from '@chartroom/model';
import { CodeEditor, loadable } from '@chartroom/ui';
import { Button, Segmented } from 'antd';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../../shared/error-boundary.tsx';
import dashboardStyles from '../dashboard.module.css';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import styles from './edit.module.css';

const MarkdownView = loadable(async () => (await import('../markdown-view.tsx')).MarkdownView);

/** What a text says before something is written. */
const PLACEHOLDER = `# ✨ Header
## ✨ Header
### ✨ Header

Write **Markdown** here: text, links, lists, pictures, tables.`;

/** A text that is read until it is pressed, and then written. */
export function EditedMarkdown({ item }: { item: LayoutItem & { type: 'MARKDOWN' } }) {
  const store = useDashboardStore();
  const code = item.meta.code ?? '';
  const [isWriting, setWriting] = useState(false);
  if (isWriting) {
    return (
      <Writing
        code={code}
        onEnd={(text) => {
          setWriting(false);
          if (text !== code)
            editLayout(store, (layout) => ({ layout: withMeta(layout, item.id, { code: text }) }));
        }}
      />
    );
  }
  return (
    <div className={`${dashboardStyles.markdown} ${styles.markdown}`}>
      <Shown source={code || PLACEHOLDER} />
      <Button size="small" className={styles.write} onClick={() => setWriting(true)}>
        Edit text
      </Button>
    </div>
  );
}

/** A text while it is written, or looked at on the way; who goes elsewhere keeps it, Escape gives it up. */
function Writing({ code, onEnd }: { code: string; onEnd: (text: string) => void }) {
  const [draft, setDraft] = useState(code);
  const [mode, setMode] = useState<'Edit' | 'Preview'>('Edit');
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    // The preview has nothing to write in: the choice keeps the focus, so that leaving it is noticed.
    if (mode === 'Preview') frame.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [mode]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Between the editor and the choice above it, and to another window, nobody leaves.
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside && document.hasFocus()) onEnd(draft);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd(code);
  };
  return (
    <section
      ref={frame}
      className={styles.writing}
      aria-label="Text that is written"
      tabIndex={-1}
      onBlur={onBlur}
      onKeyDown={onKey}
    >
      <Segmented
        size="small"
        aria-label="Edit or preview"
        options={['Edit', 'Preview']}
        value={mode}
        onChange={(next) => setMode(next === 'Preview' ? 'Preview' : 'Edit')}
      />
      <div className={styles.text}>
        {mode === 'Edit' ? (
          <CodeEditor
            autoFocus
            language="markdown"
            label="Text in Markdown"
            lineNumbers={false}
            value={draft}
            onChange={setDraft}
          />
        ) : (
          <Shown source={draft || PLACEHOLDER} />
        )}
      </div>
    </section>
  );
}

function Shown({ source }: { source: string }) {
  return (
    <ErrorBoundary key={source} told="This text could not be shown">
      <MarkdownView source={source} />
    </ErrorBoundary>
  );
}
