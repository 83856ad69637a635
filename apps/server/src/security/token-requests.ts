import { ChartroomError, type JsonObject } from '@chartroom/model';
import { z } from 'zod';
import type { OutboundGuard } from './outbound.ts';

const address = z.url({ protocol: /^https?$/ });

/** What a connection says of the client that the installation is at a provider (`oauth2_client_info`). */
const clientSchema = z.object({
  id: z.string().min(1),
  secret: z.string(),
  scope: z.string(),
  authorization_request_uri: address,
  token_request_uri: address,
  redirect_uri: address.optional(),
  /** How the provider reads requests for tokens: JSON, or a form. */
  request_content_type: z.enum(['json', 'data']).default('json'),
});
export type ClientInfo = z.output<typeof clientSchema>;

const tokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  /** Seconds. */
  expires_in: z.coerce.number().optional(),
});
/** What a provider gives for somebody. */
export type PersonalTokens = z.output<typeof tokensSchema>;

/** Milliseconds that a provider may take to answer. */
const PATIENCE = 30_000;

/** The client in the secrets of a connection. @throws ChartroomError 400 naming what is wrong with it */
export function clientInfo({ oauth2_client_info: given }: JsonObject): ClientInfo {
  const read = clientSchema.safeParse(typeof given === 'string' ? parsed(given) : given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ChartroomError(
    `The settings of the connection cannot be used: oauth2_client_info.${issue?.path.join('.')}: ${issue?.message}.`,
    { status: 400, error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR', level: 'error' },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told as what it is: no document.
    return text;
  }
}

/**
 * Asks a provider for tokens.
 * @throws ChartroomError 500 OAUTH2_REDIRECT_ERROR where it gives none, 422 where it may not be reached
 */
export async function requestTokens(
  client: ClientInfo,
  what: Record<string, string>,
  outbound: OutboundGuard,
): Promise<PersonalTokens> {
  const { guardedAgents, httpRequest } = await import('@chartroom/engines');
  const isJson = client.request_content_type === 'json';
  const fields = { ...what, client_id: client.id, client_secret: client.secret };
  const agents = guardedAgents(outbound, { keepAlive: false });
  const answer = await httpRequest(client.token_request_uri, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    agents,
    signal: AbortSignal.timeout(PATIENCE),
  }).catch((cause: unknown) => {
    if (cause instanceof ChartroomError) throw cause;
    throw refusal('it cannot be reached', cause);
  });
  const read = tokensSchema.safeParse(parsed(answer.body));
  if (answer.status !== 200 || !read.success) throw refusal(`it answered with status ${answer.status}`);
  return read.data;
}

function refusal(why: string, cause?: unknown): ChartroomError {
  return new ChartroomError(`Something went wrong while doing OAuth2: the provider gave no token, ${why}.`, {
    status: 500,
    error_type: 'OAUTH2_REDIRECT_ERROR',
    level: 'error',
    cause,
  });
}
