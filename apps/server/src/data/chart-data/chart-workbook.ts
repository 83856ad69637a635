import { join } from 'node:path';
import { ChartroomError, type QueryContext } from '@chartroom/model';
import { encodeSheet } from '@chartroom/query';
import type { EncodedAnswer, NamedQuestion, Principal } from '../ports.ts';
import { sent, sheetLater } from '../writing/file-answer.ts';
import { sheetNames } from '../writing/sheet-names.ts';
import { spooled } from '../writing/spool.ts';
import { workbookOf, XLSX } from '../writing/workbook.ts';
import { type ChartDataParts, openAsking } from './chart-answers.ts';
import { openFiles, withoutDetails } from './chart-data.ts';
import { QuestionError } from './prepare-question.ts';

/**
 * Charts as one workbook: a sheet for each query of each, under the chart's name. The sheet of a chart that cannot be asked
 * says why, and the others go on. The workbook is whole before its first byte is sent.
 */
export async function chartWorkbook(
  parts: ChartDataParts,
  charts: readonly NamedQuestion[],
  who: Principal,
  signal: AbortSignal,
  toOthers = false,
): Promise<EncodedAnswer> {
  const hasNoDetails = toOthers || who.guest !== undefined;
  const asked = charts.flatMap(({ name, context }) =>
    context.queries.map((_, place) => ({ name, context, place })),
  );
  const names = sheetNames(asked.map(({ name }) => name));
  const sheets = asked.map(({ context, place }, at) => ({
    name: names[at] ?? `Sheet${at + 1}`,
    pieces: orReason(sheetOf(parts, { context, place }, who, signal), hasNoDetails),
  }));
  const now = parts.now();
  const folder = join(parts.config.home, 'outgoing');
  return sent({ now }, 'xlsx', XLSX, await spooled(workbookOf(sheets, now), folder, signal));
}

async function* sheetOf(
  parts: ChartDataParts,
  { context, place }: { context: QueryContext; place: number },
  who: Principal,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const asking = await openAsking(parts, context, who, signal);
  const { queries, making } = await openFiles(parts, asking, 'xlsx');
  const open = queries[place];
  if (open) yield* sheetLater(open, making);
}

/** A sheet, or one that says why there is none. What goes wrong in the middle of a sheet ends the workbook. */
async function* orReason(sheet: AsyncGenerator<Buffer>, hasNoDetails: boolean): AsyncGenerator<Buffer> {
  let begun = false;
  try {
    for await (const piece of sheet) {
      begun = true;
      yield piece;
    }
  } catch (error) {
    if (begun || !(error instanceof ChartroomError)) throw error;
    const told = hasNoDetails && error instanceof QuestionError ? withoutDetails(error) : error;
    yield* reasonSheet(told.message);
  }
}

async function* reasonSheet(reason: string): AsyncGenerator<Buffer> {
  const column = {
    name: 'The rows of this chart are missing',
    kind: 'string',
    generic: 1,
    nativeType: 'TEXT',
    values: [reason],
  } as const;
  const columns = [{ ...column, values: [...column.values] }];
  for await (const text of encodeSheet(columns, [{ columns, length: 1 }])) yield Buffer.from(text);
}
