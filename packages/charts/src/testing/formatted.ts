/** What a formatter of a drawing writes for an event; undefined where there is no formatter. */
export function called(formatter: unknown, event: unknown): unknown {
  return typeof formatter === 'function' ? Reflect.apply(formatter, undefined, [event]) : undefined;
}

/** The words of a markup, with a space between them. */
export function words(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}
