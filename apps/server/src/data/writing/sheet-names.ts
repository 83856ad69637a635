/** Letters of a sheet's name. */
const MOST = 31;
/** What no sheet's name may hold, and what no XML can. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters that are meant
const CLOSED = /[[\]:*?/\\\u0000-\u001f\ufffe\uffff]/g;

/** Names as sheets of one workbook may have them: short, without what is closed to them, each there once whatever its case. */
export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name) => {
    const plain = plainName(name);
    let given = cut(plain, MOST);
    for (let count = 2; taken.has(given.toLowerCase()); count += 1) {
      const mark = ` (${count})`;
      given = cut(plain, MOST - mark.length) + mark;
    }
    taken.add(given.toLowerCase());
    return given;
  });
}

function plainName(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(CLOSED, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[' ]+|[' ]+$/g, '');
  if (plain === '') return 'Chart';
  // Spreadsheets keep this name for themselves.
  return plain.toLowerCase() === 'history' ? `${plain} 1` : plain;
}

/** At most so many letters, none of them half, and no quote or space at the end. */
function cut(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[' ]+$/, '');
}
