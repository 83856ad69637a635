import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownHost } from '../base/settings/known-host.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { createHostKeys } from './host-keys.ts';

test('lines of known_hosts are read, others are none', () => {
  expect(knownHost('Bastion.example.org ssh-ed25519 AAAAC3Nz comment')).toEqual({
    server: 'bastion.example.org:22',
    key: 'ssh-ed25519 AAAAC3Nz',
  });
  expect(knownHost('[10.0.0.1]:2222 ecdsa-sha2-nistp256 AAAA==')).toEqual({
    server: '10.0.0.1:2222',
    key: 'ecdsa-sha2-nistp256 AAAA==',
  });
  for (const line of ['', 'bastion', 'bastion ssh-rsa', 'a b c!', '[a] ssh-rsa AAAA'])
    expect(knownHost(line)).toBeUndefined();
});

describe.each(RECORD_KINDS)('keys of SSH servers on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  test('the first key is remembered; named ones count alone', async () => {
    const now = () => new Date(0);
    const keys = createHostKeys(
      house.services.db,
      ['[named]:22 ssh-rsa AAAA', 'named ssh-ed25519 BBBB'],
      now,
    );
    expect(await keys.known('met:22')).toEqual([]);
    await keys.remember('met:22', 'ssh-rsa CCCC');
    await keys.remember('met:22', 'ssh-rsa DDDD');
    expect(await keys.known('met:22')).toEqual(['ssh-rsa CCCC']);
    await keys.remember('named:22', 'ssh-rsa CCCC');
    expect(await keys.known('named:22')).toEqual(['ssh-rsa AAAA', 'ssh-ed25519 BBBB']);
  });
});
