import { type Formats, isJsonObject } from '@chartroom/model';
import type { DrawTheme } from '../chart-type.ts';

/** Colours and font of a picture that no page stands around: those of its charts, and of what lies behind these. */
export interface StillLook extends DrawTheme {
  /** Behind the charts. */
  colorGround: string;
}

/** The font that pictures are written in, and what its numbers and letters are as wide as. */
const FONT = 'Arimo, Arial, sans-serif';

/** What pages have by day and by night (`packages/ui/src/theme.ts`), as Ant Design makes colours of it. */
const HOUSE: Readonly<Record<'light' | 'dark', StillLook>> = {
  light: {
    dark: false,
    colorText: 'rgba(0,0,0,0.88)',
    colorTextSecondary: 'rgba(0,0,0,0.65)',
    colorBorder: '#d3dae1',
    colorSplit: '#e6ebef',
    colorBackground: '#ffffff',
    colorPrimary: '#1763a6',
    colorSuccess: '#17764a',
    colorError: '#c5303a',
    colorGround: '#f4f6f8',
    fontFamily: FONT,
  },
  dark: {
    dark: true,
    colorText: 'rgba(255,255,255,0.85)',
    colorTextSecondary: 'rgba(255,255,255,0.65)',
    colorBorder: '#343c46',
    colorSplit: '#272e36',
    colorBackground: '#181d23',
    colorPrimary: '#5199d3',
    colorSuccess: '#449f72',
    colorError: '#ce5e5e',
    colorGround: '#101418',
    fontFamily: FONT,
  },
};

/** Tokens of Ant Design that a theme may give as they are, by what of a picture they colour. */
const TOKENS = {
  colorText: 'colorText',
  colorTextSecondary: 'colorTextSecondary',
  colorBorder: 'colorBorder',
  colorSplit: 'colorBorderSecondary',
  colorBackground: 'colorBgContainer',
  colorGround: 'colorBgLayout',
} as const;
/** Tokens that Ant Design makes colours of: by night darker ones. */
const SEEDS = ['colorPrimary', 'colorSuccess', 'colorError'] as const;
/** What a seed is mixed with by night, and how much of it is left. */
const NIGHT = { ground: 0x14, share: 0.85 };

/**
 * The colours of a picture by the JSON of a theme; what of it is of no use here counts as not said.
 *
 * @param dark which of its two looks the installation's own colours come from
 */
export function stillLook(dark: boolean, theme?: unknown, formats?: Formats): StillLook {
  const house = HOUSE[dark ? 'dark' : 'light'];
  const token = isJsonObject(theme) && isJsonObject(theme.token) ? theme.token : {};
  const told = Object.entries(TOKENS).flatMap(([part, name]) => {
    const value = token[name];
    return typeof value === 'string' ? [[part, value] as const] : [];
  });
  const made = SEEDS.flatMap((name) => {
    const value = token[name];
    return typeof value === 'string' ? [[name, dark ? atNight(value) : value] as const] : [];
  });
  return { ...house, ...Object.fromEntries([...told, ...made]), ...(formats && { formats }) };
}

/** Whether the JSON of a theme that stands for itself is a dark one. */
export function isDarkTheme(theme: unknown): boolean {
  return isJsonObject(theme) && [theme.algorithm].flat().includes('dark');
}

/** A seed as Ant Design's dark algorithm has it; what is not six hexadecimal digits stays as it is. */
function atNight(seed: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(seed)) return seed;
  const channels = [1, 3, 5].map((at) => {
    const own = Number.parseInt(seed.slice(at, at + 2), 16);
    return Math.round((own - NIGHT.ground) * NIGHT.share + NIGHT.ground);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
