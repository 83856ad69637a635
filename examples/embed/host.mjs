// A site that shows a dashboard of Chartroom to its own visitors (docs/embedding.md):
//   CHARTROOM_API_KEY=crk_… DASHBOARD=<id of embedding> CHART=<id of a chart on it> node examples/embed/host.mjs
// The key stays on this server. Visitors get tokens, each with the rows that the site lets them see.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const {
  CHARTROOM_URL = 'http://127.0.0.1:8088',
  CHARTROOM_API_KEY = '',
  DASHBOARD = '',
  CHART = '',
  PORT = '3000',
} = process.env;

/** Who may look here, with the rows of all datasets that they see. A real site knows them by their sessions. */
const VISITORS = {
  anna: [],
  ben: [{ clause: "genre = 'Drama'" }],
};

const page = await readFile(join(import.meta.dirname, 'page.html'), 'utf8');

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  try {
    if (pathname === '/') send(response, 200, 'text/html; charset=utf-8', filled());
    else if (pathname === '/token' && request.method === 'POST')
      send(
        response,
        200,
        'application/json',
        JSON.stringify({ token: await tokenFor(searchParams.get('visitor')) }),
      );
    else send(response, 404, 'text/plain', 'Not found');
  } catch (error) {
    console.error(error);
    send(response, 502, 'text/plain', 'There is no token.');
  }
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`http://localhost:${this.address().port}`);
});

/** A token with which a visitor opens the dashboard, and nothing else, for five minutes. */
async function tokenFor(visitor) {
  if (!Object.hasOwn(VISITORS, visitor)) throw new Error(`Nobody is called ${visitor}.`);
  const answer = await fetch(`${CHARTROOM_URL}/api/v1/security/guest_token/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${CHARTROOM_API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      user: { username: visitor },
      resources: [{ type: 'dashboard', id: DASHBOARD }],
      rls: VISITORS[visitor],
    }),
  });
  if (!answer.ok) throw new Error(`Chartroom answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).token;
}

function filled() {
  const facts = { CHARTROOM_URL, DASHBOARD, CHART };
  return page.replace(/\{\{(\w+)\}\}/g, (_, name) => facts[name].replaceAll('"', '&quot;'));
}

function send(response, status, type, body) {
  // Chartroom lets pages of named sites show its dashboards, and has to see which one asks.
  response
    .writeHead(status, { 'content-type': type, 'referrer-policy': 'strict-origin-when-cross-origin' })
    .end(body);
}
