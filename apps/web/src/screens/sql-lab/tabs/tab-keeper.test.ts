import type { TabState } from '@chartroom/model';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settle } from './settle.ts';
import type { StorageRoom } from './storage-room.ts';
import { TabKeeper } from './tab-keeper.ts';

describe('the newer side wins, and no text is lost', () => {
  const base = { at: 10, sql: 'base' };
  test.each([
    ['nothing was written elsewhere', { at: 20, sql: 'mine' }, { at: 10, sql: 'base' }, 'local', undefined],
    ['older text elsewhere', { at: 30, sql: 'mine' }, { at: 20, sql: 'theirs' }, 'local', 'theirs'],
    ['newer text elsewhere', { at: 20, sql: 'mine' }, { at: 30, sql: 'theirs' }, 'server', 'mine'],
    ['the same text elsewhere', { at: 30, sql: 'same' }, { at: 20, sql: 'same' }, 'local', undefined],
    [
      'only the name was changed elsewhere',
      { at: 30, sql: 'mine' },
      { at: 20, sql: 'base' },
      'local',
      undefined,
    ],
    [
      'the name was changed elsewhere later',
      { at: 20, sql: 'mine' },
      { at: 30, sql: 'base' },
      'local',
      undefined,
    ],
    ['only the name was changed here', { at: 30 }, { at: 20, sql: 'theirs' }, 'local', undefined],
    ['the name was changed here earlier', { at: 20 }, { at: 30, sql: 'theirs' }, 'server', undefined],
    ['typed and undone here', { at: 30, sql: 'base' }, { at: 20, sql: 'theirs' }, 'server', undefined],
    ['elsewhere all was deleted', { at: 30, sql: 'mine' }, { at: 20, sql: ' ' }, 'local', undefined],
  ] as const)('%s', (_case, local, server, winner, spare) => {
    expect(settle(local, base, server)).toEqual({ winner, spare });
  });
});

