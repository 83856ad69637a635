import type { ThemeMode } from '@chartroom/ui';

/** Lightings by the words of the embedding library. */
export const GIVEN_MODES: Readonly<Partial<Record<string, ThemeMode>>> = {
  default: 'light',
  dark: 'dark',
  system: 'system',
};

/** Themes that the page around a frame gives: one for each lighting, or one that says its lighting itself. */
export type GivenTheme = { default: unknown; dark: unknown } | { document: unknown };

/** What a page around says of themes: a document, or one for each lighting. Undefined for what is neither. */
export function givenTheme(config: unknown): GivenTheme | undefined {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined;
  if (!('theme_default' in config) && !('theme_dark' in config)) return { document: config };
  const light = memberOf(config, 'theme_default');
  return { default: light, dark: memberOf(config, 'theme_dark') ?? light };
}

/** A member of what came from elsewhere; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
