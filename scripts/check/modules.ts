import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

export interface ModuleImport {
  /** As written, e.g. `./pie.ts` or `@chartroom/model`. */
  specifier: string;
  /** Path from the root of a relative import that exists. */
  target: string | undefined;
  /** Only types are imported: nothing happens at run time. */
  typeOnly: boolean;
  dynamic: boolean;
}

export interface SourceModule {
  /** Path from the root, with `/`. */
  path: string;
  text: string;
  imports: ModuleImport[];
  functions: { line: number; lines: number }[];
}

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
}

/** Reads every TypeScript file that git knows or would know, with its imports and the lengths of its functions. */
export function readModules(root: string): SourceModule[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const paths = listed
    .split('\n')
    .filter((path) => path && !path.endsWith('.d.ts') && existsSync(join(root, path)));
  return paths.map((path) => readModule(root, path));
}

/** A file with all that it names of other ones: imports of values and types, `import('…')` of both, programs of workers. */
export function readModule(root: string, path: string): SourceModule {
  const text = readFileSync(join(root, path), 'utf8');
  const parsed = parseSync(path, text);
  const imports: ModuleImport[] = [];
  const add = (specifier: string, typeOnly: boolean, dynamic: boolean) =>
    imports.push({ specifier, target: resolve(root, path, specifier), typeOnly, dynamic });
  for (const each of parsed.module.staticImports) {
    add(
      each.moduleRequest.value,
      each.entries.length > 0 && each.entries.every((entry) => entry.isType),
      false,
    );
  }
  for (const each of parsed.module.staticExports) {
    for (const entry of each.entries)
      if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType, false);
  }
  for (const each of parsed.module.dynamicImports) {
    const literal = /^['"`]([^'"`]+)['"`]$/.exec(
      text.slice(each.moduleRequest.start, each.moduleRequest.end),
    );
    if (literal?.[1]) add(literal[1], false, true);
  }
  const nodes = nodesOf(parsed.program);
  for (const { type, start, end } of nodes) {
    if (type !== 'TSImportType') continue;
    const [, specifier] = /^import\(\s*['"]([^'"]+)['"]/.exec(text.slice(start, end)) ?? [];
    if (specifier !== undefined) add(specifier, true, false);
  }
  // A worker's program: it begins later, as what is imported dynamically.
  for (const [, specifier] of text.matchAll(/new URL\('(\.[^']+\.tsx?)', import\.meta\.url\)/g))
    if (specifier !== undefined) add(specifier, false, true);
  return { path, text, imports, functions: functionsIn(nodes, text) };
}

function resolve(root: string, from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
  return existsSync(join(root, target)) ? target : undefined;
}

/** Where each function with a body begins and how many lines it spans. */
function functionsIn(nodes: readonly SyntaxNode[], text: string): { line: number; lines: number }[] {
  const lineOf = lineFinder(text);
  return nodes
    .filter(({ type }) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
    .map(({ start, end }) => ({ line: lineOf(start), lines: lineOf(end) - lineOf(start) + 1 }));
}

function nodesOf(program: unknown): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isNode(value)) {
      found.push(value);
      for (const each of Object.values(value)) if (typeof each === 'object') visit(each);
    }
  };
  visit(program);
  return found;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
