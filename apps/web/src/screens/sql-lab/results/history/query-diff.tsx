import { Modal } from 'antd';
import styles from './history.module.css';
import { diffLines } from './line-diff.ts';

const SIGNS = { both: ' ', before: '−', after: '+' } as const;
const SPOKEN = { both: '', before: 'only in the query: ', after: 'only in the editor: ' } as const;

export interface QueryDiffProps {
  /** What was run. */
  sql: string;
  /** What stands in the editor. */
  editor: string;
  onOverwrite: () => void;
  onClose: () => void;
}

/** A query of the history beside what stands in the editor, line by line. */
export function QueryDiff({ sql, editor, onOverwrite, onClose }: QueryDiffProps) {
  const lines = diffLines(sql, editor);
  const isSame = lines.every((line) => line.in === 'both');
  return (
    <Modal
      open
      width={860}
      title="The query and the editor"
      okText="Overwrite editor"
      okButtonProps={{ disabled: isSame }}
      onOk={onOverwrite}
      onCancel={onClose}
    >
      <p>
        {isSame
          ? 'The editor holds this query.'
          : 'Lines with − are only in the query that was run, lines with + only in the editor.'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled by keys */}
      <pre className={styles.diff} tabIndex={0}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
          <div key={at} data-in={line.in}>
            <span aria-hidden>{SIGNS[line.in]} </span>
            <span className="visually-hidden">{SPOKEN[line.in]}</span>
            {line.text}
          </div>
        ))}
      </pre>
    </Modal>
  );
}
