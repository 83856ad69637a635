import type { Arguments, BinaryOperator, CompareOperator, Expression, FilterCall } from './syntax.ts';
import type { TokenReader } from './token-reader.ts';

const CONSTANTS: Readonly<Record<string, null | boolean>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
};
const COMPARISONS: Readonly<Record<string, CompareOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** Checks that filters and tests are known when they are read, so that typing errors show at once. */
export interface KnownNames {
  filters: ReadonlySet<string>;
  tests: ReadonlySet<string>;
}

/** Reads the expressions of a template. */
export class ExpressionParser {
  readonly #reader: TokenReader;
  readonly #known: KnownNames;

  constructor(reader: TokenReader, known: KnownNames) {
    this.#reader = reader;
    this.#known = known;
  }

  /** One expression, with `a if b else c`. */
  expression(): Expression {
    return this.#reader.deeper(() => this.#choice());
  }

  /** An expression or, where commas follow, a tuple of them. */
  tuple({
    choices = true,
    isEnd = () => false,
  }: {
    choices?: boolean;
    isEnd?: () => boolean;
  } = {}): Expression {
    const { line } = this.#reader.current;
    const items: Expression[] = [];
    let several = false;
    while (!this.#tupleEnds() && !isEnd()) {
      items.push(choices ? this.expression() : this.condition());
      if (!this.#reader.skip(',')) break;
      several = true;
    }
    const [first] = items;
    if (!first) this.#reader.fail(`Expected an expression, got '${this.#reader.describe()}'`);
    return several ? { type: 'tuple', items, line } : first;
  }

  /** An expression that leaves `if` to what stands around it. */
  condition(): Expression {
    return this.#reader.deeper(() => this.#or());
  }

  /** `|name(…)|name…` as they stand after a block's word. */
  filterChain(): FilterCall[] {
    const filters = [this.#filterCall()];
    while (this.#reader.skip('|')) filters.push(this.#filterCall());
    return filters;
  }

  #tupleEnds(): boolean {
    const { kind } = this.#reader.current;
    return kind === 'print-end' || kind === 'block-end' || this.#reader.isSymbol(')');
  }

  #choice(): Expression {
    const { line } = this.#reader.current;
    let value = this.#or();
    while (this.#reader.skipName('if')) {
      const test = this.#or();
      const no = this.#reader.skipName('else') ? this.expression() : null;
      value = { type: 'choice', test, yes: value, no, line };
    }
    return value;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#reader.isName('or')) {
      const { line } = this.#reader.next();
      left = { type: 'logic', operator: 'or', left, right: this.#and(), line };
    }
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#reader.isName('and')) {
      const { line } = this.#reader.next();
      left = { type: 'logic', operator: 'and', left, right: this.#not(), line };
    }
    return left;
  }

  #not(): Expression {
    const { line } = this.#reader.current;
    if (this.#reader.skipName('not'))
      return this.#reader.deeper(() => ({ type: 'unary', operator: 'not', operand: this.#not(), line }));
    return this.#compare();
  }

  #compare(): Expression {
    const { line } = this.#reader.current;
    const first = this.#sum();
    const rest: { operator: CompareOperator; value: Expression }[] = [];
    for (let operator = this.#comparison(); operator; operator = this.#comparison())
      rest.push({ operator, value: this.#sum() });
    return rest.length > 0 ? { type: 'compare', first, rest, line } : first;
  }

  #comparison(): CompareOperator | undefined {
    const { kind, text } = this.#reader.current;
    const operator = kind === 'symbol' ? COMPARISONS[text] : undefined;
    if (operator) {
      this.#reader.next();
      return operator;
    }
    if (this.#reader.skipName('in')) return 'in';
    if (!this.#reader.isName('not')) return undefined;
    this.#reader.next();
    this.#reader.expectName('in');
    return 'not in';
  }

  #sum(): Expression {
    return this.#chain(['+', '-'], () =>
      this.#chain(['~'], () => this.#chain(['*', '/', '//', '%'], () => this.#power())),
    );
  }

  #power(): Expression {
    return this.#chain(['**'], () => this.#unary(true));
  }

  #chain(operators: BinaryOperator[], read: () => Expression): Expression {
    let left = read();
    for (;;) {
      const operator = operators.find((each) => this.#reader.isSymbol(each));
      if (!operator) return left;
      const { line } = this.#reader.next();
      left = { type: 'binary', operator, left, right: read(), line };
    }
  }

  #unary(filtered: boolean): Expression {
    const { line } = this.#reader.current;
    const sign = (['-', '+'] as const).find((each) => this.#reader.isSymbol(each));
    if (sign) {
      this.#reader.next();
      const operand = this.#reader.deeper(() => this.#unary(false));
      const node: Expression = { type: 'unary', operator: sign, operand, line };
      return filtered ? this.#filtered(this.#postfix(node)) : this.#postfix(node);
    }
    const primary = this.#postfix(this.#primary());
    return filtered ? this.#filtered(primary) : primary;
  }

  #primary(): Expression {
    const { kind, text, line } = this.#reader.current;
    if (kind === 'name') {
      this.#reader.next();
      const value = Object.hasOwn(CONSTANTS, text) ? CONSTANTS[text] : undefined;
      return value === undefined ? { type: 'name', name: text, line } : { type: 'constant', value, line };
    }
    if (kind === 'string') return { type: 'constant', value: this.#strings(), line };
    if (kind === 'integer' || kind === 'float') {
      this.#reader.next();
      const value = Number(text);
      return kind === 'float' || !Number.isSafeInteger(value)
        ? { type: 'constant', value, float: true, line }
        : { type: 'constant', value, line };
    }
    if (this.#reader.skip('(')) return this.#bracketed(line);
    if (this.#reader.skip('[')) return { type: 'list', items: this.#items(']'), line };
    if (this.#reader.skip('{')) return { type: 'dict', entries: this.#entries(), line };
    return this.#reader.fail(`unexpected '${this.#reader.describe()}'`);
  }

  /** Texts side by side are one. */
  #strings(): string {
    let text = '';
    while (this.#reader.current.kind === 'string') text += this.#reader.next().text;
    return text;
  }

  #bracketed(line: number): Expression {
    if (this.#reader.skip(')')) return { type: 'tuple', items: [], line };
    const inner = this.tuple();
    this.#reader.expectSymbol(')');
    return inner;
  }

  #items(closing: string): Expression[] {
    const items: Expression[] = [];
    while (!this.#reader.isSymbol(closing)) {
      if (items.length > 0) this.#reader.expectSymbol(',');
      if (this.#reader.isSymbol(closing)) break;
      items.push(this.expression());
    }
    this.#reader.expectSymbol(closing);
    return items;
  }

  #entries(): [Expression, Expression][] {
    const entries: [Expression, Expression][] = [];
    while (!this.#reader.isSymbol('}')) {
      if (entries.length > 0) this.#reader.expectSymbol(',');
      if (this.#reader.isSymbol('}')) break;
      const key = this.expression();
      this.#reader.expectSymbol(':');
      entries.push([key, this.expression()]);
    }
    this.#reader.expectSymbol('}');
    return entries;
  }

  #postfix(start: Expression): Expression {
    let node = start;
    for (;;) {
      const { line } = this.#reader.current;
      if (this.#reader.skip('.')) node = this.#part(node, line);
      else if (this.#reader.skip('[')) node = this.#subscript(node, line);
      else if (this.#reader.skip('(')) node = { type: 'call', callee: node, args: this.#arguments(), line };
      else return node;
    }
  }

  #part(object: Expression, line: number): Expression {
    const { kind, text } = this.#reader.next();
    if (kind === 'name') return { type: 'attribute', object, name: text, line };
    if (kind !== 'integer') this.#reader.fail('expected name or number', line);
    return { type: 'item', object, key: { type: 'constant', value: Number(text), line }, line };
  }

  #subscript(object: Expression, line: number): Expression {
    const keys = [this.#key()];
    while (this.#reader.skip(',')) keys.push(this.#key());
    this.#reader.expectSymbol(']');
    const [first] = keys;
    const key: Expression = keys.length === 1 && first ? first : { type: 'tuple', items: keys, line };
    return { type: 'item', object, key, line };
  }

  #key(): Expression {
    const { line } = this.#reader.current;
    const start = this.#reader.isSymbol(':') ? null : this.expression();
    if (!this.#reader.skip(':')) return start ?? this.#reader.fail('expected an expression');
    const stop = this.#bound();
    const step = this.#reader.skip(':') ? this.#bound() : null;
    return { type: 'slice', start, stop, step, line };
  }

  #bound(): Expression | null {
    return this.#reader.isSymbol(':') || this.#reader.isSymbol(']') || this.#reader.isSymbol(',')
      ? null
      : this.expression();
  }

  #filtered(start: Expression): Expression {
    let node = start;
    for (;;) {
      const { line } = this.#reader.current;
      if (this.#reader.skip('|')) node = { type: 'filter', object: node, ...this.#filterCall(), line };
      else if (this.#reader.skipName('is')) node = this.#test(node, line);
      else if (this.#reader.skip('(')) node = { type: 'call', callee: node, args: this.#arguments(), line };
      else return node;
    }
  }

  #filterCall(): FilterCall {
    const { line } = this.#reader.current;
    const name = this.#dotted();
    if (!this.#known.filters.has(name)) this.#reader.fail(`No filter named '${name}'.`, line);
    return { name, args: this.#reader.skip('(') ? this.#arguments() : NO_ARGUMENTS };
  }

  #test(object: Expression, line: number): Expression {
    const negated = this.#reader.skipName('not');
    const name = this.#dotted();
    if (!this.#known.tests.has(name)) this.#reader.fail(`No test named '${name}'.`, line);
    const node = { type: 'test', object, name, negated, line } as const;
    if (this.#reader.skip('(')) return { ...node, args: this.#arguments() };
    const { kind } = this.#reader.current;
    const starts =
      ['name', 'string', 'integer', 'float'].includes(kind) ||
      this.#reader.isSymbol('[') ||
      this.#reader.isSymbol('{');
    if (!starts || this.#reader.isName('else', 'or', 'and', 'if')) return { ...node, args: NO_ARGUMENTS };
    if (this.#reader.isName('is')) this.#reader.fail('You cannot chain multiple tests with is');
    return { ...node, args: { ...NO_ARGUMENTS, values: [this.#postfix(this.#primary())] } };
  }

  #dotted(): string {
    let name = this.#reader.expectName();
    while (this.#reader.skip('.')) name += `.${this.#reader.expectName()}`;
    return name;
  }

  #arguments(): Arguments {
    const args: Arguments = { values: [], named: [], spread: null, spreadNamed: null };
    for (let first = true; !this.#reader.isSymbol(')'); first = false) {
      if (!first) this.#reader.expectSymbol(',');
      if (this.#reader.isSymbol(')')) break;
      this.#argument(args);
    }
    this.#reader.expectSymbol(')');
    return args;
  }

  #argument(args: Arguments): void {
    if (this.#reader.skip('**')) {
      args.spreadNamed = this.expression();
      return;
    }
    if (this.#reader.skip('*')) {
      args.spread = this.expression();
      return;
    }
    const value = this.expression();
    if (value.type === 'name' && this.#reader.skip('=')) {
      args.named.push({ name: value.name, value: this.expression() });
      return;
    }
    if (args.named.length > 0 || args.spreadNamed)
      this.#reader.fail('invalid syntax for function call expression', value.line);
    args.values.push(value);
  }
}

const NO_ARGUMENTS: Arguments = { values: [], named: [], spread: null, spreadNamed: null };
