import { describe, expect, test } from 'vitest';
import { markedDown } from './marked-down.ts';

const html = async (description: string | null) => (await markedDown([description]))[0];

describe('descriptions', () => {
  test.each([
    ['told **bold** and *slanted*', '<p>told <strong>bold</strong> and <em>slanted</em></p>'],
    ['one\nline\n\nanother', '<p>one\nline</p>\n<p>another</p>'],
    ['# Title\n\n- a\n- b', '<h1>Title</h1>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['2. two\n3. three', '<ol start="2">\n<li>two</li>\n<li>three</li>\n</ol>'],
    [
      '[here](/superset/dashboard/1/ "there")',
      '<p><a href="/superset/dashboard/1/" title="there">here</a></p>',
    ],
    ['see https://x.example/a', '<p>see <a href="https://x.example/a">https://x.example/a</a></p>'],
    ['see readme.md, a@b.example', '<p>see readme.md, a@b.example</p>'],
    ['![p](https://x.example/p.png)', '<p><img src="https://x.example/p.png" alt="p" /></p>'],
    ['`a < b` & ~~c~~', '<p><code>a &lt; b</code> &amp; <s>c</s></p>'],
    ['```sql\nselect 1 < 2\n```', '<pre><code>select 1 &lt; 2\n</code></pre>'],
    [
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align:right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align:right">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    ['from <b>HTML</b><br>x<sub>2</sub>', '<p>from <b>HTML</b><br />x<sub>2</sub></p>'],
    ['1 < 2 & "q"', '<p>1 &lt; 2 &amp; "q"</p>'],
  ])('%j is shown as HTML', async (description, shown) => {
    expect(await html(description)).toBe(shown);
  });

  test('none are an empty text, and each has its own place', async () => {
    expect(await markedDown([null, 'a', ' \n', 'b'])).toEqual(['', '<p>a</p>', '', '<p>b</p>']);
  });

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x.example/x.js></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)" onclick="alert(1)">a</a>',
    '<a href=" jAvA\tscript:alert(1)">a</a>',
    '[a](javascript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '![a](data:text/html;base64,PHNjcmlwdD4=)',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<iframe src="https://x.example"></iframe><object data="x"></object><embed src="x">',
    '<style>* { display: none }</style><p style="position:fixed;top:0">a</p>',
    '<td style="text-align:left;background:url(https://x.example)">a</td>',
    '<form action="/logout/"><input name="q"><button>b</button></form>',
    '<a name="body" id="cookie">a</a>',
    '<base href="https://x.example/"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<!--><img src=x onerror=alert(1)>-->',
    '```<img src=x onerror=alert(1)>',
    '<b title="a" onmouseover=alert(1)//',
    '<video><source onerror="alert(1)"></video><details open ontoggle=alert(1)>',
  ])('nothing in %j acts', async (description) => {
    const shown = (await html(description)) ?? '';
    for (const [tag] of shown.matchAll(/<[^>]*>/g))
      expect(tag).toMatch(
        /^<\/?(?:p|b|i|br|a|img|td|pre|code)(?: style| (?:href|src|alt|title)="(?!\s*(?:javascript|data):)[^"<>]*")*(?: \/)?>$/i,
      );
  });

  test('what is too long to be read is shown as it was written', async () => {
    const long = '**a** <b>\n'.repeat(1_001);
    expect(await html(long)).toBe(`<pre>${long.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`);
    const cells = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|\n'.repeat(200)}`;
    expect(await html(cells)).toBe(`<pre>${cells}</pre>`);
    expect(await html('a\n'.repeat(4_000))).toMatch(/^<p>a\na\n/);
  });

  test('nothing keeps everybody waiting, or ends the server', async () => {
    await html('to load what reads them');
    const pieces = [
      '>',
      '1. ',
      '- ',
      '* a\n',
      '*_',
      '*a_ ',
      '[',
      '[a](',
      '![[',
      '`a``b```',
      '<b>',
      '<',
      '&',
      '~a~~b~',
    ];
    for (const piece of [
      ...pieces,
      '|',
      '  - a\n',
      'http://a.b/(',
      '[a]: b\n',
      '<td style="text-align:left">',
      '\\',
    ]) {
      const before = process.cpuUsage();
      await html(piece.repeat(Math.floor(10_000 / piece.length)));
      const { user, system } = process.cpuUsage(before);
      expect([piece, (user + system) / 1000 < 1_500]).toEqual([piece, true]);
    }
  });
});
