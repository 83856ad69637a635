/** The text of a tab at one of two sides, and when it was changed there, in milliseconds. */
interface Side {
  at: number;
  sql: string;
}

/** What becomes of a tab that was changed at both sides. */
interface Settled {
  winner: 'local' | 'server';
  /** The text of the other side, where it would be lost. */
  spare: string | undefined;
}

/**
 * Decides between what was changed here and what the server keeps: the newer one wins. Where both have written a text, that
 * of the loser is handed back, so that nothing is lost.
 *
 * @param local - what is due; without `sql` when other things than the text were changed
 * @param base - what the server kept when the change began; its text where it is still known
 */
export function settle(
  local: { at: number; sql?: string | undefined },
  base: { at: number; sql?: string | undefined },
  server: Side,
): Settled {
  const newer = local.at >= server.at ? 'local' : 'server';
  const isSame = server.at === base.at && (base.sql === undefined || base.sql === server.sql);
  if (isSame) return { winner: 'local', spare: undefined };
  if (local.sql === undefined || local.sql === server.sql) return { winner: newer, spare: undefined };
  // The text was written here alone, or there alone.
  if (server.sql === base.sql) return { winner: 'local', spare: undefined };
  if (local.sql === base.sql) return { winner: 'server', spare: undefined };
  const lost = newer === 'local' ? server.sql : local.sql;
  return { winner: newer, spare: lost.trim() ? lost : undefined };
}
