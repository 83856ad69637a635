/** What was being done when the records could not be reached any more. */
type Moment = 'connecting' | 'reading' | 'transaction' | 'saving';

const WORDS: Readonly<Record<Moment, string>> = {
  connecting: 'The records do not answer. Nothing was saved; please try again in a moment.',
  reading: 'The records do not answer. Please try again in a moment.',
  transaction: 'The records were lost meanwhile. Nothing was saved; please try again in a moment.',
  // The change had left this installation, and nobody has said what became of it.
  saving:
    'The records were lost while they saved this. Please look whether it is there before you try again.',
};

/** The server of the records is gone, restarts, or says nothing: no fault of the request. */
export class RecordsLostError extends Error {
  readonly during: Moment;

  constructor(during: Moment, cause: unknown) {
    super(WORDS[during], { cause });
    this.name = 'RecordsLostError';
    this.during = during;
  }
}

/** Classes of codes by which PostgreSQL ends a connection (its manual, "PostgreSQL Error Codes"): 08, and 57P01 to 57P05. */
const CODES = /^(08...|57P0[1-5]|25P0[34])$/;
/** Codes of the operating system about a connection. */
const SYSTEM = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_)/;
/** What `pg` says of connections that have ended; such errors carry no code. */
const ENDED =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Connection ended)/;

/** Whether an error of `pg` means that its connection is of no use any more. */
export function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string')
    return CODES.test(error.code) || SYSTEM.test(error.code);
  return ENDED.test(error.message);
}
