/** A short random word for option names. */
export function randomName(): string {
  return Math.random().toString(36).slice(2, 13);
}
