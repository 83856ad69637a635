import { fileProblem } from '../file-problem.ts';

const LINE =
  /CSV Error on Line: (\d+)\n(?:Original Line: ?([\s\S]*?)\n)?(Expected Number of Columns: (\d+) Found: (\d+)|Invalid unicode|[^\n]+)/;

/** What the engine says of a file, in words that name the line and leave out places and settings of the engine. */
export function explainFileError(error: unknown, paths: readonly string[]): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  const text = paths.reduce((message, path) => message.replaceAll(path, 'the file'), error.message);
  if (/^INTERRUPT/.test(text)) return error;
  const [, line, original, reason = '', expected, found] = LINE.exec(text) ?? [];
  if (line === undefined)
    return fileProblem((text.split(/\n\s*\n|\nLINE \d+:/)[0] ?? text).replace(/^[A-Z][a-z]+( [A-Z][a-z]+)* Error: /, ''));
  if (text.includes('unterminated quote'))
    return fileProblem(`Line ${line} of the file has a quotation mark without its counterpart${quoted(original)}`);
  return fileProblem(`Line ${line} of the file ${complaint(reason, expected, found)}${quoted(original)}`);
}

function complaint(reason: string, expected: string | undefined, found: string | undefined): string {
  if (expected !== undefined) return `has ${found} ${found === '1' ? 'column' : 'columns'}, the header has ${expected}`;
  if (reason.startsWith('Invalid unicode')) return 'is not UTF-8 text';
  return `cannot be read: ${reason}`;
}

function quoted(line: string | undefined): string {
  const text = line?.split('\n')[0]?.trim() ?? '';
  // What is not text is no help.
  if (text === '' || text.includes('\uFFFD') || text.includes('?')) return '.';
  return `: ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
