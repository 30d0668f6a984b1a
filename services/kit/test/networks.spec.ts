import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AddressLimiter, networkOf, networksOf, openRuntime, type Runtime } from '@kith/kit';
import { testEnvironment, type TestEnvironment } from '@kith/kit/testing';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', undefined],
    ['::ffff:203.0.113.7', '203.0.113.7', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
    ['2001:db8:1:ff:3:4:5:6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
    ['2001:db8:1:100::1', '2001:db8:1:100::/56', '2001:db8:1::/48'],
    ['2001:0DB8:0001:AB02::1', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/56', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
    ['unknown', 'unknown', undefined],
  ])('%s is %s, within %s', (ip, network, wide) => {
    expect(networkOf(ip)).toBe(network);
    expect(networksOf(ip)).toEqual([{ network, factor: 1 }, ...(wide === undefined ? [] : [{ network: wide, factor: 4 }])]);
  });
});

describe('AddressLimiter', () => {
  let environment: TestEnvironment;
  let runtime: Runtime;
  beforeAll(async () => {
    environment = await testEnvironment();
    runtime = await openRuntime(environment.env);
  });
  afterAll(async () => {
    await runtime.close();
    await environment.drop();
  });

  const limiterOf = (name: string) =>
    new AddressLimiter(runtime.redis, { name, points: 3, windowS: 60 }, (network) => network.replaceAll(':', '.'));
  const allowed = async (limiter: AddressLimiter, ips: readonly string[]): Promise<number> => {
    let count = 0;
    for (const ip of ips) {
      count += await limiter.consume(ip).then(
        () => 1,
        () => 0,
      );
    }
    return count;
  };
  const times = (count: number, ip: (at: number) => string) => Array.from({ length: count }, (_, at) => ip(at));

  it('counts all addresses of an IPv6 /56 as one, which is what a home connection gets [S5]', async () => {
    const limiter = limiterOf('narrow');
    const changing = times(10, (at) => `2001:db8:7:${(0x10 + at).toString(16)}::${at + 1}`);
    expect(await allowed(limiter, changing)).toBe(3);
    expect(await allowed(limiter, ['2001:db8:7:100::1'])).toBe(1);
  });

  it('allows a whole IPv6 /48 four times as much as a /56 in it [S5]', async () => {
    const limiter = limiterOf('wide');
    const changing = times(40, (at) => `2001:db8:8:${(at * 0x100).toString(16)}::1`);
    expect(await allowed(limiter, changing)).toBe(12);
    expect(await allowed(limiter, ['2001:db8:9::1', '203.0.113.7'])).toBe(2);
  });

  it('a /56 that is refused does not use up the share of the /48 around it [S5]', async () => {
    const limiter = limiterOf('share');
    expect(
      await allowed(
        limiter,
        times(50, () => '2001:db8:a:100::1'),
      ),
    ).toBe(3);
    expect(await allowed(limiter, ['2001:db8:a:200::1'])).toBe(1);
  });

  it('refund gives an attempt back to the /56 and to the /48 [S5]', async () => {
    const limiter = limiterOf('refund');
    for (let at = 0; at < 20; at += 1) {
      await limiter.consume('2001:db8:b::1');
      await limiter.refund('2001:db8:b::1');
    }
    expect(
      await allowed(
        limiter,
        times(4, () => '2001:db8:b::1'),
      ),
    ).toBe(3);
  });
});
