import type { CodeEditorHandle } from '@chartroom/ui';
import { errorText } from '../../../api/client.ts';
import { formatSql } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import { indented, pieceToFormat } from './format-piece.ts';

/** Lays out what is selected in an editor, or all of its text. */
export async function formatText(editor: CodeEditorHandle, backend: string | undefined): Promise<void> {
  const text = editor.text();
  const piece = pieceToFormat(text, editor.range());
  try {
    const laid = await formatSql(text.slice(piece.from, piece.to), backend);
    if (editor.text() !== text) toast.info('The text has changed meanwhile: it was left as it is');
    else editor.replace(piece, indented(laid, text, piece.from));
  } catch (error) {
    toast.error(errorText(error));
  }
}
