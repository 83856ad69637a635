import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { described, number, type TtcReader } from './tns-wire.ts';

const VERIFIER_12C = 0x4815;
/** How often the password is hashed, and the key of the session. */
const ROUNDS = { password: 4_096, session: 3 };
const KEY_BYTES = 32;

/** Name and value of a step of the logon, with a flag where it has one. */
type Pair = readonly [name: string, value: string, flag?: number];

/** The server's side of a logon with a password as version 12c does it: what it says first, and whether the answer knows the password. */
export class Logon {
  readonly #salt = randomBytes(16);
  readonly #sessionSalt = randomBytes(16);
  readonly #ownKey = randomBytes(KEY_BYTES);
  readonly #passwordHash: Buffer;

  constructor(password: string) {
    const salt = Buffer.concat([this.#salt, Buffer.from('AUTH_PBKDF2_SPEEDY_KEY')]);
    const key = pbkdf2Sync(password, salt, ROUNDS.password, 64, 'sha512');
    this.#passwordHash = createHash('sha512').update(key).update(this.#salt).digest().subarray(0, KEY_BYTES);
  }

  challenge(): Buffer {
    return pairs([
      ['AUTH_SESSKEY', hex(encrypt(this.#passwordHash, this.#ownKey))],
      ['AUTH_VFR_DATA', hex(this.#salt), VERIFIER_12C],
      ['AUTH_PBKDF2_CSK_SALT', hex(this.#sessionSalt)],
      ['AUTH_PBKDF2_VGEN_COUNT', String(ROUNDS.password)],
      ['AUTH_PBKDF2_SDER_COUNT', String(ROUNDS.session)],
    ]);
  }

  /** What to say to the client that answered, or undefined when it used another password than this one. */
  welcome(told: ReadonlyMap<string, string>, password: string): Buffer | undefined {
    const itsKey = decrypt(this.#passwordHash, Buffer.from(told.get('AUTH_SESSKEY') ?? '', 'hex'));
    const both = hex(Buffer.concat([itsKey.subarray(0, KEY_BYTES), this.#ownKey]));
    const key = pbkdf2Sync(both, this.#sessionSalt, ROUNDS.session, KEY_BYTES, 'sha512');
    // Sixteen random bytes, the password, then as many bytes as fill the block.
    const given = decrypt(key, Buffer.from(told.get('AUTH_PASSWORD') ?? '', 'hex'));
    if (!given.subarray(16, given.length - (given.at(-1) ?? 0)).equals(Buffer.from(password)))
      return undefined;
    return pairs([
      ['AUTH_VERSION_NO', String(19 << 24)],
      ['AUTH_SC_SERVICE_NAME', 'double'],
      [
        'AUTH_SVR_RESPONSE',
        hex(encrypt(key, Buffer.concat([randomBytes(16), Buffer.from('SERVER_TO_CLIENT')]))),
      ],
    ]);
  }
}

/** Who logs on, and what the client tells with it. */
export function readLogon(reader: TtcReader): { user: string; told: Map<string, string> } {
  reader.skip('bnnb');
  const count = reader.number();
  reader.skip('bb');
  const user = reader.counted().toString();
  const told = new Map<string, string>();
  for (let left = count; left > 0; left--) {
    reader.number();
    const name = reader.counted().toString();
    told.set(name, reader.number() > 0 ? reader.counted().toString() : '');
    reader.number();
  }
  return { user, told };
}

function pairs(list: readonly Pair[]): Buffer {
  const written = list.map(([name, value, flag]) =>
    Buffer.concat([described(name), described(value), number(flag ?? 0)]),
  );
  return Buffer.concat([Buffer.of(8), number(list.length), ...written]);
}

const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase();

function encrypt(key: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(content), cipher.final()]);
}

function decrypt(key: Buffer, content: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(content), cipher.final()]);
}
