import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { NOW } from './stubs/values.js';

describe('the resource usage of the dashboard', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const path = '/api/dashboard/resource-usage';

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  const activity = [{ date: NOW.slice(0, 10), count: 3 }];
  const everything = {
    usage: { bots: { total: 230, online: 115 }, activity, tokens: { used: 3, dailyLimit: 50 } },
    messageStats: { dailyTotal: 3 },
  };

  it('takes three calls, however many bots there are', async () => {
    const before = world.stubs.calls.length;
    expect((await kim.ask('GET', path)).body).toMatchObject(everything);
    const asked = world.stubs.calls.slice(before).map(({ name }) => name);
    expect(asked.filter((name) => name !== 'auth.resolve').toSorted()).toEqual([
      'billing.activity',
      'billing.usage',
      'bots.counts',
    ]);
  });

  it('is the same over GraphQL', async () => {
    const query = `{ resourceUsage { system { cpuUsage memoryUsage } messageStats { dailyTotal }
      usage { bots { total online } activity { date count } tokens { used dailyLimit } } } }`;
    const { data } = (await kim.graphql(query)).body as { data: { resourceUsage: object } };
    expect(data.resourceUsage).toMatchObject(everything);
  });

  it('is null or empty for an unavailable service and fails only when all are unavailable', async () => {
    await world.stop('billing');
    const withoutBilling = await kim.ask('GET', path);
    expect(withoutBilling.body).toMatchObject({
      usage: { bots: { total: 230 }, activity: [], tokens: { used: null, dailyLimit: null } },
      messageStats: { dailyTotal: null },
    });
    await world.stop('bots');
    const alone = await kim.ask('GET', path);
    expect([alone.status, alone.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  });
});
