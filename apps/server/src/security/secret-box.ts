import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ChartroomError } from '@chartroom/model';
import { purposeKey } from '../base/config.ts';

/** Encrypts what must not stand in the records as it is: passwords of connections. */
export interface SecretBox {
  seal(text: string): string;
  /** Throws a 500 that says so when the secret key is not the one the text was sealed with. */
  open(sealed: string): string;
}

/** AES-256-GCM under a key derived from the secret key for one purpose; sealed = `v1.` + base64url(nonce, tag, text). */
export function createSecretBox(secret: string, purpose = 'records secrets'): SecretBox {
  const key = purposeKey(secret, purpose);
  return {
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new ChartroomError(
          'A stored secret cannot be read: the secret key is not the one it was kept with.',
          {
            status: 500,
            error_type: 'GENERIC_BACKEND_ERROR',
            cause,
          },
        );
      }
    },
  };
}

/** Seals what is kept secret. */
export interface WithSecrets {
  secrets: SecretBox;
}
