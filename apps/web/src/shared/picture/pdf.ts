/** A page that is one picture: its size in points, and its pixels (RGB, eight bits each) as zlib has packed them. */
export interface PdfPage {
  width: number;
  height: number;
  pixels: { width: number; height: number; packed: Uint8Array };
}

const ascii = new TextEncoder();

/** Pages of pictures as a PDF document. */
export function pdfOf(pages: readonly PdfPage[], title: string): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const places: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? ascii.encode(part) : new Uint8Array(part);
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (...body: (string | Uint8Array)[]) => {
    places.push(length);
    write(`${places.length} 0 obj\n`);
    for (const part of body) write(part);
    write('\nendobj\n');
  };
  const stream = (dictionary: string, bytes: Uint8Array) =>
    object(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream');

  // The four letters behind tell programs that bytes follow, and not text.
  write(new Uint8Array([...ascii.encode('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageObject(at)} 0 R`).join(' ')}] >>`,
  );
  object(`<< /Title ${pdfText(title)} /Producer ${pdfText('Chartroom')} >>`);
  pages.forEach(({ width, height, pixels }, at) => {
    const own = pageObject(at);
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${own + 1} 0 R /Resources << /XObject << /Picture ${own + 2} 0 R >> >> >>`,
    );
    stream('', ascii.encode(`q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`));
    stream(
      `/Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      pixels.packed,
    );
  });
  const table = length;
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  write(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${lines}`);
  write(`trailer\n<< /Size ${places.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}

/** The number of the object that a page is: each has three, after those of the document. */
function pageObject(at: number): number {
  return 4 + at * 3;
}

/** A text in UTF-16. */
function pdfText(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const digits = [0xfe_ff, ...units].map((unit) => unit.toString(16).toUpperCase().padStart(4, '0'));
  return `<${digits.join('')}>`;
}
