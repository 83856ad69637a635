/** Letters of a text beyond which its ends alone tell whether it is JSON. */
const READ = 10_000;

/** A list or an object, as it came or as text; undefined for anything else. */
export function jsonIn(value: unknown): { value: object } | undefined {
  if (typeof value === 'object' && value !== null) return { value };
  if (typeof value !== 'string' || !hasJsonEnds(value)) return undefined;
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'object' && read !== null ? { value: read } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a cell holds such a value. It is asked of every cell in sight: of long texts only their ends are looked at. */
export function looksLikeJson(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'object' && value !== null;
  return value.length > READ ? hasJsonEnds(value) : jsonIn(value) !== undefined;
}

function hasJsonEnds(text: string): boolean {
  const ends = text.trim();
  return (ends.startsWith('[') && ends.endsWith(']')) || (ends.startsWith('{') && ends.endsWith('}'));
}
