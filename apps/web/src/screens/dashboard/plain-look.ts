/** What an address says that wants a dashboard without its own theme and CSS: the way out when these hide what is needed. */
export const PLAIN_LOOK = '?css=off';

/** Whether the address of the page wants it so. */
export function isPlainLook(): boolean {
  return new URLSearchParams(window.location.search).get('css') === 'off';
}
