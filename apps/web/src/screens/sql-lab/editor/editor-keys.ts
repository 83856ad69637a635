/** What a person's computer is, as far as keys go. */
export type Platform = 'mac' | 'windows' | 'other';

/** What a key does to a tab, beside what the editor does by itself. */
export type EditorAct = 'run' | 'runStatement' | 'stop' | 'format';

interface Keys {
  /** As the editor knows them. */
  keys: string;
  act: EditorAct;
}

const EVERYWHERE: readonly Keys[] = [
  { keys: 'Ctrl-r', act: 'run' },
  { keys: 'Ctrl-Enter', act: 'run' },
  { keys: 'Alt-Enter', act: 'run' },
  { keys: 'Ctrl-Shift-Enter', act: 'runStatement' },
  { keys: 'Ctrl-Shift-f', act: 'format' },
];

const ON_MAC: readonly Keys[] = [
  { keys: 'Cmd-Enter', act: 'run' },
  { keys: 'Cmd-Shift-Enter', act: 'runStatement' },
  { keys: 'Cmd-Shift-f', act: 'format' },
  { keys: 'Ctrl-x', act: 'stop' },
];

/** The keys that act on a tab (contract/ui.md E3). */
export function editorKeys(platform: Platform): readonly Keys[] {
  return platform === 'mac' ? [...EVERYWHERE, ...ON_MAC] : [...EVERYWHERE, { keys: 'Ctrl-e', act: 'stop' }];
}

/** Keys of the editor by what they do; `Mod` is the command key of a Mac and the control key elsewhere. */
const SHEET: readonly (readonly [action: string, keys: string, onMac?: string])[] = [
  ['Run query', 'Ctrl + R, Ctrl + Enter, Alt + Enter', 'Ctrl + R, Cmd + Enter, Option + Enter'],
  ['Run current statement', 'Ctrl + Shift + Enter', 'Cmd + Shift + Enter'],
  ['Stop query', 'Ctrl + E', 'Ctrl + X'],
  ['Format SQL, or what is selected', 'Mod + Shift + F'],
  ['Offer names', 'Ctrl + Space', 'Ctrl + Space, Option + I'],
  ['Take a name', 'Enter, Tab'],
  ['Next field of a snippet', 'Tab'],
  ['Go to definition', 'F12, Mod + Click'],
  ['Rename an alias', 'F2'],
  ['Show what a name is', 'Mod + K'],
  ['Next problem, previous problem', 'F8, Shift + F8'],
  ['Find', 'Mod + F'],
  ['Replace', 'Ctrl + H', 'Cmd + Option + F'],
  ['Next match', 'F3, Mod + G'],
  ['Select next occurrence', 'Mod + D'],
  ['Go to line', 'Mod + Alt + G', 'Cmd + Option + G'],
  ['Comment or uncomment', 'Mod + /'],
  ['Move line', 'Alt + Up, Alt + Down', 'Option + Up, Option + Down'],
  ['Copy line', 'Alt + Shift + Up, Alt + Shift + Down', 'Option + Shift + Up, Option + Shift + Down'],
  ['Previous line', 'Up', 'Up, Ctrl + P'],
  ['Fold, unfold', 'Ctrl + Shift + [, Ctrl + Shift + ]', 'Cmd + Option + [, Cmd + Option + ]'],
  ['Fold all, unfold all', 'Ctrl + Alt + [, Ctrl + Alt + ]'],
  ['Leave the editor', 'Escape, then Tab'],
];

/** The lines of the sheet of keys. */
export function editorSheet(platform: Platform): { action: string; keys: string }[] {
  const isMac = platform === 'mac';
  return SHEET.map(([action, keys, onMac]) => ({
    action,
    keys: ((isMac && onMac) || keys).replaceAll('Mod', isMac ? 'Cmd' : 'Ctrl'),
  }));
}
