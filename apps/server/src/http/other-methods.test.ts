import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

describe('an address that is called by another method', () => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp('sqlite');
  });
  afterAll(() => house.close());

  test.each([
    ['PUT', '/api/v1/chart/', 'DELETE, GET, HEAD, POST'],
    ['POST', '/api/v1/chart/7', 'DELETE, GET, HEAD, PUT'],
    ['GET', '/api/v1/security/login?a=1', 'POST'],
    ['DELETE', '/api/v1/security/csrf_token', 'GET, HEAD'],
  ] as const)('%s %s is told which there are', async (method, url, allow) => {
    const answer = await house.as('admin', method, url);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.body).toMatchObject({
      errors: [
        {
          error_type: 'GENERIC_BACKEND_ERROR',
          level: 'error',
          message: expect.stringMatching(/^405 Method Not Allowed: /),
        },
      ],
    });
  });

  test('what is nowhere stays so', async () => {
    for (const url of ['/api/v1/nothing/', '/api/v1/chart/7/8/9', '/api/v1/char.t/'])
      expect((await house.as('admin', 'PUT', url)).status).toBe(404);
  });
});
