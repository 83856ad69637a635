import { expect, test } from 'vitest';
import { moveLoader, withoutFile } from './loader.ts';

test('files have of the start what they had of the loader', () => {
  const loader = { fileName: 'static/rolldown-runtime-1.js', code: 'var e=1,t=2;export{t as n,e as t};\n' };
  const start = {
    fileName: 'static/start-2.js',
    code: 'import{n as x}from"./rolldown-runtime-1.js";use(x);export{use as u};',
  };
  const other = {
    fileName: 'static/other-3.js',
    code: 'import{t as own}from"./rolldown-runtime-1.js";import{u}from"./start-2.js";const deps=["static/rolldown-runtime-1.js"];',
  };
  moveLoader([loader, start, other], loader, start);
  expect(start.code).toBe(
    'const __loader=(()=>{var e=1,t=2;return{n:t,t:e}})(),x=__loader.n,__loader_n=__loader.n,__loader_t=__loader.t;use(x);export{use as u};\nexport{__loader_n,__loader_t};',
  );
  expect(other.code).toBe(
    'import{__loader_t as own}from"./start-2.js";import{u}from"./start-2.js";const deps=["static/start-2.js"];',
  );
});

test('a file that would be asked for by no name is refused', () => {
  const loader = { fileName: 'static/rolldown-runtime-1.js', code: 'export{e as t};' };
  const other = { fileName: 'static/other-3.js', code: 'import("./rolldown-runtime-1.js")' };
  expect(() => moveLoader([loader, other], loader, { fileName: 'static/start-2.js', code: '' })).toThrow(
    'static/other-3.js',
  );
});

test('neither the page nor the list of files asks for it', () => {
  const page = '<head>\n    <script src="/static/a.js"></script>\n    <link href="/static/b.css">\n</head>';
  expect(withoutFile(page, 'static/a.js')).toBe('<head>\n    <link href="/static/b.css">\n</head>');
  const list = JSON.stringify({ a: { file: 'static/a.js' }, b: { file: 'b.js', imports: ['a', 'c'] } });
  expect(JSON.parse(withoutFile(list, 'static/a.js'))).toEqual({ b: { file: 'b.js', imports: ['c'] } });
});
