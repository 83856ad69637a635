import {
  ChartroomError,
  type ErrorLevel,
  type ErrorType,
  errorBody,
  type FieldReasons,
  type JsonObject,
} from '@chartroom/model';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../security/caller.ts';
import { recordsRefusal } from './records-refusal.ts';
import { storageProblem } from './storage-problem.ts';

/** 404 `Not found`: missing, or hidden from the caller; both look the same. `fields` name what of a body is missing. */
export function notFound(fields?: FieldReasons): ChartroomError {
  return simple(404, 'Not found', fields);
}
/** 404 with words of its own. */
export function missing(what: string): ChartroomError {
  return simple(404, what);
}
/** 403 `Forbidden`. */
export function forbidden(message = 'Forbidden'): ChartroomError {
  return simple(403, message);
}
/** 403 for want of a permission. */
class LackingError extends ChartroomError {
  readonly missing: { permission: string; view: string };
  constructor(missing: { permission: string; view: string }) {
    super('Forbidden', { status: 403, error_type: 'GENERIC_COMMAND_ERROR', shape: 'message' });
    this.missing = missing;
  }
}
/** 403 that names the permission which is missing (ours: the reference says `Forbidden` alone). Guests are not told. */
export function lacking(caller: Caller, permission: string, view: string): ChartroomError {
  return caller.user ? new LackingError({ permission, view }) : forbidden();
}
/** 400 with one sentence. */
export function badRequest(message: string): ChartroomError {
  return simple(400, message);
}
/** 400 with the reasons per field. */
export function invalidFields(fields: FieldReasons): ChartroomError {
  return simple(400, 'The request is not valid', fields);
}
/** 422 of the list form with the reasons per field and what was sent (contract/api.md §1.7). */
export function invalidPayload(messages: FieldReasons, payload: JsonObject): ChartroomError {
  const sent = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, value ?? null]));
  return new ChartroomError('The schema of the submitted payload is invalid.', {
    status: 422,
    error_type: 'MARSHMALLOW_ERROR',
    level: 'error',
    extra: { messages, payload: sent },
  });
}
/** 422 of the list form that tells each field by itself (contract/api.md §2.1, `validate_parameters`). */
export function invalidOneByOne(fields: FieldReasons): ChartroomError {
  const problems = Object.entries(fields).map(([field, reasons]) => {
    const message = Array.isArray(reasons) ? reasons.map(wordsOf).join('\n') : wordsOf(reasons);
    const extra = { invalid: [field] };
    return new ChartroomError(message, {
      status: 422,
      error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
      level: 'error',
      extra,
    });
  });
  return allTogether(problems) ?? badRequest('The request is not valid');
}
/** Several errors of the list form as one, with the status of the first; undefined when there is none. */
export function allTogether([first, ...others]: readonly ChartroomError[]): ChartroomError | undefined {
  if (!first) return undefined;
  const { message, status, error_type, level, extra } = first;
  return new ChartroomError(message, { status, error_type, level, extra, others });
}

function wordsOf(reason: string | FieldReasons): string {
  return typeof reason === 'string' ? reason : JSON.stringify(reason);
}
/** 422 with the reasons per field, or one sentence. */
export function unprocessable(what: string | FieldReasons): ChartroomError {
  return typeof what === 'string' ? simple(422, what) : simple(422, 'Could not process entity', what);
}
/** 422: something could not be done, for a cause that is told beside it. */
class CausedError extends ChartroomError {
  readonly why: ChartroomError;
  constructor(what: string, why: ChartroomError) {
    super(what, { status: 422, error_type: 'GENERIC_COMMAND_ERROR', cause: why });
    this.why = why;
  }
}
/** What somebody who asks for `what` is told when it fails for reasons of the list form (an engine's, say); others stay what they are. */
export function failing(what: string, error: unknown): unknown {
  const isTold =
    error instanceof ChartroomError && error.shape === 'errors' && error.status >= 400 && error.status < 500;
  return isTold ? new CausedError(what, error) : error;
}
/** 429: more than one may within some time. */
class TooManyError extends ChartroomError {
  readonly wait: number | undefined;
  constructor(what: string, wait: number | undefined) {
    const when = wait === undefined ? 'later' : `in ${wait} seconds`;
    super(`${what} Try again ${when}.`, {
      status: 429,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
    });
    this.wait = wait;
  }
}
/** 429 that says what was too many, and the seconds after which the next one is let through, where they are known. */
export function tooMany(what: string, wait?: number): ChartroomError {
  return new TooManyError(what, wait);
}
/** 503: what is needed for it does not answer. */
export function unavailable(message: string): ChartroomError {
  return simple(503, message);
}
/** 412: the version that was edited is no longer the present one. */
export function staleVersion(): ChartroomError {
  return simple(412, 'Somebody else has saved this since you opened it.');
}
/** 404 of the list form: there is no such address. */
export function unknownAddress(): ChartroomError {
  return new ChartroomError('404 Not Found: There is nothing at this address.', {
    status: 404,
    error_type: 'GENERIC_BACKEND_ERROR',
    level: 'error',
  });
}
/** 405 of the list form: the address is there for other methods. */
export function wrongMethod(): ChartroomError {
  return new ChartroomError('405 Method Not Allowed: The method is not allowed for the requested URL.', {
    status: 405,
    error_type: 'GENERIC_BACKEND_ERROR',
    level: 'error',
  });
}
/** An error of the list form; its level is that of the status unless one is given. */
export function listed(
  status: number,
  error_type: ErrorType,
  message: string,
  level?: ErrorLevel,
): ChartroomError {
  return new ChartroomError(message, { status, error_type, ...(level && { level }) });
}

