import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ChartExample, ViewProps } from '../chart-type.ts';
import { cellPlaces, tableColumnWidths } from '../draw/column-widths.ts';
import { exampleResult } from '../example-result.ts';
import { LIGHT_THEME } from '../testing/draw-example.ts';
import { example as pivotExample } from '../types/pivot-table/example.ts';
import { PivotTableView } from '../types/pivot-table/view.tsx';
import { example as tableExample } from '../types/table/example.ts';
import { TableView } from '../types/table/view.tsx';
import { hasMarkup } from './safe-markup.tsx';

function propsOf(
  { form, results }: ChartExample,
  more: Record<string, unknown> = {},
  onDashboard = false,
): ViewProps {
  return {
    form: { ...form, ...more },
    results,
    datasource: { columns: [], metrics: [], verbose_map: {}, column_formats: {} },
    width: 600,
    height: 400,
    theme: LIGHT_THEME,
    onDashboard,
    ownState: {},
    setOwnState: () => undefined,
    onCrossFilter: () => undefined,
  };
}

it('shows a table with headings, rows and totals', () => {
  const markup = renderToStaticMarkup(createElement(TableView, propsOf(tableExample)));
  expect(markup.match(/<th scope="col" aria-sort="none"/g)).toHaveLength(4);
  expect(markup).toMatch(/<tbody>.*ORD.*<\/tbody><tfoot.*Summary.*<\/tfoot>/s);
  expect(markup).not.toContain('<search');
  expect(markup).not.toContain('role="button"');
});

it('offers search, pages and filters where they are wanted', () => {
  const form = { include_search: true, page_length: 2 };
  const markup = renderToStaticMarkup(createElement(TableView, propsOf(tableExample, form, true)));
  expect(markup).toContain('placeholder="Search 5 records"');
  expect(markup).toContain('1–2 of 5');
  expect(markup).toMatch(/role="button"[^>]*aria-pressed="false"[^>]*>ORD</);
  expect(markup).not.toContain('>ATL<');
});

it('pages what the server has counted', () => {
  const results = [...tableExample.results.slice(0, 1), exampleResult({ rowcount: 0 }, [[321]])];
  const props = propsOf({ ...tableExample, results }, { server_pagination: true, show_totals: false });
  const given = { ...props, ownState: { currentPage: 1 } };
  expect(renderToStaticMarkup(createElement(TableView, given))).toContain('11–20 of 321');
});

it('shows a pivot table with the headings of both sides', () => {
  const markup = renderToStaticMarkup(
    createElement(
      PivotTableView,
      propsOf(pivotExample, { groupbyRows: ['origin', 'destination'], groupbyColumns: [] }),
    ),
  );
  expect(markup).toContain('aria-label="Collapse ATL"');
  expect(markup).toMatch(/<th scope="row" rowSpan="2"/);
});

it('places and measures cells below ones that cover several', () => {
  const cell = (text: string, span?: number) => ({
    value: text,
    text,
    ...(span === undefined ? {} : { span }),
  });
  expect(cellPlaces([cell('a'), cell('b')], 4)).toEqual([2, 3]);
  expect(cellPlaces([cell('total', 2), cell('b')], 3)).toEqual([0, 2]);
  const column = (key: string) => ({ key, label: key, align: 'left' as const, numeric: false });
  const widths = tableColumnWidths({
    columns: [column('a'), column('b')],
    rows: [[cell('x'.repeat(30)), cell('y')]],
    rowCount: 1,
  });
  expect(widths[0]).toBeGreaterThan(200);
  expect(widths[1]).toBe(60);
});

it('tells markup from text', () => {
  expect(hasMarkup('<a href="https://example.org">x</a>')).toBe(true);
  expect(hasMarkup('a < b and b > c')).toBe(false);
});
