/** Bytes that browsers give a page, and those that a character takes (contract/ui.md E6). */
const MOST = 5_120 * 1_024;
const BYTES_PER_CHAR = 2;
/** The part of it from which on there is little left. */
const WARN_FROM = 0.9;

/** Kilobytes of a storage: those that are taken, and all. */
export interface StorageRoom {
  used: number;
  most: number;
}

/** How full a storage is; undefined while there is room enough. */
export function littleRoom(storage: Pick<Storage, 'length' | 'key' | 'getItem'>): StorageRoom | undefined {
  let chars = 0;
  for (let at = 0; at < storage.length; at++) {
    const key = storage.key(at) ?? '';
    chars += key.length + (storage.getItem(key)?.length ?? 0);
  }
  const bytes = chars * BYTES_PER_CHAR;
  if (bytes < WARN_FROM * MOST) return undefined;
  return { used: Math.round(bytes / 1_024), most: MOST / 1_024 };
}
