/** What a key does in SQL Lab. */
type LabAct = 'new' | 'previous' | 'next' | 'restore';

const IS_MAC = /mac/i.test(navigator.platform);
const IS_WINDOWS = /win/i.test(navigator.platform);

/** Keys by what they do, as the sheet shows them (contract/ui.md E3). */
export const LAB_KEYS: readonly { action: string; keys: string }[] = [
  { action: 'Run query', keys: IS_MAC ? 'Ctrl + R, Cmd + Enter' : 'Ctrl + R, Ctrl + Enter' },
  { action: 'Stop query', keys: 'Ctrl + E' },
  { action: 'Format SQL', keys: IS_MAC ? 'Cmd + Shift + F' : 'Ctrl + Shift + F' },
  { action: 'New tab', keys: IS_WINDOWS ? 'Ctrl + Q' : 'Ctrl + T' },
  { action: 'Previous tab', keys: 'Ctrl + [' },
  { action: 'Next tab', keys: 'Ctrl + ]' },
  { action: 'Restore closed tab', keys: 'Alt + Shift + T' },
  { action: 'Move tab', keys: 'Alt + Shift + Left, Alt + Shift + Right on the tab' },
  { action: 'Close tab', keys: 'Delete on the tab' },
];

/** What a key that was pressed anywhere in SQL Lab asks for. */
export function labActOf(event: KeyboardEvent): LabAct | undefined {
  const { ctrlKey, altKey, shiftKey, metaKey, code } = event;
  if (altKey && shiftKey && !ctrlKey && !metaKey) return code === 'KeyT' ? 'restore' : undefined;
  if (!ctrlKey || altKey || shiftKey || metaKey) return undefined;
  if (code === (IS_WINDOWS ? 'KeyQ' : 'KeyT')) return 'new';
  if (code === 'BracketLeft') return 'previous';
  return code === 'BracketRight' ? 'next' : undefined;
}
