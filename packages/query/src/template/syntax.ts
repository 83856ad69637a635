/** An expression of a template. `line` is where it begins. */
export type Expression =
  | { type: 'constant'; value: null | boolean | number | string; float?: boolean; line: number }
  | { type: 'name'; name: string; line: number }
  | { type: 'list' | 'tuple'; items: Expression[]; line: number }
  | { type: 'dict'; entries: [Expression, Expression][]; line: number }
  | { type: 'attribute'; object: Expression; name: string; line: number }
  | { type: 'item'; object: Expression; key: Expression; line: number }
  | {
      type: 'slice';
      start: Expression | null;
      stop: Expression | null;
      step: Expression | null;
      line: number;
    }
  | { type: 'call'; callee: Expression; args: Arguments; line: number }
  | { type: 'filter'; object: Expression; name: string; args: Arguments; line: number }
  | { type: 'test'; object: Expression; name: string; args: Arguments; negated: boolean; line: number }
  | { type: 'unary'; operator: '-' | '+' | 'not'; operand: Expression; line: number }
  | { type: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; line: number }
  | { type: 'logic'; operator: 'and' | 'or'; left: Expression; right: Expression; line: number }
  | {
      type: 'compare';
      first: Expression;
      rest: { operator: CompareOperator; value: Expression }[];
      line: number;
    }
  | { type: 'choice'; test: Expression; yes: Expression; no: Expression | null; line: number };

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '~';
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

/** Arguments of a call; `spread` and `spreadNamed` stand for `*list` and `**dict`. */
export interface Arguments {
  values: Expression[];
  named: { name: string; value: Expression }[];
  spread: Expression | null;
  spreadNamed: Expression | null;
}

/** What takes a value: a name, a part of a namespace, or several of them. */
export type Target =
  | { type: 'name'; name: string }
  | { type: 'part'; object: string; name: string }
  | { type: 'several'; targets: Target[] };

/** A parameter of a `{% macro %}`. */
export interface Parameter {
  name: string;
  fallback: Expression | null;
}

/** A piece of a template that makes output or keeps a value. */
export type Statement =
  | { type: 'text'; text: string; line: number }
  | { type: 'print'; value: Expression; line: number }
  | { type: 'if'; branches: { test: Expression; body: Statement[] }[]; otherwise: Statement[]; line: number }
  | {
      type: 'for';
      target: Target;
      items: Expression;
      filter: Expression | null;
      body: Statement[];
      otherwise: Statement[];
      line: number;
    }
  | { type: 'set'; target: Target; value: Expression; line: number }
  | { type: 'set-block'; target: Target; filters: FilterCall[]; body: Statement[]; line: number }
  | { type: 'with'; values: { target: Target; value: Expression }[]; body: Statement[]; line: number }
  | { type: 'macro'; name: string; parameters: Parameter[]; body: Statement[]; line: number }
  | { type: 'call-block'; parameters: Parameter[]; call: Expression; body: Statement[]; line: number }
  | { type: 'filter-block'; filters: FilterCall[]; body: Statement[]; line: number };

/** One filter of a chain that is applied to a block. */
export interface FilterCall {
  name: string;
  args: Arguments;
}
