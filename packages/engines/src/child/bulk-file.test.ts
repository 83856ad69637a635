import { fstatSync, openSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BulkFile, BulkWriter } from './bulk-file.ts';
import { Inbox } from './inbox.ts';

const opened: BulkFile[] = [];
afterEach(() => {
  for (const file of opened.splice(0)) file.close();
});

function open(): BulkFile {
  const file = BulkFile.open();
  opened.push(file);
  return file;
}

const bytes = (length: number, value: number): Buffer => Buffer.alloc(length, value);
const LEAST = 1 << 15;
const MOST = 1 << 20;

describe('a file that two processes share', () => {
  test('what is put is read, in one piece', async () => {
    const file = open();
    const writer = new BulkWriter(file);
    const first = writer.put([bytes(LEAST, 1), bytes(5, 2)]);
    const second = writer.put([bytes(MOST, 3)]);
    if (!first || !second) throw new Error('There was no room.');
    expect(await file.read(first)).toEqual(Buffer.concat([bytes(LEAST, 1), bytes(5, 2)]));
    expect(file.readNow(second)).toEqual(bytes(MOST, 3));
  });

  test('few bytes and more than a slot holds are sent as they are', async () => {
    const writer = new BulkWriter(open());
    expect(writer.put([bytes(LEAST - 1, 1)])).toBeUndefined();
    expect(writer.put([bytes(MOST, 1), bytes(1, 1)])).toBeUndefined();
    expect(await writer.putAside(bytes(MOST + 1, 1))).toBeUndefined();
  });

  test('nothing is written over before it is read', async () => {
    const file = open();
    const writer = new BulkWriter(file);
    const put = Array.from({ length: 8 }, (_, value) => writer.put([bytes(LEAST, value)]));
    expect(writer.put([bytes(LEAST, 99)])).toBeUndefined();
    const late = writer.putAside(bytes(LEAST, 99));
    const read = await Promise.all(put.map((inSlot) => inSlot && file.read(inSlot)));
    expect(read).toEqual(put.map((_, value) => bytes(LEAST, value)));
    writer.free(put[3]?.slot ?? 0);
    expect(await late).toEqual({ slot: put[3]?.slot, length: LEAST });
  });

  test('it takes no more room however much goes through it, and has no name', async () => {
    const file = open();
    const writer = new BulkWriter(file);
    for (let round = 0; round < 40; round += 1) {
      const inSlot = writer.put([bytes(MOST, round)]);
      if (!inSlot) throw new Error('There was no room.');
      expect((await file.read(inSlot))[0]).toBe(round);
      writer.free(inSlot.slot);
    }
    const { size, nlink } = fstatSync(file.number ?? -1);
    expect(size).toBeLessThanOrEqual(8 * MOST);
    expect(nlink).toBe(0);
  });

  test('it is closed after what is being read, and then gives nothing', async () => {
    const file = BulkFile.open();
    const inSlot = new BulkWriter(file).put([bytes(MOST, 7)]);
    if (!inSlot) throw new Error('There was no room.');
    const reading = file.read(inSlot);
    file.close();
    expect(await reading).toEqual(bytes(MOST, 7));
    await expect(file.read(inSlot)).rejects.toThrow('has ended');
  });

  test('what the file does not take is to be sent as it is, and its slots stay free', async () => {
    const file = open();
    const writer = new BulkWriter(file);
    const read = new BulkFile(openSync(import.meta.filename, 'r'));
    opened.push(read);
    const unwritable = new BulkWriter(read);
    for (let round = 0; round < 20; round += 1) {
      expect(unwritable.put([bytes(LEAST, 1)])).toBeUndefined();
      expect(await unwritable.putAside(bytes(LEAST, 1))).toBeUndefined();
      const inSlot = await writer.putAside(bytes(LEAST, round));
      writer.free(inSlot?.slot ?? -1);
    }
  });

  test('without a folder for passing files all bytes are sent as they are', async () => {
    vi.stubEnv('TMPDIR', '/no/such/folder');
    const file = BulkFile.open();
    vi.unstubAllEnvs();
    expect([file.number, file.asStream]).toEqual([undefined, 'ignore']);
    const writer = new BulkWriter(file);
    expect([writer.put([bytes(LEAST, 1)]), await writer.putAside(bytes(LEAST, 1))]).toEqual([
      undefined,
      undefined,
    ]);
    file.close();
  });

  test('a slot in which nothing was ever written is an error', async () => {
    const file = open();
    await expect(file.read({ slot: 2, length: LEAST })).rejects.toThrow('ends before the bytes');
    expect(() => file.readNow({ slot: 2, length: LEAST })).toThrow('ends before the bytes');
  });
});

describe('messages of which some have to be read first', () => {
  const later = (value: number, ms: number) =>
    new Promise<number>((resolve) => setTimeout(() => resolve(value), ms));

  test('keep their order', async () => {
    const handled: number[] = [];
    const inbox = new Inbox<number>(
      (value) => handled.push(value),
      () => undefined,
    );
    inbox.take(1);
    expect(handled).toEqual([1]);
    inbox.take(later(2, 30));
    inbox.take(3);
    inbox.take(later(4, 1));
    await expect.poll(() => handled).toEqual([1, 2, 3, 4]);
    inbox.take(5);
    expect(handled).toEqual([1, 2, 3, 4, 5]);
  });

  test('one that cannot be read is told of, and nothing behind it is handled', async () => {
    const handled: number[] = [];
    const told: unknown[] = [];
    const inbox = new Inbox<number>(
      (value) => handled.push(value),
      (error) => told.push(error),
    );
    inbox.take(Promise.reject(new Error('gone')));
    inbox.take(2);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ message: 'gone' });
    expect(handled).toEqual([]);
  });
});
