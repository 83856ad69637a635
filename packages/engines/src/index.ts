export { asPerson } from './as-person.ts';
export * from './catalog.ts';
export { BulkFile, BulkWriter } from './child/bulk-file.ts';
export { Inbox } from './child/inbox.ts';
export {
  type ConnectionParameters,
  formFields,
  parametersOfUri,
  uriOfOwnForm,
  uriOfParameters,
} from './connection-form.ts';
export { fileTables, previewFile } from './duckdb/read-file.ts';
export { openMemory } from './duckdb/session.ts';
export * from './engine.ts';
export type { FileSource } from './files/file-source.ts';
export { guardedAgents } from './network/guarded-agents.ts';
export { httpRequest } from './network/http-request.ts';
export type { Outbound, Tunnel } from './network/network-way.ts';
export { boundedSession } from './rows/answer-bounds.ts';
export { copiedRows } from './rows/copied-rows.ts';
export { PackedRows, packed, unpacked } from './rows/packed-rows.ts';
export type { HostKeys } from './ssh/host-keys.ts';
export type { SshAccount } from './ssh/ssh-account.ts';
export { createTunnel } from './ssh/tunnel.ts';
export { timeoutError } from './stop-after.ts';
export * from './uri.ts';
