/** A name of a thing as the name of a file. */
export function fileName(name: string, otherwise: string): string {
  return (name || otherwise).replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_');
}
