import { stillLook } from '@chartroom/charts';
import { pageColors, themeConfig } from '@chartroom/ui';
import { theme } from 'antd';
import { beforeAll, expect, test, vi } from 'vitest';

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

test.each([false, true])('pictures without a page have its colours, dark: %s', (dark) => {
  const token = theme.getDesignToken(themeConfig(dark));
  const { fontFamily: _font, isStrong: _strong, ...colors } = pageColors(token, dark, false);
  expect(stillLook(dark)).toMatchObject(colors);
  expect(stillLook(dark).colorGround).toBe(token.colorBgLayout);
});
