import { HOUSE_FONT } from '@chartroom/model';
import { type GlobalToken, type ThemeConfig, theme } from 'antd';

/** How the page is lit: as chosen, or as the system says. */
export type ThemeMode = 'light' | 'dark' | 'system';

const MONOSPACE = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** The one accent of the installation, a deep sea blue; brighter on dark ground so that text in it stays AA. */
const ACCENT = { light: '#1763a6', dark: '#5cb0f5' };

/** What a theme of the installation's own may say (contract/ui.md H3): tokens, components and algorithms of Ant Design. */
export interface ThemeDocument {
  token?: Readonly<Record<string, string | number | boolean>>;
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  algorithm?: readonly ThemeAlgorithm[];
}
export type ThemeAlgorithm = 'default' | 'dark' | 'compact';

const ALGORITHMS = {
  default: theme.defaultAlgorithm,
  dark: theme.darkAlgorithm,
  compact: theme.compactAlgorithm,
};

/** Reads the JSON of a theme; what is of no use to a page (odd types, unknown algorithms) is left out. */
export function readTheme(document: unknown): ThemeDocument {
  if (!isRecord(document)) return {};
  const { token, components, algorithm } = document;
  const names = [algorithm]
    .flat()
    .filter((name) => name === 'default' || name === 'dark' || name === 'compact');
  return {
    ...(isRecord(token) ? { token: plainEntries(token) } : {}),
    ...(isRecord(components)
      ? {
          components: Object.fromEntries(
            Object.entries(components).flatMap(([name, each]) => (isRecord(each) ? [[name, each]] : [])),
          ),
        }
      : {}),
    ...(names.length > 0 ? { algorithm: names } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainEntries(record: Record<string, unknown>): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value]]
        : [],
    ),
  );
}

/**
 * Ant Design's settings for light and dark, with what a theme of the installation's own changes of them.
 *
 * @param isStrong whether whoever looks wants more contrast
 */
export function themeConfig(dark: boolean, own: ThemeDocument = {}, isStrong = false): ThemeConfig {
  const config = houseTheme(dark);
  const compact = own.algorithm?.includes('compact') ?? false;
  return {
    ...config,
    algorithm: [ALGORITHMS[dark ? 'dark' : 'default'], ...(compact ? [ALGORITHMS.compact] : [])],
    // What somebody needs to read by goes before what an installation looks like.
    token: { ...config.token, ...own.token, ...(isStrong ? strongTokens(dark) : {}) },
    components: { ...config.components, ...own.components },
  };
}

/** Calm, dense, one accent. */
function houseTheme(dark: boolean): ThemeConfig {
  return {
    cssVar: { prefix: 'ant', key: 'chartroom' },
    hashed: false,
    // The styles of components are a file of the application (apps/web/component-styles.ts).
    zeroRuntime: true,
    token: {
      colorPrimary: dark ? ACCENT.dark : ACCENT.light,
      colorLink: dark ? ACCENT.dark : ACCENT.light,
      colorInfo: dark ? ACCENT.dark : ACCENT.light,
      // Each can be read on every ground of the page (WCAG AA).
      colorTextTertiary: dark ? '#98a4b0' : '#5f6b77',
      colorTextDescription: dark ? '#98a4b0' : '#5f6b77',
      colorTextPlaceholder: dark ? '#98a4b0' : '#667280',
      colorSuccess: dark ? '#4cb782' : '#17764a',
      colorWarning: dark ? '#dfa53a' : '#946000',
      colorError: dark ? '#ef6b6b' : '#c5303a',
      // The grounds that are made of these colours are grey, and their texts cannot be read on them.
      ...(dark ? {} : { colorSuccessBg: '#e3f3ea', colorWarningBg: '#fdf3dc', colorErrorBg: '#fdecec' }),
      colorBgLayout: dark ? '#101418' : '#f4f6f8',
      colorBgContainer: dark ? '#181d23' : '#ffffff',
      colorBgElevated: dark ? '#20262d' : '#ffffff',
      colorBorder: dark ? '#343c46' : '#d3dae1',
      colorBorderSecondary: dark ? '#272e36' : '#e6ebef',
      fontFamily: HOUSE_FONT,
      fontFamilyCode: MONOSPACE,
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 32,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
    },
    components: {
      // White on the bright accent of the dark could hardly be read.
      Button: { primaryColor: dark ? '#0b141c' : '#ffffff', dangerColor: dark ? '#0b141c' : '#ffffff' },
      Table: { cellPaddingBlock: 10, cellPaddingInline: 12, headerBg: 'transparent' },
      Tabs: { horizontalItemPadding: '8px 0', horizontalMargin: '0 0 8px 0' },
      Layout: { headerHeight: 48, headerPadding: '0 16px' },
      Card: { bodyPadding: 16 },
      Collapse: { headerPadding: '8px 12px', contentPadding: '8px 12px' },
    },
  };
}

