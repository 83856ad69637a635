import { describe } from 'vitest';
import { loadCases } from '../testing/load-cases.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';

describe.runIf(await isReachable('PostgreSQL', 'loading files into it'))('files become tables', () =>
  loadCases({
    uri: SERVERS.PostgreSQL.uri,
    list: '[1,2]',
    types: {
      text: 'TEXT',
      fraction: 'DOUBLE PRECISION',
      whole: 'BIGINT',
      moment: 'TIMESTAMP WITHOUT TIME ZONE',
    },
  }),
);
