/** Whether a key asks for the menu of what has the focus. */
export function isMenuKey({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** Asks for the menu of an element as a pointer over it would: at its middle, or at a place on the page. */
export function openMenuAt(element: Element, at: { x: number; y: number } = middleOf(element)): void {
  element.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y }),
  );
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
