/** Epoch milliseconds as the wall clock they stand for; midnight is left out. */
export function momentText(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
    .replace(/ 00:00:00$/, '');
}
