import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type Loadable, loadable } from './loadable.tsx';

const shown = ({ name }: { name: string }) => `this is ${name}`;
const waiting = ({ name }: { name: string }) => `${name} comes`;

const markup = (Part: Loadable<{ name: string }>) =>
  renderToStaticMarkup(createElement(Part, { name: 'a dialog' }));

describe('a part that is fetched when it is wanted', () => {
  test('something stands in for it until it is there, and from then on it is shown at once', async () => {
    const Part = loadable(async () => shown, waiting);
    expect(markup(Part)).toBe('a dialog comes');
    await Part.preload();
    expect(markup(Part)).toBe('this is a dialog');
  });

  test('is fetched once, and again when it could not be fetched', async () => {
    let asked = 0;
    const Part = loadable(async () => {
      asked += 1;
      if (asked === 1) throw new Error('out of reach');
      return shown;
    });
    await Part.preload();
    expect(markup(Part)).toBe('');
    await Promise.all([Part.preload(), Part.preload()]);
    expect(asked).toBe(2);
    expect(markup(Part)).toBe('this is a dialog');
  });
});
