import { type ChartroomError, errorBody } from '@chartroom/model';

/** The line of a stream of answers that tells why one of them is none: `{id, status, body}`. */
export function errorLine(id: number, error: ChartroomError): Buffer {
  const errors = [errorBody(error)];
  const body = error.shape === 'message' ? { message: error.message, errors } : { errors };
  return Buffer.from(`${JSON.stringify({ id, status: error.status, body })}\n`);
}
