/** Tables mark what they compare, and shares; questions mark what they ask of another time. */
const LABEL = /^(Main |# |△ |% |%)?(.*?)(__(?:.* ago|inherit|custom|\d{4}-\d\d-\d\d.*))?$/s;

/** The name that a label is made of, and what stands around it. */
export function labelParts(
  label: string,
  isName: (text: string) => boolean,
): { before: string; name: string | undefined; after: string } {
  if (isName(label)) return { before: '', name: label, after: '' };
  const [, before = '', name = '', after = ''] = LABEL.exec(label) ?? [];
  for (const [front, text, back] of [
    [before, name, after],
    ['', before + name, after],
    [before, name + after, ''],
  ] as const)
    if (isName(text)) return { before: front, name: text, after: back };
  return { before: '', name: undefined, after: '' };
}
