/** Rows in little room: all that a process needs which only writes them; no engine is loaded with it. */

export {
  BULK_FILE,
  BulkFile,
  BulkWriter,
  type InSlot,
  readNow,
  SECOND_BULK_FILE,
} from './child/bulk-file.ts';
export { unpacked } from './rows/packed-rows.ts';
