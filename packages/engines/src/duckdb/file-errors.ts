import { fileProblem } from '../files/file-problem.ts';

const LINE =
  /CSV Error on Line: (\d+)\n(?:Original Line: ?([\s\S]*?)\n)?(Expected Number of Columns: (\d+) Found: (\d+)|Invalid unicode|[^\n]+)/;

/** What the engine says of files, in words that name the line and leave out places and settings of the engine. `names` has what each path is called. */
export function explainFileError(error: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  // Longer paths first: one may begin with another.
  const longest = [...names].sort(([one], [other]) => other.length - one.length);
  const text = longest.reduce((message, [path, name]) => message.replaceAll(path, name), error.message);
  if (/^INTERRUPT/.test(text)) return error;
  const [, line, original, reason = '', expected, found] = LINE.exec(text) ?? [];
  if (line === undefined)
    return fileProblem(
      sentence(
        (text.split(/\n\s*\n|\nLINE \d+:/)[0] ?? text).replace(/^[A-Z][a-z]+( [A-Z][a-z]+)* Error: /, ''),
      ),
    );
  const bytes = /Maximum line size of (\d+) bytes exceeded/i.exec(text)?.[1];
  if (bytes !== undefined) {
    const most = Number(bytes).toLocaleString('en');
    return fileProblem(
      `Line ${line} of the file is longer than ${most} bytes, or has a quotation mark without its counterpart.`,
    );
  }
  if (text.includes('unterminated quote'))
    return fileProblem(
      `Line ${line} of the file has a quotation mark without its counterpart${quoted(original)}`,
    );
  return fileProblem(`Line ${line} of the file ${complaint(reason, expected, found)}${quoted(original)}`);
}

/** What the engine says of a file by its path, as one says it of the file. */
function sentence(text: string): string {
  const said = text
    .replaceAll(/(?:\b[Ff]ile )?'(the file|"[^"]*")'/g, '$1')
    .replace(/^(the file|"[^"]*") too small/, '$1 is too small')
    .replace(/^the /, 'The ');
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

function complaint(reason: string, expected: string | undefined, found: string | undefined): string {
  if (expected !== undefined)
    return `has ${found} ${found === '1' ? 'column' : 'columns'}, the header has ${expected}`;
  if (reason.startsWith('Invalid unicode')) return 'is not UTF-8 text';
  return `cannot be read: ${reason}`;
}

function quoted(line: string | undefined): string {
  const text = line?.split('\n')[0]?.trim() ?? '';
  // What is not text is no help.
  if (text === '' || text.includes('\uFFFD') || text.includes('?')) return '.';
  return `: ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
