import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, type ColumnKind, Decimal, type Frame } from '../frame.ts';
import { encodeCsv } from '../testing/encoded-frames.ts';
import { dayText, disarmed, momentText, quoted } from './csv-cells.ts';
import { CsvEncoder, type CsvOptions } from './encode-csv.ts';

function csv(columns: Record<string, [ColumnKind, Cell[], string?]>, options: CsvOptions = {}): string {
  const all = Object.entries(columns).map(([name, [kind, values, nativeType = '']]) => ({
    name,
    kind,
    generic: 1 as const,
    nativeType,
    values,
  }));
  return Buffer.concat([
    ...encodeCsv({ columns: all, length: all[0]?.values.length ?? 0 }, options),
  ]).toString();
}

/** A reader of RFC 4180 as spreadsheets have it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('encodeCsv', () => {
  it('shows each kind as it is read elsewhere', () => {
    expect(
      csv({
        i: ['int', [1, null, 9007199254740993n]],
        f: ['float', [2, 1e-5, Number.NaN]],
        d: ['decimal', [new Decimal('1'), new Decimal('2.50'), null]],
        b: ['bool', [true, false, null]],
        day: ['date', [0, null, 9e15]],
        at: ['timestamp', [0, 1.5, null], 'TIMESTAMP WITH TIME ZONE'],
      }).split('\n'),
    ).toEqual([
      'i,f,d,b,day,at',
      '1,2.0,1.00,True,1970-01-01,1970-01-01 00:00:00.000000+00:00',
      ',1e-05,2.50,False,,1970-01-01 00:00:00.001500+00:00',
      '9007199254740993,,,,9000000000000000,',
      '',
    ]);
  });

  it('takes other signs between cells and before fractions', () => {
    const columns: Parameters<typeof csv>[0] = {
      'a;b': ['float', [1.5, -2]],
      d: ['decimal', [new Decimal('1'), new Decimal('2.25')]],
      at: ['timestamp', [0, 1.5]],
      t: ['string', ['x;y', 'x,y']],
    };
    expect(csv(columns, { separator: ';', decimalSign: ',' })).toBe(
      '"a;b";d;at;t\n1,5;1,00;1970-01-01 00:00:00.000000;"x;y"\n-2,0;2,25;1970-01-01 00:00:00.001500;x,y\n',
    );
    expect(csv({ at: ['timestamp', [0]], b: ['int', [1]] }, { separator: ' ' })).toBe(
      'at b\n"1970-01-01 00:00:00" 1\n',
    );
  });

  it('quotes what needs it, also an empty cell that stands alone', () => {
    expect(csv({ 'a"b': ['string', ['x,y', null, 'two\nlines']] })).toBe('"a""b"\n"x,y"\n""\n"two\nlines"\n');
  });

  it('leaves backslashes as they are: only quotes are doubled (RFC 4180)', () => {
    const texts = ['C:\\new\\temp', '\\', '\\"', 'a\\,b', '{"a":"\\n"}'];
    const shown = 'C:\\new\\temp\n\\\n"\\"""\n"a\\,b"\n"{""a"":""\\n""}"\n';
    expect(csv({ 'a\\b': ['string', texts] })).toBe(`a\\b\n${shown}`);
    const twice = shown.replaceAll(/^(.+)\n/gm, '$1,$1\n');
    expect(csv({ a: ['string', texts], b: ['string', texts] })).toBe(`a,b\n${twice}`);
    expect(parseCsv(csv({ a: ['string', texts] }))).toEqual([['a'], ...texts.map((text) => [text])]);
  });

  it('writes header and byte order mark when asked', () => {
    expect(csv({ a: ['int', [1]] }, { header: false })).toBe('1\n');
    expect(csv({ a: ['int', [1]] }, { byteOrderMark: true })).toBe('\uFEFFa\n1\n');
  });

  it('S68: disarms text that a spreadsheet would run, in headers too', () => {
    expect(csv({ '=a': ['string', ['=1+1', '-12.5', '|cmd', 'safe=1']] })).toBe(
      "'=a\n'=1+1\n-12.5\n'\\|cmd\nsafe=1\n",
    );
  });

  it('S68: never lets a cell begin like a formula, unless it is a negative number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .tuple(fc.constantFrom('=', '+', '-', '@', '|', '%', ' =', '""='), fc.string())
            .map((parts) => parts.join('')),
        ),
        (text) => {
          const shown = disarmed(text);
          expect(/^[-@+|=%]/.test(shown) && !/^-[\d.]+$/.test(shown)).toBe(false);
        },
      ),
    );
  });

  it('gives back harmless text after a standard reader', () => {
    const harmless = fc
      .string({ unit: 'grapheme' })
      .filter((text) => disarmed(text) === text && !text.includes('\r'));
    fc.assert(
      fc.property(fc.array(fc.tuple(harmless, harmless), { minLength: 1 }), (rows) => {
        const text = csv({
          a: ['string', rows.map(([first]) => first)],
          b: ['string', rows.map(([, second]) => second)],
        });
        expect(parseCsv(text)).toEqual([['a', 'b'], ...rows]);
      }),
    );
  });

  it('writes moments as their text says, whatever the day', () => {
    const moments = fc.array(
      fc.integer({ min: -8.64e12, max: 8.64e12 }).map((seconds) => seconds * 1000),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(
        moments,
        (values) =>
          csv({ a: ['timestamp', values] }) ===
          `a\n${values.map((value) => `${momentText(value)}\n`).join('')}`,
      ),
    );
    const days = [-719_162, 0, 1, 0, 19_000, 2_932_896, 3_000_000].map((day) => day * 86_400_000);
    expect(
      csv({ a: ['date', days] })
        .split('\n')
        .slice(1, 6),
    ).toEqual(['0001-01-01', '1970-01-01', '1970-01-02', '1970-01-01', '2022-01-08']);
  });

  it('writes rows that come in pieces as it writes them whole', () => {
    const columns = [
      { name: 'd', kind: 'decimal', generic: 0, nativeType: '' },
      { name: 't', kind: 'string', generic: 1, nativeType: '' },
    ] as const;
    const pieces: Cell[][][] = [
      [
        [new Decimal('1.25'), null],
        ['a', '=b'],
      ],
      [[new Decimal('2')], ['c,d']],
    ];
    const encoder = new CsvEncoder(columns);
    const text = pieces.map((piece) => {
      encoder.foresee(piece);
      return Buffer.from(encoder.lines(piece, 0, piece[0]?.length ?? 0)).toString();
    });
    expect(text).toEqual(["d,t\n1.25,a\n,'=b\n", '2.00,"c,d"\n']);
  });

  it('cuts long results into chunks of whole lines', () => {
    const frame: Frame = {
      columns: [
        {
          name: 'n',
          kind: 'int',
          generic: 0,
          nativeType: '',
          values: Array.from({ length: 2500 }, (_, row) => row),
        },
      ],
      length: 2500,
    };
    const chunks = [...encodeCsv(frame)].map((chunk) => Buffer.from(chunk).toString());
    expect(chunks.length).toBe(3);
    expect(chunks.every((chunk) => chunk.endsWith('\n'))).toBe(true);
    expect(chunks.join('').split('\n').length).toBe(2502);
  });
});

describe('cells that are written column by column', () => {
  const DAY = 86_400_000;
  /** What a cell looks like, told without regard to speed. */
  const shown: Record<'string' | 'int' | 'timestamp' | 'date' | 'bool', (cell: Cell) => string> = {
    string: (cell) => quoted(disarmed(String(cell)), false),
    int: (cell) => (Number.isNaN(cell) ? '' : String(cell)),
    timestamp: (cell) => momentText(Number(cell)),
    date: (cell) => dayText(Number(cell)),
    bool: (cell) => (cell ? 'True' : 'False'),
  };
  const cells: Record<keyof typeof shown, fc.Arbitrary<Exclude<Cell, null>>> = {
    string: fc.oneof(
      { weight: 30, arbitrary: fc.string({ maxLength: 6, unit: fc.constantFrom(...'abcXYZ0159 .-_') }) },
      fc.constantFrom('a,b', 'say "so"', '=1+1', '-2', 'back\\slash', 'zwölf', '\n', 'long '.repeat(40)),
    ),
    int: fc.oneof(
      fc.integer({ min: -20_000, max: 20_000 }),
      fc.maxSafeInteger(),
      fc.constantFrom(Number.NaN, 2n ** 70n, -0),
    ),
    timestamp: fc.oneof(
      fc.integer({ min: -2 * DAY, max: 2 * DAY }).map((ms) => Math.floor(ms / 1000) * 1000),
      fc.constantFrom(-62_167_219_200_000, -62_167_219_201_000, 253_402_300_800_000, 8.64e15, 9e15),
    ),
    date: fc.integer({ min: -800_000, max: 3_000_000 }).map((day) => day * DAY),
    bool: fc.boolean(),
  };
  const kinds = ['string', 'int', 'timestamp', 'date', 'bool'] as const;

  it('look as they do one by one, whatever stands among them', () => {
    const column = fc
      .constantFrom(...kinds)
      .chain((kind) =>
        fc.tuple(
          fc.constant(kind),
          fc.array(fc.option(cells[kind], { freq: 12 }), { minLength: 40, maxLength: 40 }),
        ),
      );
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 0, max: 60 }),
        (columns, repeats) => {
          // Enough rows for several blocks.
          const rows = Array.from({ length: 40 * repeats }, (_, row) => row % 40);
          const text = csv(
            Object.fromEntries(
              columns.map(([kind, values], index) => [
                `c${index}`,
                [kind, rows.map((row) => values[row] ?? null)],
              ]),
            ),
          );
          const lines = rows.map((row) =>
            columns.map(([kind, values]) => (values[row] == null ? '' : shown[kind](values[row]))).join(','),
          );
          expect(text).toBe(`${[columns.map((_, index) => `c${index}`).join(','), ...lines].join('\n')}\n`);
        },
      ),
    );
  });
});
