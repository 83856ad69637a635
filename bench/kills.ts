import { ownSchema, RECORD_KINDS } from '../apps/server/src/testing/test-app.ts';
import { killUnderLoad } from '../e2e/support/kills.ts';
import { ADMIN, startProduct } from '../e2e/support/product.ts';
import { median, type Report } from './report.ts';

const KILLS = 100;
/** Milliseconds within which a killed server is back. */
const BUDGET = 2_000;

/** From SIGKILL of the server's process, below `npm start` and under load, to its next good answer; on both stores. */
export async function measureKills(report: Report): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const store = kind === 'postgres' ? await ownSchema() : undefined;
    const settings = { ...ADMIN, LOAD_EXAMPLES: 'false', ...(store && { RECORDS_URL: store.url }) };
    const product = await startProduct({ supervised: true, settings });
    try {
      const times: number[] = [];
      const { back, promised, lost } = await killUnderLoad(product, KILLS, (milliseconds) => {
        times.push(milliseconds);
        console.log(`  ${kind} kill ${times.length}: back after ${Math.round(milliseconds)} ms`);
      });
      const what = `killed ${KILLS} times under load, ${kind} records`;
      report.add({ what: `${what}: back, median`, value: median(back), unit: 'ms' });
      report.add({ what: `${what}: back, longest`, value: Math.max(...back), unit: 'ms', budget: BUDGET });
      report.add({ what: `${what}: saves that were acknowledged`, value: promised.length, unit: 'saves' });
      report.add({ what: `${what}: of them lost`, value: lost.length, unit: 'saves', budget: 0 });
    } finally {
      await product.remove();
      await store?.drop();
    }
  }
}
