import { tags } from '@lezer/highlight';

/** Colours of code, in the editor and in texts that stand still. */
export const CODE_COLORS = [
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--cr-accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--cr-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--cr-warning)' },
  { tag: tags.comment, color: 'var(--cr-text-faint)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.typeName], color: 'var(--cr-text)' },
  { tag: [tags.heading, tags.strong], fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
];
