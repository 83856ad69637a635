import { SHEET_STYLES } from '@chartroom/query';
import { zipStream } from './zip-stream.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet of a workbook: its XML under a name that a sheet may have. */
export interface Sheet {
  name: string;
  pieces: AsyncIterable<Buffer>;
}

/**
 * The XML of a sheet as a workbook (XLSX) of that one sheet, written while it is read.
 * @throws ChartroomError 400, as the pieces are read, for what no sheet can hold
 */
export function workbook(sheet: AsyncIterable<Buffer>, moment: Date): AsyncIterable<Buffer> {
  return workbookOf([{ name: 'Sheet1', pieces: sheet }], moment);
}

/** A workbook of several sheets, each read when its turn comes. */
export function workbookOf(sheets: readonly Sheet[], moment: Date): AsyncIterable<Buffer> {
  const parts = Object.entries(partsOf(sheets)).map(([name, text]) => ({
    name,
    pieces: [Buffer.from(HEAD + text)],
  }));
  const styles = { name: 'xl/styles.xml', pieces: [Buffer.from(SHEET_STYLES)] };
  const written = sheets.map(({ pieces }, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, pieces }));
  return zipStream([...parts, styles, ...written], moment);
}

/** The parts of a workbook that tell of its sheets. */
function partsOf(sheets: readonly Sheet[]): Record<string, string> {
  const list = (line: (place: number, sheet: Sheet) => string) =>
    sheets.map((sheet, at) => line(at + 1, sheet)).join('');
  const last = sheets.length + 1;
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${list((place) => `<Override PartName="/xl/worksheets/sheet${place}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${list((place, { name }) => `<sheet name="${escaped(name)}" sheetId="${place}" r:id="rId${place}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${list((place) => `<Relationship Id="rId${place}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${place}.xml"/>`)}<Relationship Id="rId${last}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  };
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
