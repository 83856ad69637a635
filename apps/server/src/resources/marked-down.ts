const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A description as HTML: paragraphs, `**bold**`, `*italic*` and `` `code` ``. Everything else stands as it was typed,
 * escaped, so that nothing in it can act.
 */
export function markedDown(text: string | null): string {
  if (!text?.trim()) return '';
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(
      (paragraph) =>
        `<p>${inline(paragraph.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character))}</p>`,
    )
    .join('\n');
}

function inline(escaped: string): string {
  return escaped
    .replace(/`([^`\n]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<!\*)\*([^*\n]+)\*(?!\*)/g, '<em>$1</em>');
}
