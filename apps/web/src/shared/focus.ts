import { type KeyboardEvent, useEffect, useState } from 'react';

const FIELDS = 'input, textarea, [contenteditable="true"]';
const REACHABLE = `a[href], button, select, ${FIELDS}, [tabindex]`;

/** Puts the focus where it can be typed: the field of the part that is shown, else the first one. */
export function focusWithin(editor: HTMLElement | null): void {
  const field =
    editor?.querySelector<HTMLElement>(`.ant-tabs-tabpane-active :is(${FIELDS})`) ??
    editor?.querySelector<HTMLElement>(FIELDS);
  field?.focus({ preventScroll: true });
}

/** Gives the focus back, unless somebody has put it elsewhere than on what is closing. */
export function focusAgain(opener: HTMLElement | null | undefined, closing = '.ant-popover'): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !activeElement.closest(closing)) return;
  opener?.focus({ preventScroll: true });
}

/** Tab goes round within an editor that stands at the end of the page, rather than out of it. */
export function keepTabWithin(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: editor, target, key, shiftKey } = event;
  // Keys of what an editor opens in its turn come here, too.
  if (key !== 'Tab' || !(target instanceof HTMLElement) || !editor.contains(target)) return;
  const all = [...editor.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (each) =>
      each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility({ visibilityProperty: true }),
  );
  const [first, last] = [all[0], all.at(-1)];
  if (target !== (shiftKey ? first : last)) return;
  event.preventDefault();
  (shiftKey ? last : first)?.focus();
}

const MENU = '.ant-dropdown';
/** What had the focus last that is no entry of a menu: those are gone when something is chosen. */
let lastOutside: Element | null = null;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest(MENU)) lastOutside = target;
  });

/** For a dialog that is there only while it is open: where the focus was before goes the focus afterwards. */
export function useFocusBack(): void {
  const [before] = useState(() => {
    const { activeElement, body } = document;
    return activeElement === body || activeElement?.closest(MENU) ? lastOutside : activeElement;
  });
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) focusAgain(before, '.ant-modal');
    },
    [before],
  );
}
