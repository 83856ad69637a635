/** Twelve zones, whose clocks change on several days or never. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Cairo',
];

/** Rows of reports that run by these schedules, and send nothing. */
export function scheduleRows(schedules: readonly { crontab: string; timezone: string }[]) {
  return schedules.map(({ crontab, timezone }, at) => ({
    type: 'Report',
    name: `${at}`,
    active: 1 as const,
    crontab,
    timezone,
    creation_method: 'alerts_reports',
    validator_config_json: '{}',
    report_format: 'TEXT',
    log_retention: 90,
    grace_period: 1,
    working_timeout: 1,
    force_screenshot: 0 as const,
    extra: '{}',
    last_state: 'Not triggered',
    created_on: '2024-01-01T00:00:00.000Z',
    changed_on: '2024-01-01T00:00:00.000Z',
  }));
}
