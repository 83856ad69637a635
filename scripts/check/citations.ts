import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceModule } from './modules.ts';

/** A section that a comment names: `contract/api.md §2.5`, `contract/ui.md B9`, or a section of an RFC. */
const CITED =
  /contract\/(?<file>\w+)\.md|(?<rfc>RFC \d+)|§(?<section>\d+(?:\.\d+)*)|\b(?<letter>[A-J]\d{1,2})\b/g;
/** Characters between the name of a document and a section that still belongs to it. */
const REACH = 60;

/** Places where comments cite a section of `docs/contract` that is not there, or a section of no document. */
export function findDeadCitations(modules: readonly SourceModule[], root: string): string[] {
  const folder = join(root, 'docs', 'contract');
  const documents = new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.md$/, ''),
      sectionsOf(readFileSync(join(folder, name), 'utf8')),
    ]),
  );
  return modules.flatMap(({ path, text }) => deadCitations(text, documents).map((what) => `${path}:${what}`));
}

/** The sections of a document by their numbers, as its headings give them. */
export function sectionsOf(markdown: string): Set<string> {
  return new Set(
    [...markdown.matchAll(/^#+ ([A-J]\d*|\d+(?:\.\d+)*)\b/gm)].map(([, section = '']) => section),
  );
}

/** `line what is wrong` for every dead citation in a text of code. */
export function deadCitations(text: string, documents: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const offences: string[] = [];
  let cited: { file: string | undefined; end: number } | undefined;
  for (const match of text.matchAll(CITED)) {
    const { file, rfc, section, letter } = match.groups ?? {};
    const where = `${text.slice(0, match.index).split('\n').length}`;
    const end = match.index + match[0].length;
    if (file || rfc) {
      cited = { file, end };
      if (file && !documents.has(file))
        offences.push(`${where} cites contract/${file}.md, which is not there`);
      continue;
    }
    const isNear = cited !== undefined && match.index - cited.end <= REACH;
    // A letter with a number means something only beside a document.
    if (letter && !(isNear && cited?.file === 'ui')) continue;
    if (!isNear || !cited) offences.push(`${where} cites §${section} of no document`);
    else {
      const known = cited.file === undefined ? undefined : documents.get(cited.file);
      const wanted = section ?? letter ?? '';
      if (known && !known.has(wanted))
        offences.push(`${where} cites contract/${cited.file}.md §${wanted}, which is not there`);
      cited = { ...cited, end };
    }
  }
  return offences;
}
