import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { circleOf, classicScript } from './classic-scripts.ts';
import { FileRegistry } from './file-registry.ts';

const PLACE = 'https://a.example/static/';

/** A document that runs files of this text, and what they did. */
function pageWith(files: Record<string, string>) {
  const fetched: string[] = [];
  const told: unknown[] = [];
  class HTMLScriptElement extends EventTarget {
    src = '';
    crossOrigin: string | null = null;
    remove = () => undefined;
  }
  const page = createContext({
    HTMLScriptElement,
    URL,
    told,
    document: {
      currentScript: Object.assign(new HTMLScriptElement(), { src: `${PLACE}start.js` }),
      createElement: () => new HTMLScriptElement(),
      head: {
        append: (script: HTMLScriptElement) => {
          fetched.push(script.src.slice(PLACE.length));
          const module = files[script.src.slice(PLACE.length)];
          queueMicrotask(() => {
            if (module !== undefined) run(module, script);
            script.dispatchEvent(new Event(module === undefined ? 'error' : 'load'));
          });
        },
      },
    },
  });
  const run = (module: string, script: HTMLScriptElement) => {
    page.document.currentScript = script;
    runInContext(classicScript(module), page);
    page.document.currentScript = null;
  };
  runInContext(`globalThis.System = new ${FileRegistry.toString()}`, page);
  const open = (file: string): Promise<Record<string, unknown>> => page.System.import(`${PLACE}${file}`);
  return { open, fetched, told };
}

test('files give each other what they export, and each is fetched and run once', async () => {
  const { open, fetched, told } = pageWith({
    'a.js':
      'import{twice as t}from"./b.js";import{name}from"./c.js";told.push("a");export const all=t(name);',
    'b.js': 'import{name}from"./c.js";told.push("b");export function twice(x){return x+name}',
    'c.js': 'told.push("c");const e="c";export{e as name};',
  });
  const [first, second] = await Promise.all([open('a.js'), open('a.js')]);
  expect(first).toEqual({ all: 'cc' });
  expect(second).toBe(first);
  expect(told).toEqual(['c', 'b', 'a']);
  expect(fetched.sort()).toEqual(['a.js', 'b.js', 'c.js']);
});

test('what a file exports may change later, and others see it', async () => {
  const { open } = pageWith({
    'a.js': 'import{count,more}from"./b.js";export function go(){more();return count}',
    'b.js': 'let count=1;function more(){count+=1}export{count,more};',
  });
  const { go } = await open('a.js');
  expect(typeof go === 'function' && go()).toBe(2);
});

test('files are also loaded where they are needed, by what they are called beside the one that needs them', async () => {
  const { open } = pageWith({
    'a.js': 'export const load=()=>import("./b.js");export const place=import.meta.url;',
    'b.js': 'export const b=await Promise.resolve(4);',
  });
  const { load, place } = await open('a.js');
  expect(place).toBe(`${PLACE}a.js`);
  expect(await (typeof load === 'function' && load())).toEqual({ b: 4 });
});

test('a file that does not come is named, as browsers do, and asked for again', async () => {
  const files: Record<string, string> = { 'a.js': 'import"./gone.js";' };
  const { open, fetched } = pageWith(files);
  await expect(open('a.js')).rejects.toThrow(`Failed to fetch dynamically imported module: ${PLACE}gone.js`);
  files['gone.js'] = 'told.push("here");';
  await open('a.js');
  expect(fetched).toEqual(['a.js', 'gone.js', 'gone.js']);
});

test('a file that fails says so to whoever needs it', async () => {
  const { open } = pageWith({
    'a.js': 'import"./b.js";told.push("never");',
    'b.js': 'throw new Error("broken")',
  });
  await expect(open('a.js')).rejects.toThrow('broken');
});

test('files that need each other are told before they would wait for each other', () => {
  const file = (fileName: string, ...imports: string[]) => ({ fileName, imports });
  expect(circleOf([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toBeUndefined();
  expect(circleOf([file('a', 'b'), file('b', 'c'), file('c', 'b')])).toEqual(['b', 'c', 'b']);
});
