import { styleNonce } from './bootstrap.ts';

/**
 * Gives every style element that the page's own libraries make the page's nonce. Some of them add measuring
 * styles without a way to pass one, and the content security policy would refuse those.
 */
export function markOwnStyles(): void {
  const nonce = styleNonce();
  if (!nonce) return;
  const createElement = document.createElement;
  const marked = (...given: [name: string, options?: ElementCreationOptions]): HTMLElement => {
    const element: HTMLElement = Reflect.apply(createElement, document, given);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  Object.defineProperty(document, 'createElement', { value: marked, configurable: true, writable: true });
}
