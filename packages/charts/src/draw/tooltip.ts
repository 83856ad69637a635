/** One row of a tooltip: a name and its values. */
export interface TooltipRow {
  name: string;
  values: readonly string[];
  /** Colour of the mark that the row is about. */
  color?: string | undefined;
  bold?: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as markup shows it. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Markup of a tooltip: a heading and a small table. It has no style attributes, which a strict content policy
 * forbids; marks are small vector pictures and columns are aligned by attributes.
 */
export function tooltipMarkup(title: string, rows: readonly TooltipRow[]): string {
  const heading = title === '' ? '' : `<div class="chart-tooltip-title"><b>${escapeMarkup(title)}</b></div>`;
  const body = rows.map(rowMarkup).join('');
  return `<div class="chart-tooltip">${heading}${body === '' ? '' : `<table cellpadding="2">${body}</table>`}</div>`;
}

function rowMarkup(row: TooltipRow): string {
  const dot =
    row.color === undefined
      ? ''
      : `<svg width="10" height="10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${escapeMarkup(row.color)}"/></svg> `;
  const cell = (text: string) => (row.bold ? `<b>${escapeMarkup(text)}</b>` : escapeMarkup(text));
  const values = row.values.map((value) => `<td align="right">${cell(value)}</td>`).join('');
  return `<tr><td>${dot}${cell(row.name)}</td>${values}</tr>`;
}
