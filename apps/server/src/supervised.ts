/** Milliseconds between two signs of life. */
const BEATS_EVERY = 1_000;

/**
 * Tells the supervisor that started this process (`scripts/supervise.mjs`), if one did, that the server is ready, and from
 * then on every second that it is not stuck. When the supervisor is gone, `onOrphaned` is called: the next start needs the port.
 * @param hangSeconds seconds without a sign of life after which the supervisor ends this process; 0 = never
 */
export function tellSupervisor(hangSeconds: number, onOrphaned: () => void): void {
  if (!process.connected) return;
  const tell = (message: object) => {
    // The answer to a supervisor that has gone meanwhile comes by `disconnect`.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  process.on('disconnect', onOrphaned);
  tell({ state: 'ready', hangSeconds });
  setInterval(() => tell({ state: 'alive' }), BEATS_EVERY).unref();
}
