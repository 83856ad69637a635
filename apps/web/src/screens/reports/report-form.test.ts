import { describe, expect, test } from 'vitest';
import { bodyOf, formatsOf, formOf, lackingIn, lackingText, newForm, wrongAddresses } from './report-form.ts';

const whole = {
  ...newForm(7),
  name: ' Tide ',
  database: 1,
  sql: 'select 1',
  threshold: 5,
  dashboard: 3,
  recipients: [{ type: 'Email', target: 'ada@example.org' }],
};

describe('the dialog of alerts and reports', () => {
  test('tells what is lacking, by section', () => {
    expect(lackingText(lackingIn(newForm(7), 'Alert'))).toBe(
      'Not all required fields are complete. General information: name; Alert condition: database, sql, value; Content: content; Notification method: recipients.',
    );
    expect(lackingText(lackingIn(whole, 'Alert'))).toBeUndefined();
    expect(lackingIn({ ...whole, condition: 'not null', threshold: undefined }, 'Alert').condition).toEqual(
      [],
    );
    expect(lackingIn({ ...whole, working_timeout: 0 }, 'Report').schedule).toEqual(['working timeout']);
    const wrong = [{ type: 'Email', target: 'ada@example' }];
    expect(lackingIn({ ...whole, recipients: wrong }, 'Report').notification).toEqual(['email']);
  });

  test('mail addresses are parted by commas, semicolons and blanks', () => {
    expect(wrongAddresses('a@b.org; c@d.co.uk,  e@f')).toEqual(['e@f']);
    expect(wrongAddresses('')).toEqual([]);
  });

  test('a report has no condition, an alert on a chart always asks anew', () => {
    const report = bodyOf(whole, 'Report', undefined);
    expect(report).toMatchObject({ type: 'Report', name: 'Tide', dashboard: 3, chart: null });
    expect(report).not.toHaveProperty('database');
    const alert = bodyOf({ ...whole, content: 'chart', chart: 9 }, 'Alert', undefined);
    expect(alert).toMatchObject({
      chart: 9,
      dashboard: null,
      force_screenshot: true,
      validator_type: 'operator',
      validator_config_json: { op: '<', threshold: 5 },
    });
    const notNull = bodyOf({ ...whole, condition: 'not null' }, 'Alert', undefined);
    expect(notNull).toMatchObject({ validator_type: 'not null', validator_config_json: {} });
  });

  test('what is stored comes back as it was, with what the dialog does not know', () => {
    const stored = {
      id: 1,
      active: false,
      chart: null,
      context_markdown: null,
      creation_method: 'alerts_reports',
      crontab: '5 9 * * 1',
      custom_width: 800,
      dashboard: { id: 3, dashboard_title: 'Board' },
      database: { id: 1, database_name: 'main' },
      description: null,
      email_subject: 'Hello',
      extra: { dashboard: { anchor: 'TAB-1', dataMask: { f: {} } }, other: 1 },
      force_screenshot: true,
      grace_period: 60,
      last_eval_dttm: null,
      last_state: 'Success',
      last_value: null,
      last_value_row_json: null,
      log_retention: 30,
      name: 'Old',
      owners: [{ id: 7, first_name: 'A', last_name: 'B' }],
      recipients: [
        { id: 1, type: 'Email', recipient_config_json: '{"target":"a@b.org","ccTarget":"c@d.org"}' },
      ],
      report_format: 'PDF',
      sql: 'select 2',
      timezone: 'Europe/Berlin',
      type: 'Alert',
      validator_config_json: '{"op":">=","threshold":2}',
      validator_type: 'operator',
      working_timeout: 100,
    };
    const form = formOf(stored);
    expect(form).toMatchObject({ condition: '>=', threshold: 2, tab: 'TAB-1', content: 'dashboard' });
    const body = bodyOf(form, 'Alert', stored);
    expect(body.extra).toEqual(stored.extra);
    expect(body.recipients?.[0]?.recipient_config_json).toMatchObject({
      target: 'a@b.org',
      ccTarget: 'c@d.org',
    });
    // Another dashboard has other tabs and filters.
    expect(
      bodyOf({ ...form, dashboard: 4, tab: undefined, dataMask: undefined }, 'Alert', stored).extra,
    ).toEqual({
      dashboard: {},
      other: 1,
    });
  });

  test('text is offered for charts of rows alone', () => {
    const names = (viz: string | undefined) => formatsOf('chart', viz).map(({ value }) => value);
    expect(names('table')).toContain('TEXT');
    expect(names('pie')).not.toContain('TEXT');
    expect(formatsOf('dashboard', undefined).map(({ value }) => value)).toEqual(['PDF', 'PNG', 'XLSX']);
  });
});
