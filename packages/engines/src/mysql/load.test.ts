import { describe } from 'vitest';
import { loadCases } from '../testing/load-cases.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';

describe.runIf(await isReachable('MariaDB', 'loading files into it'))('files become tables', () =>
  loadCases({
    uri: SERVERS.MariaDB.uri,
    truth: 1,
    list: '[1,2]',
    types: { text: 'LONGTEXT', fraction: 'DOUBLE', whole: 'BIGINT(20)', moment: 'DATETIME(6)' },
  }),
);
