/** Rows in little room: all that a process needs which only writes them; no engine is loaded with it. */

export { BulkFile, BulkWriter, type InSlot } from './child/bulk-file.ts';
export { unpacked } from './rows/packed-rows.ts';
