import { type ReportItem, type ReportPreview, reportApi, type SentMessage } from '@chartroom/model';
import { api } from './api.ts';

/** Turns the schedule of an alert or report on or off. */
export async function setActive(id: number, active: boolean): Promise<void> {
  await api(reportApi.update, { params: { pk: id }, body: { active } });
}

/** Begins a run now. */
export async function sendNow(id: number): Promise<void> {
  await api(reportApi.execute, { params: { pk: id } });
}

/** What each recipient would get, and whether the condition of an alert holds; nothing is sent. */
export async function fetchPreview(
  id: number,
  signal: AbortSignal,
): Promise<{
  alert: { triggered: boolean; value: string | null; error: string | null } | null;
  recipients: ReportPreview[];
}> {
  return (await api(reportApi.preview, { params: { pk: id }, signal })).result;
}

/** What a run of an alert or report sent, as far as it is kept. */
export async function fetchSent(id: number, log: number, signal: AbortSignal): Promise<SentMessage[]> {
  return (await api(reportApi.sent, { params: { pk: id, log }, signal })).result;
}

/** An alert or a report. */
export async function fetchReport(id: number, signal: AbortSignal): Promise<ReportItem> {
  return (await api(reportApi.show, { params: { pk: id }, signal })).result;
}
