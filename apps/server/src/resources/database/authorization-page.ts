import { randomBytes } from 'node:crypto';
import { ChartroomError, databaseApi } from '@chartroom/model';
import type { FastifyReply } from 'fastify';
import type { DefineRoute } from '../../http/define-route.ts';
import { badRequest } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { callerId } from '../../security/caller.ts';
import type { WithPersonalAccess } from '../../security/personal-access.ts';

/** `/database/oauth2/` (contract/api.md §1.7): where providers send people back to; the window tells the one that waits, and closes. */
export function registerAuthorization(defineRoute: DefineRoute<Ground & WithPersonalAccess>): void {
  defineRoute({
    ...databaseApi.oauth2,
    access: 'signed-in',
    config: { sessionOnly: true },
    handle: async ({ request, reply, query, act }) => {
      try {
        const [state, code] = [query('state'), query('code')];
        const refused = query('error');
        if (refused !== undefined) throw badRequest(`The provider has refused it: ${refused}.`);
        if (state === undefined || code === undefined)
          throw badRequest('The answer of the provider is not whole.');
        const tabId = await act.services.personal.finish({ state, code }, callerId(act.caller));
        const message = JSON.stringify({ tabId }).replaceAll('<', '\\u003c');
        return page(
          reply,
          'Authorized: this window can be closed.',
          `opener?.postMessage(${message}, '*'); close();`,
        );
      } catch (error) {
        if (!(error instanceof ChartroomError) || !request.headers.accept?.includes('text/html')) throw error;
        return page(reply.status(error.status), error.message);
      }
    },
  });
}

/** A page that says one sentence. The window that opened it can be told something, which it could not by the usual headers. */
function page(reply: FastifyReply, text: string, script = ''): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const head =
    '<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Authorization</title>';
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'unsafe-none',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head>${head}</head><body><p>${escaped(text)}</p>${
        script && `<script nonce="${nonce}">${script}</script>`
      }</body></html>`,
    );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
