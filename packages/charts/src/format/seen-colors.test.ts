import { describe, expect, it } from 'vitest';
import { COLOR_BLIND_SAFE } from './categorical-schemes.ts';
import { channelsOf } from './channels.ts';
import { labelColors } from './label-colors.ts';
import { seenColor, seenColors } from './seen-colors.ts';
import { sequentialScheme } from './sequential.ts';

const LIGHT = { dark: false, colorBackground: '#ffffff' };
const DARK = { dark: true, colorBackground: '#181d23' };

/** How linear light is seen without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISIONS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

function linear(color: string): number[] {
  return channelsOf(color)
    .slice(0, 3)
    .map((each) => each / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

/** CIE L*a*b* of a colour as somebody sees it. */
function lab(color: string, vision: readonly (readonly number[])[]): number[] {
  const light = linear(color);
  const times = (rows: readonly (readonly number[])[], vector: readonly number[]) =>
    rows.map((row) =>
      Math.max(
        0,
        row.reduce((sum, each, at) => sum + each * (vector[at] ?? 0), 0),
      ),
    );
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    times(vision, light),
  );
  const white = [0.95047, 1, 1.08883];
  const [x = 0, y = 0, z = 0] = xyz
    .map((each, at) => each / (white[at] ?? 1))
    .map((part) => (part > 216 / 24389 ? Math.cbrt(part) : (part * 24389) / 27 / 116 + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(some: readonly number[], others: readonly number[]): number {
  return Math.hypot(...some.map((each, at) => each - (others[at] ?? 0)));
}

/** How well a colour stands out from a ground (WCAG 2). */
function contrast(color: string, ground: string): number {
  const [some = 0, others = 0] = [color, ground].map((each) => {
    const [red = 0, green = 0, blue = 0] = linear(each);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(some, others) + 0.05) / (Math.min(some, others) + 0.05);
}

describe.each(Object.entries(VISIONS))('the safe schemes with %s', (_, vision) => {
  it('have no two colours nearer than 15 in CIE L*a*b*', () => {
    const seen = COLOR_BLIND_SAFE.colors.map((color) => lab(color, vision));
    const pairs = seen.flatMap((one, at) => seen.slice(at + 1).map((other) => distance(one, other)));
    expect(Math.min(...pairs)).toBeGreaterThan(15);
  });

  it('go from light to dark in steps that are seen', () => {
    const lightness = sequentialScheme('colorBlindSafeRamp').colors.map(
      (color) => lab(color, vision)[0] ?? 0,
    );
    const steps = lightness.slice(1).map((each, at) => (lightness[at] ?? 0) - each);
    expect(Math.min(...steps)).toBeGreaterThan(5);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(5);
  });
});

describe('colours as they are seen', () => {
  it('are by day as they were recorded', () => {
    const colors = labelColors('supersetColors');
    expect(seenColors(colors, LIGHT)).toBe(colors);
  });

  it('are lighter in the dark where they were too near to it, and stay as they were otherwise', () => {
    const colors = seenColors(labelColors('supersetColors'), DARK);
    expect(colors('first')).toBe('#1FA8C9');
    const navy = colors('second');
    expect(navy).not.toBe('#454E7C');
    expect(contrast(navy, DARK.colorBackground)).toBeGreaterThanOrEqual(3);
    expect(contrast(navy, DARK.colorBackground)).toBeLessThan(3.6);
  });

  it.each([LIGHT, DARK])('stand out more where that is wanted, on $colorBackground', (ground) => {
    const colors = seenColors(labelColors('supersetColors'), { ...ground, isStrong: true });
    for (const label of 'abcdefgh')
      expect(contrast(colors(label), ground.colorBackground)).toBeGreaterThanOrEqual(4.5);
  });

  it('are those of the safe scheme in the place of the default one where more contrast is wanted', () => {
    const strong = { ...DARK, isStrong: true };
    const colors = seenColors(labelColors('supersetColors'), strong);
    const own = seenColors(labelColors('d3Category10'), strong);
    expect(colors('first')).toBe(seenColor(COLOR_BLIND_SAFE.colors[0] ?? '', strong));
    expect(own('first')).toBe(seenColor('#1f77b4', strong));
  });
});
