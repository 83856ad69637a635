import { deflateRawSync } from 'node:zlib';

/** Packs texts as a zip archive. */
export function zip(parts: Record<string, string | Uint8Array>): Buffer {
  const bodies: Buffer[] = [];
  const contents: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const data = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    bodies.push(head, Buffer.from(name), data);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    contents.push(entry, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const table = Buffer.concat(contents);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, table, end]);
}

/** A workbook of tests, by the parts of its archive: two sheets, cells of every kind. */
export const BOOK = {
  'xl/workbook.xml':
    '<?xml version="1.0"?><workbook xmlns:r="x"><sheets><sheet name="Sales &amp; more" sheetId="1" r:id="rId1"/><sheet name="Second" sheetId="2" r:id="rId2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="171" formatCode="[>9]0.0&quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>city</t></si><si><r><t>Pa</t></r><r><t xml:space="preserve">ris, </t></r><rPh><t>no</t></rPh></si><si><t>a "b"&#10;&lt;c&gt;</t></si></sst>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>people</t></is></c><c r="C1" t="str"><v>day</v></c><c r="D1" t="str"><v>moment</v></c><c r="E1" t="str"><v>open</v></c><c r="F1" t="str"><v>share</v></c></row>
    <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2148000</v></c><c r="C2" s="1"><v>45351</v></c><c r="D2" s="2"><v>45351.5</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" s="3"><v>0.10000000000000001</v></c></row>
    <row r="3"/>
    <row r="4"><c r="A4" t="s"><v>2</v></c><c r="C4" s="1"><v>1</v></c><c r="E4" t="b"><v>0</v></c><c r="F4" t="e"><v>#DIV/0!</v></c></row>
  </sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row><c t="str"><v>k</v></c></row><row><c><v>1</v></c></row></sheetData></worksheet>',
};
