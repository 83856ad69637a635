/** How much of a page its address leaves out: 1 the navigation, 2 the title too, 3 all that is there to press (contract/ui.md B10). */
export function standaloneOf(search: URLSearchParams): number {
  const given = search.get('standalone');
  return given === 'true' ? 1 : Number(given) || 0;
}
