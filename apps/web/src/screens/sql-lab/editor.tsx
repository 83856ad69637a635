import type { CodeEditorHandle } from '@chartroom/ui';
import { Splitter } from 'antd';
import { useRef, useState } from 'react';
import { useNarrow } from '../../shared/use-narrow.ts';
import { formatText } from './editor/format-text.ts';
import type { Written } from './editor/sql/written.ts';
import { SqlEditor } from './editor/sql-editor.tsx';
import { useLab } from './lab-store.ts';
import type { LabTab } from './lab-tabs.ts';
import { LivePane } from './live/live-pane.tsx';
import { useLive } from './live/use-live.ts';
import styles from './sql-lab.module.css';
import { Toolbar } from './toolbar/toolbar.tsx';

/** The SQL of a tab with its toolbar, and the first rows of what is written there. */
export function Editor({ tab }: { tab: LabTab }) {
  const { run } = useLab.getState();
  const narrow = useNarrow();
  const backend = useLab((state) => state.databases[String(tab.databaseId)]?.backend);
  const [selected, setSelected] = useState('');
  const { isOn: isLive } = useLive(tab.databaseId);
  const [written, setWritten] = useState<Written>();
  const editor = useRef<CodeEditorHandle>(null);
  const start = () => {
    const at = editor.current?.range().from;
    void run(tab.id, editor.current?.selection() ?? '', undefined, at);
  };
  const format = () => void (editor.current && formatText(editor.current, backend));
  return (
    <section className={styles.editor} aria-label="Editor">
      <div className={styles.code}>
        <Splitter layout={narrow ? 'vertical' : 'horizontal'}>
          <Splitter.Panel min={narrow ? 72 : 240}>
            <SqlEditor
              key={tab.id}
              tab={tab}
              handle={editor}
              onSelect={setSelected}
              onRun={start}
              onFormat={format}
              onWritten={isLive ? setWritten : undefined}
            />
          </Splitter.Panel>
          {isLive && (
            <Splitter.Panel defaultSize={narrow ? '55%' : '42%'} min={narrow ? 100 : 240}>
              <LivePane
                tab={tab}
                written={written}
                onRun={(sql, from) => void run(tab.id, sql, undefined, from)}
              />
            </Splitter.Panel>
          )}
        </Splitter>
      </div>
      <Toolbar tab={tab} selected={selected} onRun={start} onFormat={format} />
    </section>
  );
}
