/** argon2id with the parameters of OWASP's password storage advice (19 MiB, 2 passes). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a password for keeping. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password, COST);
}

/** What stands in place of the hash of an account without a password: people who come by a directory or an identity provider. */
export const NO_PASSWORD = '';

/** Whether a password fits a kept hash. Without a hash it takes as long and says no, so that user names cannot be probed. */
export async function passwordFits(password: string, kept: string | undefined): Promise<boolean> {
  const { hash, verify } = await import('@node-rs/argon2');
  if (kept === undefined || kept === NO_PASSWORD) {
    await hash(password, COST);
    return false;
  }
  return verify(kept, password);
}
