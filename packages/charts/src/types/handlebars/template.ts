import Handlebars from 'handlebars';
import { escapeMarkup } from '../../draw/tooltip.ts';
import { type Body, type BodyMore, Markup, ownMember, TemplateProblem, textOfValue } from './values.ts';
import { HELPERS } from './words.ts';

/** Pieces of templates that one page may be made of, and characters that it may have. */
const MOST_PIECES = 500_000;
const LONGEST = 10_000_000;
/** Members of a list that a helper looks at as quickly as a piece is filled. */
const LIST_STEP = 100;
/** Parts within parts. */
const DEEPEST = 100;

/** What a page has cost so far. */
interface Work {
  pieces: number;
  characters: number;
}

/** What `@index` and its like stand for, and what they stood for around. */
interface Marks {
  values: ReadonlyMap<string, unknown>;
  outer: Marks | undefined;
}

/** A part that the template defines for itself; `parts` are those that are known inside it. */
interface Part {
  program: hbs.AST.Program;
  parts?: ReadonlyMap<string, Part>;
}

/** Where in the data a piece of the template stands. */
interface Scope {
  work: Work;
  /** What the whole template is about. */
  root: unknown;
  context: unknown;
  outer: Scope | undefined;
  marks: Marks;
  /** Names that blocks give (`as |row index|`). */
  names: ReadonlyMap<string, unknown>;
  parts: ReadonlyMap<string, Part>;
  depth: number;
}

/**
 * Fills a Handlebars template. Nothing of it becomes code, which a page's policy would refuse: its pieces are read one after the
 * other. Only what a value itself holds is found in it, nothing that it inherits, and no function.
 *
 * @throws TemplateProblem naming the place that cannot be read or filled
 */
