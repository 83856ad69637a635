import { type FileKind, type ReceivedFile, receivedFilesApi } from '@chartroom/model';
import { api } from './api.ts';
import { ApiError, errorsIn } from './client.ts';
import { csrfToken } from './csrf.ts';

/**
 * Sends one file, which the server keeps until it becomes tables; XMLHttpRequest, because fetch does not tell how much has
 * been sent. `kind`: what it is, where its ending need not tell. Rejects with ApiError.
 */
export async function uploadFile(
  file: File,
  signal: AbortSignal,
  onSent: (fraction: number) => void,
  kind?: FileKind,
): Promise<ReceivedFile> {
  const token = await csrfToken();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const form = new FormData();
    if (kind) form.set('type', kind);
    form.set(receivedFilesApi.receive.file, file);
    const request = new XMLHttpRequest();
    request.open(receivedFilesApi.receive.method, receivedFilesApi.receive.path);
    request.setRequestHeader('X-CSRFToken', token);
    request.upload.onprogress = (event) => event.lengthComputable && onSent(event.loaded / event.total);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        const received: ReceivedFile = JSON.parse(request.responseText);
        resolve(received);
        return;
      }
      const body = readJson(request.responseText);
      reject(new ApiError(request.status, errorsIn(body, request.status), body));
    };
    request.onerror = () =>
      reject(
        new ApiError(
          0,
          [
            {
              message: 'The connection to the server broke while sending.',
              error_type: 'FRONTEND_NETWORK_ERROR',
              level: 'error',
              extra: null,
            },
          ],
          undefined,
        ),
      );
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Removes a file from the server. It would be forgotten after a day: that it goes now is only tidy. */
export async function forgetFile(key: string): Promise<void> {
  try {
    await api(receivedFilesApi.remove, { params: { key } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 500) };
  }
}
