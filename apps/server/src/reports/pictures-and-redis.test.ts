import { expect, test } from 'vitest';
import { jobSpace } from '../jobs/redis-jobs.ts';
import type { PictureRequest, PictureTaker } from '../pictures/picture-taker.ts';
import { decodedMail } from '../testing/decoded-mail.ts';
import { REDIS, redisAnswers, removeRedisKeys } from '../testing/redis-server.ts';
import { mailTo, ReportHouse } from '../testing/report-house.ts';
import { makeChart, makeDataset } from '../testing/things.ts';

test('where a browser takes pictures a mail shows one, made in the session of whoever gets it', async () => {
  const asked: PictureRequest[] = [];
  const taker: PictureTaker = {
    take: async (request) => {
      asked.push(request);
      if (request.window[0] === 666) throw new Error('The page did not get ready.');
      return { png: Buffer.from('PNG'), pdf: request.pdf ? Buffer.from('PDF') : undefined };
    },
    close: async () => undefined,
  };
  const house = await ReportHouse.open('sqlite', { PICTURES_BY_CHROMIUM: 'true' }, taker);
  try {
    const chart = await makeChart(house.app, await makeDataset(house.app, 'sold'), 'Sales');
    const report = { chart, recipients: mailTo('ada@partner.org, alpha@example.org') };
    const id = await house.make({ ...report, custom_width: 800 });
    expect((await house.run(id)).at(-1)).toEqual(['Success', null]);
    expect(asked.map(({ window, path }) => [window[0], path])).toEqual([
      [800, `/explore/?slice_id=${chart}&standalone=1`],
      [800, `/explore/?slice_id=${chart}&standalone=1`],
    ]);
    expect(asked[0]?.session).not.toBe(asked[1]?.session);
    const raw = house.box.letters[0]?.raw ?? '';
    expect(raw).toMatch(/^Content-Id: <picture@report>/im);
    expect(decodedMail(raw)).toContain('cid:picture@report');
    await house.run(await house.make({ ...report, report_format: 'PDF' }));
    expect(house.box.letters.at(-1)?.raw).toContain('filename=Sales.pdf');
    await house.run(await house.make({ ...report, custom_width: 666 }));
    const failed = decodedMail(house.box.letters.at(-1)?.raw ?? '');
    expect(failed).toContain('The picture could not be made');
    expect(failed).toContain('a | COUNT(*)');
  } finally {
    await house.close();
  }
});

test.runIf(await redisAnswers())('a run that is asked for is done by way of Redis', async () => {
  const house = await ReportHouse.open('sqlite', { REDIS_URL: REDIS });
  try {
    const chart = await makeChart(house.app, await makeDataset(house.app, 'sold'), 'Sales');
    const id = await house.make({ chart, report_format: 'TEXT', recipients: mailTo('ada@partner.org') });
    expect((await house.app.as('admin', 'POST', `/api/v1/report/${id}/execute`)).status).toBe(202);
    const state = async () => (await house.log(id)).at(-1)?.state;
    await expect.poll(state, { timeout: 20_000 }).toBe('Success');
    expect(house.box.letters).toHaveLength(1);
  } finally {
    const space = jobSpace(house.services.config.SECRET_KEY);
    await house.close();
    await removeRedisKeys(space);
  }
});
