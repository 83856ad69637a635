import type { Problem } from './problem.ts';
import type { Token } from './tokens.ts';

/** Texts, names, comments and brackets that have no end, or no beginning. */
export function brokenTokens(text: string, tokens: readonly Token[]): Problem[] {
  const open: Token[] = [];
  for (const token of tokens) {
    const sign = text.charAt(token.from);
    if (token.isOpen && token.kind !== 'comment') return [endless(text, token)];
    if (token.kind === 'comment' && text.startsWith('/*', token.from) && token.isOpen)
      return [endless(text, token)];
    if (token.kind !== 'sign') continue;
    if (sign === '(') open.push(token);
    else if (sign === ')' && !open.pop()) return [error(token, "This ')' closes nothing")];
  }
  const last = open.at(-1);
  return last ? [error(last, "This '(' is not closed")] : [];
}

function endless(text: string, token: Token): Problem {
  const start = /^(?:\{.|\/\*|\$\w*\$|.)/s.exec(text.slice(token.from, token.from + 40))?.[0] ?? '';
  const end = ENDS[start] ?? start;
  return error(
    { ...token, to: token.from + start.length },
    `${NAMES[token.kind]} has no end: ${end} is missing`,
  );
}

const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}', '/*': '*/', '[': ']' };
const NAMES: Readonly<Record<Token['kind'], string>> = {
  word: 'This word',
  name: 'This name',
  text: 'This text',
  number: 'This number',
  sign: 'This sign',
  comment: 'This comment',
  template: 'This template',
};

function error({ from, to }: Token, message: string): Problem {
  return { from, to, message, severity: 'error', instead: [] };
}
