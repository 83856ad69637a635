import { editorSheet, type Platform } from './editor/editor-keys.ts';

/** What a key does in SQL Lab. */
type LabAct = 'new' | 'previous' | 'next' | 'restore' | 'live';

/** What this computer is. */
export const PLATFORM = platformOf(navigator.platform);
const IS_WINDOWS = PLATFORM === 'windows';

/** Keys by what they do, as the sheet shows them (contract/ui.md E3). */
export const LAB_KEYS: readonly { action: string; keys: string }[] = [
  ...editorSheet(PLATFORM),
  { action: 'New tab', keys: IS_WINDOWS ? 'Ctrl + Q' : 'Ctrl + T' },
  { action: 'Previous tab', keys: 'Ctrl + [' },
  { action: 'Next tab', keys: 'Ctrl + ]' },
  { action: 'Restore closed tab', keys: 'Alt + Shift + T' },
  { action: 'Open or close live SQL', keys: 'Alt + Shift + L' },
  { action: 'Move tab', keys: 'Alt + Shift + Left, Alt + Shift + Right on the tab' },
  { action: 'Close tab', keys: 'Delete on the tab' },
];

const WITH_ALT_SHIFT: Readonly<Record<string, LabAct>> = { KeyT: 'restore', KeyL: 'live' };

/** What a key that was pressed anywhere in SQL Lab asks for. */
export function labActOf(event: KeyboardEvent): LabAct | undefined {
  const { ctrlKey, altKey, shiftKey, metaKey, code } = event;
  if (altKey && shiftKey && !ctrlKey && !metaKey) return WITH_ALT_SHIFT[code];
  if (!ctrlKey || altKey || shiftKey || metaKey) return undefined;
  if (code === (IS_WINDOWS ? 'KeyQ' : 'KeyT')) return 'new';
  if (code === 'BracketLeft') return 'previous';
  return code === 'BracketRight' ? 'next' : undefined;
}

function platformOf(name: string): Platform {
  if (/mac|iphone|ipad/i.test(name)) return 'mac';
  return /win/i.test(name) ? 'windows' : 'other';
}