export function filledTemplate(template: string, context: unknown): string {
  const work = { pieces: 0, characters: 0 };
  try {
    return filled(programOf(template), {
      work,
      root: context,
      context,
      outer: undefined,
      marks: { values: new Map(), outer: undefined },
      names: new Map(),
      parts: new Map(),
      depth: 0,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new TemplateProblem('The template is nested too deeply.');
    throw error;
  }
}

/** How a reader knows what the parser calls by the names of its tokens. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ['EOF', 'the end of the template'],
  ['OPEN_ENDBLOCK', '{{/'],
  ['CLOSE', '}}'],
  ['CLOSE_UNESCAPED', '}}}'],
  ['CLOSE_SEXPR', ')'],
  ['OPEN_SEXPR', '('],
  ['SEP', 'a dot or a slash'],
  ['EQUALS', '='],
  ['INVERSE', '{{else}}'],
  ['OPEN_INVERSE', '{{^'],
  ['NUMBER', 'a number; places in lists are written [0]'],
  ['INVALID', 'a character that no expression has'],
]);

function programOf(template: string): hbs.AST.Program {
  try {
    return Handlebars.parse(template);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const found = /error on line (\d+)[\s\S]*(?:got '(\w+)'|Unrecognized text)/.exec(message);
    const token = found?.[2] ?? 'INVALID';
    throw new TemplateProblem(
      found ? `Line ${found[1]} of the template: unexpected ${TOKENS.get(token) ?? token}.` : message,
    );
  }
}

function problemAt({ loc }: hbs.AST.Node, what: string): TemplateProblem {
  return new TemplateProblem(`Line ${loc.start.line} of the template: ${what}.`);
}

function filled(program: hbs.AST.Program | undefined, scope: Scope): string {
  if (!program) return '';
  const own = program.body.filter(isInlinePart);
  const inside = own.length === 0 ? scope : { ...scope, parts: withParts(own, scope) };
  return program.body
    .map((node) => {
      const text = statement(node, inside);
      return counted(text, isContent(node) || isMustache(node) ? text.length : 0, node, inside);
    })
    .join('');
}

function withParts(own: readonly hbs.AST.DecoratorBlock[], scope: Scope): ReadonlyMap<string, Part> {
  const parts = new Map(scope.parts);
  for (const node of own) parts.set(partName(node, scope), node);
  return parts;
}

function counted(text: string, characters: number, node: hbs.AST.Node, { work }: Scope): string {
  work.pieces += 1;
  work.characters += characters;
  if (work.pieces > MOST_PIECES || work.characters > LONGEST)
    throw problemAt(node, 'the page becomes too large; ask for fewer rows');
  return text;
}

function statement(node: hbs.AST.Statement, scope: Scope): string {
  if (isContent(node)) return node.value;
  if (isMustache(node)) {
    const value = valueOfCall(node, scope);
    if (value instanceof Markup || !node.escaped) return textOfValue(value);
    // What a page takes for the end of an attribute is no part of a value.
    return escapeMarkup(textOfValue(value)).replace(/[`=]/g, (mark) => (mark === '=' ? '&#x3D;' : '&#x60;'));
  }
  if (isBlock(node)) return block(node, scope);
  if (isPart(node) || isPartBlock(node)) return part(node, scope);
  if (isInlinePart(node) || node.type === 'CommentStatement') return '';
  throw problemAt(node, 'this kind of expression is not supported');
}

/** An expression with what it is given. */
interface Call extends hbs.AST.Node {
  path: hbs.AST.Expression;
  params: hbs.AST.Expression[];
  hash?: hbs.AST.Hash | undefined;
}

/** What an expression with or without arguments stands for. */
function valueOfCall(node: Call, scope: Scope, bodies: { body?: Body; otherwise?: Body } = {}): unknown {
  const name = helperName(node.path);
  const helper = name === undefined || isInData(node, name, scope) ? undefined : HELPERS.get(name);
  if (!helper) {
    if (node.params.length > 0 || node.hash)
      throw problemAt(node, `there is no helper called "${name ?? pathText(node.path)}"`);
    return valueIn(node.path, scope);
  }
  const options = new Map(pairsOf(node, scope));
  const values = node.params.map((each) => valueIn(each, scope));
  for (const value of values) if (Array.isArray(value)) scope.work.pieces += value.length / LIST_STEP;
  try {
    const made = helper({ values, options, context: scope.context, ...bodies });
    // What blocks make has been counted where it was made.
    return bodies.body || typeof made !== 'string' ? made : counted(made, made.length, node, scope);
  } catch (error) {
    if (error instanceof TemplateProblem && !error.isPlaced)
      throw problemAt(node, `${name}: ${error.message}`);
    throw error;
  }
}

/** What is in the data under a plain name goes before the word of that name: a metric may be called "count". */
function isInData({ params, hash }: Call, name: string, { names, context }: Scope): boolean {
  return names.has(name) || (params.length === 0 && !hash && ownMember(context, name) !== undefined);
}

/** What an expression is given by name (`by="region"`). */
function pairsOf(
  { hash }: { hash?: hbs.AST.Hash | undefined },
  scope: Scope,
): (readonly [string, unknown])[] {
  return (hash?.pairs ?? []).map(({ key, value }) => [key, valueIn(value, scope)]);
}

/** The name by which an expression may call a helper; undefined for what can only be a place in the data. */
function helperName(path: hbs.AST.Expression): string | undefined {
  if (!isPath(path) || path.data || path.depth > 0 || path.parts.length !== 1 || isScoped(path))
    return undefined;
  return path.parts[0];
}

/** `this.x` and `./x` are places in the data, whatever else is called so. */
function isScoped({ original }: hbs.AST.PathExpression): boolean {
  return /^(\.|this\b)/.test(original);
}

function pathText(path: hbs.AST.Expression): string {
  return isPath(path) ? path.original : textOfValue(literal(path));
}

function valueIn(node: hbs.AST.Expression, scope: Scope): unknown {
  if (isPath(node)) return valueAt(node, scope);
  if (isCall(node)) return valueOfCall(node, scope);
  return literal(node);
}

function literal(node: hbs.AST.Node): unknown {
  if (node.type === 'NullLiteral') return null;
  return 'value' in node ? node.value : undefined;
}

function valueAt(path: hbs.AST.PathExpression, scope: Scope): unknown {
  const [first = '', ...rest] = path.parts;
  if (path.data && first === 'root') return membersOf(scope.root, rest);
  if (path.data) {
    let marks: Marks | undefined = scope.marks;
    for (let up = 0; up < path.depth; up += 1) marks = marks?.outer;
    return membersOf(marks?.values.get(first), rest);
  }
  if (path.depth === 0 && !isScoped(path) && scope.names.has(first))
    return membersOf(scope.names.get(first), rest);
  let at: Scope | undefined = scope;
  for (let up = 0; up < path.depth; up += 1) at = at?.outer;
  return membersOf(at?.context, path.parts);
}

function membersOf(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(ownMember, value);
}

function block(node: hbs.AST.BlockStatement, scope: Scope): string {
  const bodyOf =
    (program: hbs.AST.Program | undefined): Body =>
    (context, more = {}) =>
      filled(program, within(scope, context, more, program?.blockParams ?? []));
  const [body, otherwise] = [bodyOf(node.program), bodyOf(node.inverse)];
  const value = valueOfCall(node, scope, { body, otherwise });
  const name = helperName(node.path) ?? '';
  const isHelper = HELPERS.has(name) && !isInData(node, name, scope);
  // A condition may be written as a block, too.
  if (typeof value === 'boolean') return value ? body(scope.context) : otherwise(scope.context);
  if (isHelper) return textOfValue(value);
  if (Array.isArray(value) && value.length > 0) {
    const each = HELPERS.get('each');
    return textOfValue(
      each?.({ values: [value], options: new Map(), context: scope.context, body, otherwise }),
    );
  }
  return value === null || value === undefined || Array.isArray(value)
    ? otherwise(scope.context)
    : body(value);
}

function within(
  scope: Scope,
  context: unknown,
  { marks, given = [] }: BodyMore,
  names: readonly string[],
): Scope {
  return {
    ...scope,
    context,
    // A block about the same thing is no step further in.
    outer: context === scope.context ? scope.outer : scope,
    marks: marks ? { values: marks, outer: scope.marks } : scope.marks,
    names:
      names.length === 0
        ? scope.names
        : new Map([...scope.names, ...names.map((name, at) => [name, given[at]] as const)]),
  };
}

function part(node: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement, scope: Scope): string {
  const name = isCall(node.name) ? textOfValue(valueIn(node.name, scope)) : node.name.original;
  const fallback = isPartBlock(node) ? node.program : undefined;
  const found = scope.parts.get(name) ?? (fallback && { program: fallback });
  if (!found) throw problemAt(node, `there is no part called "${name}"`);
  if (scope.depth >= DEEPEST) throw problemAt(node, 'parts call each other without an end');
  const [given] = node.params;
  const context = given ? valueIn(given, scope) : scope.context;
  const more = pairsOf(node, scope);
  const parts = new Map(found.parts ?? scope.parts);
  if (fallback && found.program !== fallback)
    parts.set('@partial-block', { program: fallback, parts: scope.parts });
  return filled(found.program, {
    ...within(scope, more.length > 0 ? { ...Object(context), ...Object.fromEntries(more) } : context, {}, []),
    parts,
    depth: scope.depth + 1,
  });
}

function partName(node: hbs.AST.DecoratorBlock, scope: Scope): string {
  const [name] = node.params;
  return name ? textOfValue(valueIn(name, scope)) : '';
}

const isContent = (node: hbs.AST.Node): node is hbs.AST.ContentStatement => node.type === 'ContentStatement';
const isMustache = (node: hbs.AST.Node): node is hbs.AST.MustacheStatement =>
  node.type === 'MustacheStatement';
const isBlock = (node: hbs.AST.Node): node is hbs.AST.BlockStatement => node.type === 'BlockStatement';
const isPart = (node: hbs.AST.Node): node is hbs.AST.PartialStatement => node.type === 'PartialStatement';
const isPartBlock = (node: hbs.AST.Node): node is hbs.AST.PartialBlockStatement =>
  node.type === 'PartialBlockStatement';
const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === 'PathExpression';
const isCall = (node: hbs.AST.Node): node is hbs.AST.SubExpression => node.type === 'SubExpression';
const isDecoratorBlock = (node: hbs.AST.Node): node is hbs.AST.DecoratorBlock =>
  node.type === 'DecoratorBlock';
const isInlinePart = (node: hbs.AST.Node): node is hbs.AST.DecoratorBlock =>
  isDecoratorBlock(node) && node.path.original === 'inline';
