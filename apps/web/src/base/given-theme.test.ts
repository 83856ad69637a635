import { describe, expect, test } from 'vitest';
import { givenTheme } from './given-theme.ts';

describe('the theme that a page around gives', () => {
  const light = { token: { colorPrimary: '#aa0000' } };
  const dark = { ...light, algorithm: 'dark' };

  test('is one for each lighting, or one for both', () => {
    expect(givenTheme({ theme_default: light, theme_dark: dark })).toEqual({ default: light, dark });
    expect(givenTheme({ theme_default: light })).toEqual({ default: light, dark: light });
    expect(givenTheme({ theme_dark: dark })).toEqual({ default: undefined, dark });
  });

  test('or a document that says its lighting itself', () => {
    expect(givenTheme(dark)).toEqual({ document: dark });
  });

  test('is nothing else', () => {
    for (const other of [undefined, null, 'dark', 7, [light]]) expect(givenTheme(other)).toBeUndefined();
  });
});