function simple(status: number, message: string, fields?: FieldReasons): ChartroomError {
  return new ChartroomError(message, {
    status,
    error_type: status < 500 ? 'GENERIC_COMMAND_ERROR' : 'GENERIC_BACKEND_ERROR',
    shape: 'message',
    ...(fields && { fields }),
  });
}

/** Seconds after which what cannot be had at the moment is worth another try. */
const TRY_AGAIN = 5;

/** Words every error for the wire (contract/api.md §1.7). What is not meant for people stays in the log. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (reply.sent || reply.raw.destroyed) return reply;
  const known =
    error instanceof ChartroomError
      ? error
      : (fromFastify(error) ?? storageProblem(error) ?? recordsRefusal(error));
  if (known) {
    const own = known.retryAfter ?? (known instanceof TooManyError ? known.wait : undefined);
    const wait =
      own ??
      (known.status === 503 || (known.status === 429 && !(known instanceof TooManyError))
        ? TRY_AGAIN
        : undefined);
    if (wait !== undefined) reply.header('retry-after', String(wait));
    if (known.status >= 500) request.log.error({ err: known }, known.message);
    return reply
      .status(known.status)
      .send(isOld(request, known) ? { error: known.message } : wireForm(known));
  }
  if (request.leaving?.aborted) return reply.status(499).send({ message: 'The request was given up.' });
  request.log.error({ err: error }, 'unexpected');
  const unexpected = new ChartroomError(
    `Something went wrong in the server. Its log tells more under request ${request.id}.`,
    {
      status: 500,
      error_type: 'GENERIC_BACKEND_ERROR',
    },
  );
  return reply.status(500).send(wireForm(unexpected));
}

/** Addresses of old tell one sentence under a key of their own (contract/api.md §1.7), but for who may not ask at all. */
function isOld(request: FastifyRequest, { shape, status }: ChartroomError): boolean {
  return (
    shape === 'message' &&
    status !== 401 &&
    status !== 403 &&
    /^\/(superset|datasource|tabstateview|tableschemaview)\//.test(request.url)
  );
}

/** Body of an error answer. */
export function wireForm(error: ChartroomError): object {
  if (error instanceof CausedError) return { message: error.message, errors: [errorBody(error.why)] };
  if (error instanceof LackingError) return { message: error.message, extra: error.missing };
  return error.shape === 'message'
    ? { message: error.fields ?? error.message }
    : { errors: [error, ...error.others].map(errorBody) };
}

/** What the reader of forms says of one that is cut or is none; its errors carry no code. */
const UNREADABLE_FORM =
  /^(Unexpected end of (form|multipart)|Part terminated early|Multipart: Boundary not found|Malformed (part header|content type))/;

/** Errors that the HTTP library finds: too large, wrong type, unreadable. */
function fromFastify(error: FastifyError | Error): ChartroomError | undefined {
  if (UNREADABLE_FORM.test(error.message))
    return listed(400, 'INVALID_PAYLOAD_FORMAT_ERROR', `The form cannot be read: ${error.message}`);
  if (!('statusCode' in error) || typeof error.statusCode !== 'number' || error.statusCode >= 500)
    return undefined;
  const status = error.statusCode === 415 || error.statusCode === 406 ? 400 : error.statusCode;
  return listed(
    status,
    status === 400 ? 'INVALID_PAYLOAD_FORMAT_ERROR' : 'GENERIC_COMMAND_ERROR',
    error.message,
  );
}
