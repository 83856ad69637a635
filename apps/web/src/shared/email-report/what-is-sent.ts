/** Kinds of charts whose rows can be the text of a message (contract/ui.md H1). */
export const TEXT_TYPES: ReadonlySet<string> = new Set(['table', 'pivot_table_v2', 'paired_ttest']);
