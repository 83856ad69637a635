import { Dialog } from '../../../../shared/dialog.tsx';
import { diffLines } from './line-diff.ts';
import { LineDiff } from './lines.tsx';

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
    <Dialog
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
      <LineDiff before={{ text: sql, name: 'the query' }} after={{ text: editor, name: 'the editor' }} />
    </Dialog>
  );
}
