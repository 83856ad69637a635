import { expect, test } from 'vitest';
import { frameAddress } from './frame-address.ts';

const BASE = { server: 'https://charts.example.org/', dashboard: 'a b' };

test('the address of a frame says what the page leaves out and wears', () => {
  expect(frameAddress(BASE).href).toBe('https://charts.example.org/embedded/a%20b?uiConfig=16');
  const all = frameAddress({
    ...BASE,
    chart: '7',
    hideTitle: true,
    hideTabs: true,
    hideChartControls: true,
    hideFilters: true,
    collapseFilters: true,
    showRowLimitWarning: true,
    theme: 'light',
    language: 'de',
    permalink: 'k',
  });
  expect(Object.fromEntries(all.searchParams)).toEqual({
    uiConfig: '59',
    chart: '7',
    show_filters: 'false',
    expand_filters: 'false',
    themeMode: 'default',
    language: 'de',
    permalink_key: 'k',
  });
});

test('a theme without meaning is left out, and a server that is no address is an error', () => {
  expect(frameAddress({ ...BASE, theme: 'pink' }).searchParams.has('themeMode')).toBe(false);
  expect(() => frameAddress({ ...BASE, server: 'charts' })).toThrow();
});