/** Texts of at least 7:1 and lines of at least 3:1 on every ground of the page (WCAG AAA, and 1.4.11). */
function strongTokens(dark: boolean): NonNullable<ThemeConfig['token']> {
  const accent = dark ? '#9ccffa' : '#0b3d6b';
  const faint = dark ? '#c3ccd5' : '#3c4650';
  return {
    colorPrimary: accent,
    colorLink: accent,
    colorInfo: accent,
    colorText: dark ? '#ffffff' : '#000000',
    colorTextSecondary: dark ? '#dbe2e8' : '#2a323a',
    colorTextTertiary: faint,
    colorTextDescription: faint,
    colorTextPlaceholder: faint,
    colorSuccess: dark ? '#7fdca9' : '#0b5a36',
    colorWarning: dark ? '#f2c266' : '#6b4500',
    colorError: dark ? '#ff9c9c' : '#99121c',
    colorBorder: dark ? '#9aa7b4' : '#59646f',
    colorBorderSecondary: dark ? '#75818d' : '#7b8691',
    lineWidthFocus: 4,
  };
}

/** Writes the colours that our own style sheets use as `--cr-…` variables on the page, or on a part of it that has a theme of its own. */
export function publishTokens(
  token: GlobalToken,
  dark: boolean,
  element: HTMLElement = document.documentElement,
): void {
  const { style } = element;
  const variables: Record<string, string> = {
    text: token.colorText,
    'text-secondary': token.colorTextSecondary,
    'text-faint': token.colorTextTertiary,
    ground: token.colorBgLayout,
    surface: token.colorBgContainer,
    raised: token.colorBgElevated,
    hover: token.colorFillTertiary,
    fill: token.colorFillQuaternary,
    border: token.colorBorder,
    line: token.colorBorderSecondary,
    accent: token.colorPrimary,
    'accent-soft': token.colorPrimaryBg,
    success: token.colorSuccess,
    warning: token.colorWarning,
    error: token.colorError,
    font: token.fontFamily,
    mono: token.fontFamilyCode,
  };
  for (const [name, value] of Object.entries(variables)) style.setProperty(`--cr-${name}`, value);
  style.colorScheme = dark ? 'dark' : 'light';
  element.dataset.theme = dark ? 'dark' : 'light';
}

/** Colours and font that a drawing needs; a plain object so that drawings work without a page. */
export interface PageColors {
  dark: boolean;
  /** Whether whoever looks wants more contrast. */
  isStrong: boolean;
  colorText: string;
  colorTextSecondary: string;
  colorBorder: string;
  colorSplit: string;
  colorBackground: string;
  colorPrimary: string;
  colorSuccess: string;
  colorError: string;
  fontFamily: string;
}

/** The page's colours from Ant Design's tokens. */
export function pageColors(token: GlobalToken, dark: boolean, isStrong: boolean): PageColors {
  return {
    dark,
    isStrong,
    colorText: token.colorText,
    colorTextSecondary: token.colorTextSecondary,
    colorBorder: token.colorBorder,
    colorSplit: token.colorBorderSecondary,
    colorBackground: token.colorBgContainer,
    colorPrimary: token.colorPrimary,
    colorSuccess: token.colorSuccess,
    colorError: token.colorError,
    fontFamily: HOUSE_FONT,
  };
}
