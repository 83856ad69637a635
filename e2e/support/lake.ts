import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Client } from '../../bench/client.ts';

/** A stand-in of a Trino coordinator that knows people by tokens, and of the provider that gives them. */
export interface Lake {
  /** Connects it under a name; answers the id. */
  connect: (client: Client, name: string) => Promise<number>;
  address: string;
  close: () => void;
}

/** Starts it. Every statement answers one row: `who`, as whom it was asked, by the n-th token that was given. */
export async function openLake(): Promise<Lake> {
  let given = 0;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://lake');
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' }).toString();
      response.setHeader('content-type', 'text/html');
      return response.end(`<title>Provider</title><a href="${back.href}">Allow</a>`);
    }
    if (pathname === '/token') {
      await text(request);
      given += 1;
      return response.end(JSON.stringify({ access_token: `t${given}`, token_type: 'bearer' }));
    }
    const token = /^Bearer (t\d+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return response.writeHead(401).end('Unauthorized');
    const columns = [{ name: 'who', type: 'varchar' }];
    const data = [[`${String(request.headers['x-trino-user'])} by ${token}`]];
    return response.end(JSON.stringify({ id: 'q', columns, data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const address = `127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`;
  return {
    address,
    connect: async (client, database_name) => {
      const oauth2_client_info = {
        id: 'chartroom',
        secret: 'between-us',
        scope: 'openid',
        authorization_request_uri: `http://${address}/authorize`,
        token_request_uri: `http://${address}/token`,
      };
      const { id } = await client.call<{ id: number }>('POST', '/api/v1/database/', {
        database_name,
        sqlalchemy_uri: `trino://service@${address}/hive?http_scheme=http`,
        impersonate_user: true,
        masked_encrypted_extra: JSON.stringify({ oauth2_client_info }),
      });
      return id;
    },
    close: () => server.close(),
  };
}
