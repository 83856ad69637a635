import { engineOfUri } from '../catalog.ts';

/** Servers that tests may ask: where they are, and the variable that says so. */
export const SERVERS = {
  PostgreSQL: {
    uri: process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse',
    variable: 'CHARTROOM_TEST_POSTGRES',
  },
  MariaDB: {
    uri: process.env.CHARTROOM_TEST_MYSQL ?? 'mysql://chartroom:chartroom@127.0.0.1:3306/warehouse',
    variable: 'CHARTROOM_TEST_MYSQL',
  },
  ClickHouse: {
    uri:
      process.env.CHARTROOM_TEST_CLICKHOUSE || 'clickhousedb://chartroom:chartroom@127.0.0.1:8123/warehouse',
    variable: 'CHARTROOM_TEST_CLICKHOUSE',
  },
};

/** Whether a server answers; says by name what is not tried when it does not. Throws instead where all have to be there. */
export async function isReachable(name: keyof typeof SERVERS, whatIsTried: string): Promise<boolean> {
  const { uri, variable } = SERVERS[name];
  const session = engineOfUri(uri)?.open({ uri, extra: {}, home: '' });
  try {
    await session?.ping(AbortSignal.timeout(5_000));
    return session !== undefined;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.warn(`${name} is not reachable: ${whatIsTried} was not tried. Set ${variable} to its address.`);
    return false;
  } finally {
    await session?.close();
  }
}
