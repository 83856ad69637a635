/** Bytes before each buffer that say how long it is. */
const LENGTH = 4;

/** Several buffers as one row of bytes. */
export function framed(buffers: readonly Buffer[]): Buffer[] {
  return buffers.flatMap((buffer) => {
    const length = Buffer.alloc(LENGTH);
    length.writeUInt32BE(buffer.length);
    return [length, buffer];
  });
}

/** The buffers that a row of bytes was made of. */
export function unframed(bytes: Buffer): Buffer[] {
  const buffers: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const begin = at + LENGTH;
    at = begin + bytes.readUInt32BE(at);
    buffers.push(bytes.subarray(begin, at));
  }
  return buffers;
}