describe('what changes in tabs', () => {
  let world: ReturnType<typeof makeWorld>;
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000 });
    world = makeWorld();
  });
  afterEach(() => vi.useRealTimers());

  test('is sent after a pause, and every five seconds while somebody goes on typing', async () => {
    const { keeper, tabs } = world;
    keeper.learn(tabs[0], world.tag());
    for (let typed = 0; typed < 6; typed++) {
      keeper.note(1, { sql: `text ${typed}` });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(tabs[0].sql).toBe('text 4');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tabs[0].sql).toBe('text 5');
    expect(keeper.due(1)).toBeUndefined();
    expect(world.stored()).toBe('');
  });

  test('waits in the browser while the server is out of reach, and is found by the next page', async () => {
    const { keeper, tabs } = world;
    keeper.learn(tabs[0], world.tag());
    world.unreachable = true;
    keeper.note(1, { sql: 'offline', label: 'Mine' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([tabs[0].sql, world.offline]).toEqual(['base', true]);
    expect(world.stored()).toContain('offline');
    world.unreachable = false;
    await world.another().resume();
    expect([tabs[0].sql, tabs[0].label]).toEqual(['offline', 'Mine']);
    expect([world.stored(), world.offline]).toEqual(['', false]);
  });

  test('goes over what another window wrote only with that text in a tab of its own', async () => {
    const { keeper, tabs } = world;
    const other = world.another();
    keeper.learn(tabs[0], world.tag());
    other.learn(tabs[0], world.tag());
    keeper.note(1, { sql: 'of the one' });
    await keeper.keep(1);
    vi.setSystemTime(5_000);
    other.note(1, { sql: 'of the other' });
    await other.keep(1);
    expect([tabs[0].sql, world.spared]).toEqual(['of the other', ['of the one']]);
  });

  test('is not written over by whoever wrote earlier and sends later', async () => {
    const { keeper, tabs } = world;
    const other = world.another();
    keeper.learn(tabs[0], world.tag());
    other.learn(tabs[0], world.tag());
    other.note(1, { sql: 'earlier' });
    vi.setSystemTime(5_000);
    keeper.note(1, { sql: 'later' });
    await keeper.keep(1);
    await other.keep(1);
    expect([tabs[0].sql, world.spared, world.taken]).toEqual(['later', ['earlier'], ['later']]);
  });

  test('waits in the browser for each window by itself', async () => {
    const other = world.another();
    for (const each of [world.keeper, other]) each.learn(world.tabs[0], world.tag());
    world.unreachable = true;
    world.keeper.note(1, { sql: 'of the one' });
    await vi.advanceTimersByTimeAsync(1_000);
    other.note(1, { sql: 'of the other' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(world.stored()).toMatch(/of the one/);
    expect(world.stored()).toMatch(/of the other/);
    world.unreachable = false;
    const next = world.another();
    await next.resume();
    expect([world.tabs[0].sql, world.spared]).toEqual(['of the other', ['of the one']]);
    expect(world.stored()).toBe('');
  });

  test('of a tab that was closed elsewhere is handed back', async () => {
    const { keeper, tabs } = world;
    keeper.learn(tabs[0], world.tag());
    world.closed.push(1);
    keeper.note(1, { sql: 'still needed' });
    await keeper.keep(1);
    expect(world.gone).toEqual([{ sql: 'still needed' }]);
    expect(keeper.due(1)).toBeUndefined();
  });

  test('is sent all the same when the browser has no room for it, and that is said', async () => {
    const { keeper, tabs } = world;
    keeper.learn(tabs[0], world.tag());
    world.room = 10;
    keeper.note(1, { sql: 'longer than what there is room for' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([world.full, world.stored()]).toEqual([1, '']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tabs[0].sql).toBe('longer than what there is room for');
  });

  test('is told of a storage that is nearly full, from nine tenths on', async () => {
    const { keeper, tabs } = world;
    keeper.learn(tabs[0], world.tag());
    world.fill(0.89 * 5_120 * 512);
    keeper.note(1, { sql: 'there is room' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(world.filling).toEqual([]);
    world.fill(0.9 * 5_120 * 512);
    keeper.note(1, { sql: 'there is little' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(world.filling).toEqual([{ used: expect.closeTo(4_608, -1), most: 5_120 }]);
    expect([world.full, world.stored()]).toEqual([0, expect.stringContaining('there is little')]);
  });

  test('of a tab that was closed elsewhere is kept until there is a new one', async () => {
    const { keeper, tabs } = world;
    keeper.learn(tabs[0], world.tag());
    world.closed.push(1);
    world.noNewTab = true;
    keeper.note(1, { sql: 'still needed' });
    await keeper.keep(1);
    expect([world.gone, keeper.due(1)]).toEqual([[], { sql: 'still needed' }]);
    world.noNewTab = false;
    await vi.advanceTimersByTimeAsync(6_000);
    expect([world.gone, keeper.due(1)]).toEqual([[{ sql: 'still needed' }], undefined]);
  });

  test('a tab that was closed while the server was out of reach is closed when it is back', async () => {
    world.unreachable = true;
    await world.keeper.remove(1);
    const next = world.another();
    expect(next.isRemoved(1)).toBe(true);
    world.unreachable = false;
    await next.resume();
    expect([world.closed, next.isRemoved(1), world.stored()]).toEqual([[1], false, '']);
  });

  test('what the server refuses is said once, and tried again', async () => {
    const { keeper, tabs } = world;
    keeper.learn(tabs[0], world.tag());
    world.refusal = 413;
    keeper.note(1, { sql: 'long' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(world.refused).toBe(1);
    world.refusal = undefined;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tabs[0].sql).toBe('long');
  });
});

/** A server with a tab, a browser's storage, and a window that keeps tabs. */
function makeWorld() {
  const store = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return store.size;
    },
    key: (at) => [...store.keys()][at] ?? null,
    clear: () => store.clear(),
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > world.room) throw new DOMException('Full', 'QuotaExceededError');
      store.set(key, value);
    },
    removeItem: (key) => void store.delete(key),
  };
  const tab: TabState = {
    id: 1,
    user_id: 7,
    label: 'One',
    active: true,
    database_id: 1,
    catalog: null,
    schema: null,
    table_schemas: [],
    sql: 'base',
    query_limit: null,
    latest_query: null,
    autorun: false,
    template_params: null,
    hide_left_bar: false,
    saved_query: null,
    extra_json: { updatedAt: 10 },
  };
  const world = {
    tabs: [tab] as [TabState],
    version: 1,
    tag: () => `"${world.version}"`,
    stored: () => store.get('redux') ?? '',
    unreachable: false,
    refusal: undefined as number | undefined,
    offline: false,
    refused: 0,
    full: 0,
    filling: [] as StorageRoom[],
    fill: (characters: number) => void store.set('other', 'x'.repeat(characters)),
    /** Characters that the browser's storage takes. */
    room: Number.POSITIVE_INFINITY,
    noNewTab: false,
    closed: [] as number[],
    spared: [] as string[],
    gone: [] as Record<string, unknown>[],
    taken: [] as string[],
  };
  const answer = async (id: number) => {
    if (world.unreachable) throw new TypeError('Failed to fetch');
    if (world.refusal) throw world.refusal;
    if (world.closed.includes(id)) throw 404;
  };
  const another = () =>
    new TabKeeper({
      user: 7,
      window: String(Math.random()),
      storage,
      now: () => Date.now(),
      fetch: async (id) => {
        await answer(id);
        return { tab: { ...world.tabs[0] }, tag: world.tag() };
      },
      save: async (id, changes, tag) => {
        await answer(id);
        if (tag !== world.tag()) throw 412;
        world.version += 1;
        Object.assign(world.tabs[0], changes);
        return world.tag();
      },
      remove: async (id) => {
        await answer(id);
        world.closed.push(id);
      },
      statusOf: (error) => (typeof error === 'number' ? error : undefined),
      spare: async (_tab, sql) => void world.spared.push(sql),
      take: (taken) => void world.taken.push(taken.sql ?? ''),
      gone: async (_id, changes) => {
        if (world.noNewTab) throw 500;
        world.gone.push(changes);
      },
      reach: (offline) => {
        world.offline = offline;
      },
      refused: () => {
        world.refused += 1;
      },
      full: (room) => {
        if (room) world.filling.push(room);
        else world.full += 1;
      },
    });
  return Object.assign(world, { keeper: another(), another });
}
