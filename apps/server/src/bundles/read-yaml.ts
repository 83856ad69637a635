/** What a YAML document says. Rejects for one that is none, and for tags that nothing here knows: what they stand for cannot be guessed. */
export async function readYaml(text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { logLevel: 'error' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw problem;
  return document.toJS({ maxAliasCount: 100 });
}
