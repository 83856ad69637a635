/** The text of an error with those of its causes: drivers often keep the reason there. */
export function wholeMessage(error: Error): string {
  const parts = error instanceof AggregateError ? error.errors : [];
  const causes = [...parts, error.cause].flatMap((each) =>
    each instanceof Error ? [wholeMessage(each)] : [],
  );
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return [error.message || code, ...causes].filter((text) => text !== '').join(': ');
}
