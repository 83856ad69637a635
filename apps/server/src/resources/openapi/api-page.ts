import type { ApiDocument, ApiOperation } from '@chartroom/model';

/** What the page needs besides the document. */
export interface PageParts {
  csrfToken: string;
  nonces: { script: string; style: string };
}

/** The description of the API for people: calls by area, what each reads, and a form that tries it in one's own session. */
export function apiPage(document: ApiDocument, { csrfToken, nonces }: PageParts): string {
  const areas = Map.groupBy(operationsIn(document), ({ area }) => area);
  const sections = [...areas].map(
    ([area, operations]) =>
      `<section><h2>${escaped(area)}</h2>${operations.map((each) => each.html).join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csrf-token" content="${escaped(csrfToken)}"><title>API - Chartroom</title>
<style nonce="${nonces.style}">${STYLE}</style></head>
<body><main><h1>API</h1>
<p>Every call of this installation. <a href="/api/v1/_openapi">The same as an OpenAPI document</a>. What is tried here is done for real, as you.</p>
<p><label>Find a call <input type="search" id="find"></label></p>
${sections.join('\n')}</main>
<script nonce="${nonces.script}">${SCRIPT}</script></body></html>`;
}

interface Operation {
  area: string;
  html: string;
}

function operationsIn({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      area: operation.tags[0] ?? 'api',
      html: operationHtml(method.toUpperCase(), path, operation),
    })),
  );
}

function operationHtml(
  method: string,
  path: string,
  { description, parameters, requestBody }: ApiOperation,
): string {
  const fields = parameters.map(
    ({ name, in: place, required }) =>
      `<p><label><code>${escaped(name)}</code> in the ${place === 'path' ? 'address' : 'query'} <input name="${escaped(name)}" data-place="${place}"${required ? ' required' : ''}></label></p>`,
  );
  const [type, { schema }] = Object.entries(requestBody?.content ?? {})[0] ?? ['', { schema: undefined }];
  const body = schema
    ? `<h3>Body, ${escaped(type)}</h3><pre tabindex="0">${escaped(JSON.stringify(schema, null, 2))}</pre>`
    : '';
  const box =
    type === 'application/json'
      ? '<p><label>JSON to send<br><textarea name="body" rows="6">{}</textarea></label></p>'
      : '';
  // Files are sent from screens and scripts: a form for every shape of them would be a second screen.
  const trial =
    type === 'multipart/form-data' ? '' : '<p><button type="submit">Try it</button></p><output></output>';
  return `<details data-call="${escaped(`${method} ${path}`)}"><summary><b>${method}</b> <code>${escaped(path)}</code></summary>
<p>${escaped(description)}</p>${body}
<form data-method="${method}" data-path="${escaped(path)}">${fields.join('')}${box}${trial}</form></details>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:60rem;margin:auto;padding:1rem}
details{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:6px;margin:.4rem 0;padding:.4rem .8rem}
summary{cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:4.5rem}h2{margin-top:2rem}h3{font-size:1rem}
pre,output{display:block;overflow:auto;max-height:24rem;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.4 ui-monospace,monospace}
input,textarea,button{font:inherit;padding:.3rem .5rem}textarea{width:100%;box-sizing:border-box;font-family:ui-monospace,monospace}`;

/** Sends what a form says, with the token of the session, and shows the answer; narrows the list as one types. */
const SCRIPT = `
const token = document.querySelector('meta[name=csrf-token]').content;
document.getElementById('find').addEventListener('input', (event) => {
  const text = event.target.value.toLowerCase();
  for (const each of document.querySelectorAll('details')) each.hidden = !each.dataset.call.toLowerCase().includes(text);
  for (const each of document.querySelectorAll('section')) each.hidden = !each.querySelector('details:not([hidden])');
});
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const show = form.querySelector('output');
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll('input')) {
    if (field.dataset.place === 'path') path = path.replace('{' + field.name + '}', encodeURIComponent(field.value));
    else if (field.value) query.set(field.name, field.value);
  }
  const options = { method: form.dataset.method, headers: { 'x-csrftoken': token } };
  const body = form.querySelector('textarea');
  if (body) {
    options.body = body.value;
    options.headers['content-type'] = 'application/json';
  }
  show.textContent = '…';
  try {
    const answer = await fetch(path + (query.size ? '?' + query : ''), options);
    const text = await answer.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not JSON: shown as it came */ }
    show.textContent = answer.status + '\\n' + shown.slice(0, 100000) + (shown.length > 100000 ? '\\n… and ' + (shown.length - 100000) + ' more characters' : '');
  } catch (error) {
    show.textContent = 'The server cannot be reached: ' + error.message;
  }
});`;
