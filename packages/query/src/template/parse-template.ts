import { templateTokens } from './lexer.ts';
import { ExpressionParser, type KnownNames } from './parse-expression.ts';
import type { Expression, Parameter, Statement, Target } from './syntax.ts';
import { TemplateProblem } from './template-problem.ts';
import { TokenReader } from './token-reader.ts';

/**
 * Reads a template (contract/query.md §4): Jinja without what reaches other templates.
 * @throws TemplateProblem `syntax` in Jinja's words, with its line
 */
export function parseTemplate(source: string, known: KnownNames): Statement[] {
  return new StatementParser(new TokenReader(templateTokens(source)), known).template();
}

const CLOSED = new Set(['import', 'from', 'include', 'extends']);

class StatementParser {
  readonly #reader: TokenReader;
  readonly #expressions: ExpressionParser;
  readonly #tags: { name: string; ends: readonly string[] }[] = [];

  constructor(reader: TokenReader, known: KnownNames) {
    this.#reader = reader;
    this.#expressions = new ExpressionParser(reader, known);
  }

  template(): Statement[] {
    return this.#until([]);
  }

  /** Statements up to one of the words, at which it stops; without words up to the end. */
  #until(ends: readonly string[]): Statement[] {
    const body: Statement[] = [];
    for (;;) {
      const { kind, text, line } = this.#reader.current;
      if (kind === 'end') {
        if (ends.length > 0) this.#unended();
        return body;
      }
      this.#reader.next();
      if (kind === 'data') body.push({ type: 'text', text, line });
      else if (kind === 'print-begin') {
        body.push({ type: 'print', value: this.#expressions.tuple(), line });
        this.#reader.expectKind('print-end');
      } else {
        if (this.#reader.isName(...ends) && ends.length > 0) return body;
        body.push(...this.#reader.deeper(() => this.#statement()));
        this.#reader.expectKind('block-end');
      }
    }
  }

  #statement(): Statement[] {
    const { kind, text, line } = this.#reader.next();
    if (kind !== 'name') this.#reader.fail('tag name expected', line);
    if (CLOSED.has(text))
      throw new TemplateProblem(
        'value',
        `'{% ${text} %}' is not offered: a template cannot reach others.`,
        line,
      );
    switch (text) {
      case 'if':
        return [this.#if(line)];
      case 'for':
        return [this.#for(line)];
      case 'set':
        return [this.#set(line)];
      case 'with':
        return [this.#with(line)];
      case 'macro':
        return [this.#macro(line)];
      case 'call':
        return [this.#call(line)];
      case 'filter': {
        const filters = this.#expressions.filterChain();
        return [{ type: 'filter-block', filters, body: this.#body('filter', ['endfilter']), line }];
      }
      case 'print':
        return [{ type: 'print', value: this.#expressions.tuple(), line }];
      case 'block': {
        this.#reader.expectName();
        const body = this.#body('block', ['endblock']);
        if (this.#reader.current.kind === 'name') this.#reader.next();
        return body;
      }
      default:
        return this.#unknown(text, line);
    }
  }

  /** The rest of the opening tag, the body, and the closing word. */
  #body(tag: string, ends: readonly string[]): Statement[] {
    const body = this.#part(tag, ends);
    this.#reader.next();
    return body;
  }

  #part(tag: string, ends: readonly string[]): Statement[] {
    this.#reader.skip(':');
    this.#reader.expectKind('block-end');
    this.#tags.push({ name: tag, ends });
    const body = this.#until(ends);
    this.#tags.pop();
    return body;
  }

  #if(line: number): Statement {
    const branches: { test: Expression; body: Statement[] }[] = [];
    for (;;) {
      const test = this.#expressions.tuple({ choices: false });
      branches.push({ test, body: this.#part('if', ['elif', 'else', 'endif']) });
      const word = this.#reader.next().text;
      if (word === 'elif') continue;
      const otherwise = word === 'else' ? this.#body('if', ['endif']) : [];
      return { type: 'if', branches, otherwise, line };
    }
  }

  #for(line: number): Statement {
    const target = this.#target(() => this.#reader.isName('in'));
    this.#reader.expectName('in');
    const items = this.#expressions.tuple({ choices: false, isEnd: () => this.#reader.isName('recursive') });
    const filter = this.#reader.skipName('if') ? this.#expressions.expression() : null;
    if (this.#reader.isName('recursive')) this.#reader.fail('Recursive loops are not offered.');
    const body = this.#part('for', ['endfor', 'else']);
    const otherwise = this.#reader.next().text === 'else' ? this.#body('for', ['endfor']) : [];
    return { type: 'for', target, items, filter, body, otherwise, line };
  }

  #set(line: number): Statement {
    const target = this.#target(() => this.#reader.isSymbol('='));
    if (this.#reader.skip('=')) return { type: 'set', target, value: this.#expressions.tuple(), line };
    const filters = this.#reader.skip('|') ? this.#expressions.filterChain() : [];
    return { type: 'set-block', target, filters, body: this.#body('set', ['endset']), line };
  }

  #with(line: number): Statement {
    const values: { target: Target; value: Expression }[] = [];
    while (this.#reader.current.kind !== 'block-end') {
      if (values.length > 0) this.#reader.expectSymbol(',');
      const target: Target = { type: 'name', name: this.#reader.expectName() };
      this.#reader.expectSymbol('=');
      values.push({ target, value: this.#expressions.expression() });
    }
    return { type: 'with', values, body: this.#body('with', ['endwith']), line };
  }

  #macro(line: number): Statement {
    const name = this.#reader.expectName();
    this.#reader.expectSymbol('(');
    const parameters = this.#parameters();
    return { type: 'macro', name, parameters, body: this.#body('macro', ['endmacro']), line };
  }

  #call(line: number): Statement {
    const parameters = this.#reader.skip('(') ? this.#parameters() : [];
    const call = this.#expressions.expression();
    if (call.type !== 'call') this.#reader.fail('expected call', line);
    return { type: 'call-block', parameters, call, body: this.#body('call', ['endcall']), line };
  }

  #parameters(): Parameter[] {
    const parameters: Parameter[] = [];
    while (!this.#reader.isSymbol(')')) {
      if (parameters.length > 0) this.#reader.expectSymbol(',');
      const name = this.#reader.expectName();
      const fallback = this.#reader.skip('=') ? this.#expressions.expression() : null;
      if (!fallback && parameters.some((each) => each.fallback))
        this.#reader.fail('non-default argument follows default argument');
      parameters.push({ name, fallback });
    }
    this.#reader.expectSymbol(')');
    return parameters;
  }

  #target(isEnd: () => boolean): Target {
    const targets = [this.#oneTarget()];
    let several = false;
    while (this.#reader.skip(',')) {
      several = true;
      if (isEnd()) break;
      targets.push(this.#oneTarget());
    }
    const [first] = targets;
    return several || !first ? { type: 'several', targets } : first;
  }

  #oneTarget(): Target {
    if (this.#reader.skip('(')) {
      const inner = this.#reader.deeper(() => this.#target(() => this.#reader.isSymbol(')')));
      this.#reader.expectSymbol(')');
      return inner;
    }
    const name = this.#reader.expectName();
    return this.#reader.skip('.')
      ? { type: 'part', object: name, name: this.#reader.expectName() }
      : { type: 'name', name };
  }

  #unended(): never {
    this.#reader.fail(`Unexpected end of template. ${this.#wanted()}`);
  }

  #unknown(tag: string, line: number): never {
    const wanted = this.#tags.length > 0 ? ` ${this.#wanted()}` : '';
    this.#reader.fail(`Encountered unknown tag '${tag}'.${wanted}`, line);
  }

  #wanted(): string {
    const open = this.#tags.at(-1);
    const words = (open?.ends ?? []).map((end) => `'${end}'`).join(' or ');
    return `Jinja was looking for the following tags: ${words}. The innermost block that needs to be closed is '${open?.name}'.`;
  }
}
