import { CloseOutlined } from '@ant-design/icons';
import { Hint, loadable } from '@chartroom/ui';
import { Button } from 'antd';
import { useState } from 'react';
import type { Written } from '../editor/sql/written.ts';
import { useLabSwitches } from '../lab-switches.ts';
import type { LabTab } from '../lab-tabs.ts';
import styles from './live.module.css';
import { LiveMessage } from './live-message.tsx';

/** What shows rows is fetched when a statement has some. */
const LiveAnswer = loadable(async () => (await import('./live-answer.tsx')).default);

interface LivePaneProps {
  tab: LabTab;
  /** The statement at the caret. */
  written: Written | undefined;
  onRun: (sql: string, from: number) => void;
}

/** The first rows of the statement at the caret, or of one of its common table expressions, as it is written. */
export function LivePane({ tab, written, onRun }: LivePaneProps) {
  const [chosen, setChosen] = useState<string>();
  const cte = written?.ctes.some(({ name }) => name === chosen) ? chosen : undefined;
  return (
    <section className={styles.pane} aria-label="Live SQL">
      <div className={styles.head}>
        <Parts ctes={written?.ctes ?? []} chosen={cte} onChoose={setChosen} />
        <Hint title="Close live SQL (Alt + Shift + L)">
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Close live SQL"
            onClick={() => useLabSwitches.getState().turn('live', false)}
          />
        </Hint>
      </div>
      {written ? (
        <div className={styles.answer} data-unkept>
          <LiveAnswer tab={tab} written={written} cte={cte} onRun={() => onRun(written.sql, written.from)} />
        </div>
      ) : (
        <LiveMessage
          title="Nothing to show yet"
          text="Write a query: its first rows stand here as you write."
        />
      )}
    </section>
  );
}

interface PartsProps {
  ctes: Written['ctes'];
  chosen: string | undefined;
  onChoose: (name: string | undefined) => void;
}

/** The statement and its common table expressions, one of which is shown. */
function Parts({ ctes, chosen, onChoose }: PartsProps) {
  if (ctes.length === 0) return <h2 className={styles.title}>Live SQL</h2>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be scrolled in every browser
    <div role="group" aria-label="Shown part of the statement" className={styles.parts}>
      <Chip isOn={chosen === undefined} onClick={() => onChoose(undefined)}>
        Result
      </Chip>
      {ctes.map(({ name, columns }) => (
        <Chip key={name} isOn={chosen === name} onClick={() => onChoose(name)}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {columns !== undefined && (
            <span className={styles.count}>
              {columns}
              <span className="visually-hidden">{columns === 1 ? ' column' : ' columns'}</span>
            </span>
          )}
        </Chip>
      ))}
    </div>
  );
}

function Chip({
  isOn,
  onClick,
  children,
}: {
  isOn: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}
