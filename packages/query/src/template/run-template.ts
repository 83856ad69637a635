import { bound } from './callable.ts';
import type { Evaluator } from './evaluate.ts';
import type { Scope } from './scope.ts';
import type { FilterCall, Parameter, Statement, Target } from './syntax.ts';
import { TemplateProblem } from './template-problem.ts';
import { itemsOf } from './tools.ts';
import { Bag, Callable, truth, Undefined, type Value } from './value.ts';
import { equal, shown } from './weigh.ts';

/** What a round of a loop costs beside what it does: its names have to be laid out. */
const STEPS_OF_A_ROUND = 8;

/** Text in the making. */
class Output {
  readonly #parts: string[] = [];
  #length = 0;

  add(text: string, evaluator: Evaluator): void {
    this.#length += text.length;
    evaluator.budget.text(text.length);
    if (this.#length > evaluator.budget.limits.characters) evaluator.budget.text(this.#length);
    this.#parts.push(text);
  }

  get text(): string {
    return this.#parts.join('');
  }
}

/** Runs statements and gives the text they make. @throws TemplateProblem */
export function runStatements(body: readonly Statement[], scope: Scope, evaluator: Evaluator): string {
  const output = new Output();
  new Runner(evaluator, output).run(body, scope);
  return output.text;
}

class Runner {
  readonly #evaluator: Evaluator;
  readonly #output: Output;

  constructor(evaluator: Evaluator, output: Output) {
    this.#evaluator = evaluator;
    this.#output = output;
  }

  run(body: readonly Statement[], scope: Scope): void {
    for (const statement of body) {
      this.#evaluator.budget.spend();
      try {
        this.#evaluator.budget.deeper(() => this.#statement(statement, scope));
      } catch (error) {
        throw error instanceof TemplateProblem ? error.at(statement.line) : error;
      }
    }
  }

  #statement(statement: Statement, scope: Scope): void {
    switch (statement.type) {
      case 'text':
        this.#output.add(statement.text, this.#evaluator);
        break;
      case 'print':
        this.#print(this.#evaluator.value(statement.value, scope));
        break;
      case 'if': {
        const branch = statement.branches.find(({ test }) => truth(this.#evaluator.value(test, scope)));
        this.run(branch?.body ?? statement.otherwise, scope);
        break;
      }
      case 'for':
        this.#for(statement, scope);
        break;
      case 'set':
        this.#assign(statement.target, this.#evaluator.value(statement.value, scope), scope);
        break;
      case 'set-block':
        this.#assign(
          statement.target,
          this.#filtered(this.#captured(statement.body, scope.inner()), statement.filters, scope),
          scope,
        );
        break;
      case 'with': {
        const inner = scope.inner();
        for (const { target, value } of statement.values)
          this.#assign(target, this.#evaluator.value(value, scope), inner);
        this.run(statement.body, inner);
        break;
      }
      case 'macro':
        scope.set(statement.name, this.#macro(statement.name, statement, scope));
        break;
      case 'call-block':
        this.#call(statement, scope);
        break;
      case 'filter-block': {
        const value = this.#filtered(this.#captured(statement.body, scope.inner()), statement.filters, scope);
        this.#print(value);
      }
    }
  }

  #print(value: Value): void {
    if (value instanceof Undefined && value.source !== null) this.#evaluator.unknown.add(value.source);
    this.#output.add(shown(value, this.#evaluator.budget), this.#evaluator);
  }

  #captured(body: readonly Statement[], scope: Scope): string {
    return runStatements(body, scope, this.#evaluator);
  }

  #filtered(text: string, filters: readonly FilterCall[], scope: Scope): Value {
    return filters.reduce<Value>((value, { name, args }) => {
      const { values, named } = this.#evaluator.args(args, scope);
      return this.#evaluator.filter(name, value, values, named);
    }, text);
  }

  #for(statement: Statement & { type: 'for' }, scope: Scope): void {
    const { budget } = this.#evaluator;
    const wanted = (item: Value): boolean => {
      if (!statement.filter) return true;
      const inner = scope.inner();
      this.#assign(statement.target, item, inner);
      return truth(this.#evaluator.value(statement.filter, inner));
    };
    const items = itemsOf(this.#evaluator.value(statement.items, scope), budget).filter(wanted);
    budget.list(items.length);
    for (const index of items.keys()) {
      budget.spend(STEPS_OF_A_ROUND);
      const inner = scope.inner([['loop', loopState(items, index, this.#evaluator)]]);
      this.#assign(statement.target, items[index] ?? null, inner);
      this.run(statement.body, inner);
    }
    if (items.length === 0) this.run(statement.otherwise, scope);
  }

  #macro(
    name: string,
    { parameters, body }: { parameters: Parameter[]; body: Statement[] },
    scope: Scope,
  ): Callable {
    const names = parameters.map((parameter) => parameter.name);
    return new Callable(name, (args, named) => {
      const caller = named.get('caller');
      const own = new Map([...named].filter(([key]) => key !== 'caller' || names.includes(key)));
      const given = bound(name, [], names, args, own);
      const inner = scope.inner(caller === undefined ? [] : [['caller', caller]]);
      for (const [index, { name: parameter, fallback }] of parameters.entries()) {
        const value = given[index] ?? (fallback ? this.#evaluator.value(fallback, inner) : undefined);
        if (value !== undefined) inner.set(parameter, value);
      }
      return this.#captured(body, inner);
    });
  }

  #call(statement: Statement & { type: 'call-block' }, scope: Scope): void {
    if (statement.call.type !== 'call') throw new TemplateProblem('syntax', 'expected call');
    const callee = this.#evaluator.value(statement.call.callee, scope);
    const { values, named } = this.#evaluator.args(statement.call.args, scope);
    named.set('caller', this.#macro('caller', statement, scope));
    this.#print(this.#evaluator.call(callee, values, named));
  }

  #assign(target: Target, value: Value, scope: Scope): void {
    if (target.type === 'name') scope.set(target.name, value);
    else if (target.type === 'part') {
      const bag = scope.get(target.object);
      if (!(bag instanceof Bag) || !bag.writable)
        throw new TemplateProblem('value', 'cannot assign attribute on non-namespace object');
      bag.parts.set(target.name, value);
    } else {
      const items = itemsOf(value, this.#evaluator.budget);
      if (items.length !== target.targets.length) {
        throw new TemplateProblem(
          'value',
          `${target.targets.length} names cannot take ${items.length} values`,
        );
      }
      for (const [index, each] of target.targets.entries()) this.#assign(each, items[index] ?? null, scope);
    }
  }
}

/** `loop` inside a `{% for %}`. */
function loopState(items: readonly Value[], index: number, evaluator: Evaluator): Bag {
  const { length } = items;
  const around: [string, Value][] = [];
  const [before, after] = [items[index - 1], items[index + 1]];
  if (before !== undefined) around.push(['previtem', before]);
  if (after !== undefined) around.push(['nextitem', after]);
  return new Bag('LoopContext', [
    ['index', index + 1],
    ['index0', index],
    ['revindex', length - index],
    ['revindex0', length - index - 1],
    ['first', index === 0],
    ['last', index === length - 1],
    ['length', length],
    ...around,
    ['cycle', new Callable('cycle', (args) => args[index % Math.max(1, args.length)] ?? null)],
    [
      'changed',
      new Callable(
        'changed',
        (args) => before === undefined || !equal(before, args[0] ?? null, evaluator.budget),
      ),
    ],
  ]);
}
