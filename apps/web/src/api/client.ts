import { callAddress, type ErrorBody, type ErrorType, exactJson, ISSUE_CODES } from '@chartroom/model';
import { bootstrap } from '../base/bootstrap.ts';
import { forgetCarried, takeCarried } from './carried.ts';
import { csrfToken, csrfTokenAtHand } from './csrf.ts';

/** An answer that is not what was asked for; carries the errors to show. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: ErrorBody[];
  /** The whole answer, for the few calls that say more than errors. */
  readonly body: unknown;
  constructor(status: number, errors: ErrorBody[], body: unknown) {
    super(errors[0]?.message ?? `The server answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.body = body;
  }
}

export interface RequestOptions {
  /** Sent as JSON; a FormData goes as it is. */
  body?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The question outlives the page that asks it. */
  keepalive?: boolean | undefined;
}

let guestToken: string | undefined;

/** From now on everything is asked as the guest of this token, and not as whoever is signed in in this browser. */
export function setGuestToken(token: string): void {
  guestToken = token;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Asks the server and reads its JSON answer. Rejects with ApiError (or the abort's reason). */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const brought = broughtAlong(method, path, options);
  if (brought !== undefined) return exactJson<T>(brought);
  const response = await send(method, path, options);
  return exactJson<T>(response.status === 204 ? 'null' : await response.text());
}

/** Calls that ask and change nothing, though not by GET. */
const ASKING = /^\/api\/v1\/(?:chart\/data|sqllab\/live\/|database\/\d+\/validate_sql\/)$/;

/** The answer to a call that the page itself has brought along. */
function broughtAlong(
  method: Method,
  path: string,
  { query, headers, signal }: RequestOptions,
): string | undefined {
  if (method !== 'GET' && !ASKING.test(path)) forgetCarried();
  if (method !== 'GET' || headers || guestToken !== undefined) return undefined;
  signal?.throwIfAborted();
  return takeCarried(callAddress(path, query));
}

/** Asks the server and leaves the reading of a good answer to the caller (streams, files). */
export async function send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (guestToken !== undefined)
    headers[String(bootstrap.conf.GUEST_TOKEN_HEADER_NAME ?? 'X-GuestToken')] = guestToken;
  else if (method !== 'GET')
    headers['X-CSRFToken'] = options.keepalive ? csrfTokenAtHand() : await csrfToken();
  const init: RequestInit = {
    method,
    headers,
    credentials: guestToken === undefined ? 'same-origin' : 'omit',
  };
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  if (options.body instanceof FormData || options.body instanceof URLSearchParams) init.body = options.body;
  else if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  let response: Response;
  try {
    response = await fetch(callAddress(path, options.query), init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(
      0,
      [
        plainError(
          'Network error. The server could not be reached. Is it still running?',
          'FRONTEND_NETWORK_ERROR',
        ),
      ],
      undefined,
    );
  }
  if (response.status === 401 && bootstrap.user) leaveForLogin();
  if (!response.ok) throw await readError(response);
  return response;
}

/** Changes something; of the answer the headers alone are wanted. It is read to its end, before which it is on its way for browsers. */
export async function put(path: string, options: RequestOptions): Promise<Headers> {
  const response = await send('PUT', path, options);
  await response.text();
  return response.headers;
}

/** Whether nobody has answered: neither the server nor, where it is down, what stands in front of it. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

/** Errors to show for anything that was thrown. */
export function errorsOf(error: unknown): ErrorBody[] {
  if (error instanceof ApiError) return error.errors;
  return [plainError(error instanceof Error ? error.message : String(error), 'GENERIC_COMMAND_ERROR')];
}

/** One line for a toast. */
export function errorText(error: unknown): string {
  const fields =
    error instanceof ApiError && error.errors[0]?.error_type === 'MARSHMALLOW_ERROR'
      ? fieldErrors(error)
      : [];
  return [
    ...errorsOf(error).map((each) => each.message),
    ...fields.map(({ field, reasons }) => `${field}: ${reasons.join(' ')}`),
  ].join('; ');
}

/** What the server says of single fields (`{"message": {field: [reasons]}}`); empty when it speaks of the whole. */
export function fieldErrors(error: unknown): { field: string; reasons: string[] }[] {
  if (!(error instanceof ApiError)) return [];
  const listed = error.errors.find((each) => each.error_type === 'MARSHMALLOW_ERROR')?.extra?.messages;
  const message = listed ?? (isRecord(error.body) ? error.body.message : undefined);
  if (!isRecord(message)) return [];
  return Object.entries(message).map(([field, reasons]) => ({
    field,
    reasons: (Array.isArray(reasons) ? reasons : [reasons]).map(messageText),
  }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readError(response: Response): Promise<ApiError> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const message =
      response.status === 413
        ? 'This is larger than the server accepts.'
        : text.slice(0, 500) || statusText(response.status);
    // Something between here and the server has waited for it too long.
    if (response.status === 504) return new ApiError(504, [timedOut()], text);
    return new ApiError(response.status, [plainError(message, 'GENERIC_BACKEND_ERROR')], text);
  }
  return new ApiError(response.status, errorsIn(body, response.status), body);
}

/** Reads both wire forms of an error: the list, and `{"message": text | {field: [reasons]}}`. */
export function errorsIn(body: unknown, status: number): ErrorBody[] {
  if (typeof body === 'object' && body !== null) {
    if ('errors' in body && Array.isArray(body.errors) && body.errors.length > 0) return body.errors;
    if ('message' in body)
      return [
        missingPermission(body) ?? plainError(ofSession(messageText(body.message)), 'GENERIC_COMMAND_ERROR'),
      ];
    if ('error' in body && typeof body.error === 'string')
      return [plainError(body.error, 'GENERIC_BACKEND_ERROR')];
  }
  return [plainError(statusText(status), 'GENERIC_BACKEND_ERROR')];
}

/** The error of somebody who lacks a permission, told so that they can ask for it. */
function missingPermission(body: object): ErrorBody | undefined {
  const extra = 'extra' in body && isRecord(body.extra) ? body.extra : {};
  const { permission, view } = extra;
  if (typeof permission !== 'string' || typeof view !== 'string') return undefined;
  const message = `This needs the permission “${permission.replaceAll('_', ' ')} on ${view}”, which none of your roles holds.`;
  return { message, error_type: 'GENERIC_COMMAND_ERROR', level: 'error', extra: { permission, view } };
}

/** Reasons in one line: `columns: 0: column_name: Missing data for required field.` */
function messageText(message: unknown): string {
  if (typeof message === 'string') return message;
  if (Array.isArray(message)) return message.map(messageText).join(' ');
  if (typeof message !== 'object' || message === null) return String(message);
  return Object.entries(message)
    .map(([field, reasons]) => `${field}: ${messageText(reasons)}`)
    .join('; ');
}

/** What an answer without words means. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  500: 'Server error',
  503: 'Service unavailable',
  599: 'Network error',
};

function statusText(status: number): string {
  const known = STATUS_TEXTS[status];
  return known === undefined ? `Unknown error: the server answered ${status}.` : `${known} (${status}).`;
}

function timedOut(): ErrorBody {
  const issue_codes = ([1000, 1001] as const).map((code) => ({
    code,
    message: `Issue ${code} - ${ISSUE_CODES[code]}`,
  }));
  return {
    message: 'Request timed out',
    error_type: 'FRONTEND_TIMEOUT_ERROR',
    level: 'error',
    extra: { issue_codes },
  };
}

/** What the server says of a token of the session that has ended, in words for people. */
function ofSession(message: string): string {
  return /\bCSRF\b/.test(message)
    ? 'Your session timed out, please refresh your page and try again.'
    : message;
}

function plainError(message: string, error_type: ErrorType): ErrorBody {
  return { message, error_type, level: 'error', extra: null };
}

const onLeaving = new Set<() => void>();

/** Something to be done before the page is left because nobody is signed in any more. */
export function beforeSignIn(act: () => void): void {
  onLeaving.add(act);
}

function leaveForLogin(): void {
  for (const act of onLeaving) act();
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/login/?next=${encodeURIComponent(here)}`);
}
