import { expect, describe, it } from '@jest/globals';
import { CommandResult } from '@kith/proto';
import type { HostileByTarget } from './hostile-snippets.js';
import { VALID_COMMAND, statusKb, type SandboxUnderTest } from './sandbox-under-test.js';

/** To be set where hostile commands must not find it. */
export const SECRET = 'HOST_SECRET_b1946ac92492d234';
/** docs/security.md S53 requires a second; the rest is for a busy machine. */
export const MAX_DURATION_MS = 2000;
export const MAX_WAIT_MS = 10_000;
const MAX_RSS_KB = 256 * 1024;

/** Defines a test for each hostile command: it ends in time, reaches no secret, and the next command answers. */
export function testContainment(sandbox: () => SandboxUnderTest, hostile: HostileByTarget): void {
  let peakKb = 0;
  for (const [target, snippets] of Object.entries(hostile))
    describe(`that attack ${target}`, () => {
      it.each(snippets.map((snippet) => [snippet.name, snippet] as const))(
        'are contained: %s [S53]',
        async (_name, { code, expectedResponse }) => {
          const begun = performance.now();
          const report = await sandbox().run(code);
          expect(performance.now() - begun).toBeLessThan(MAX_WAIT_MS);
          expect(report.durationMs).toBeLessThan(MAX_DURATION_MS);
          expect((report.result === null) !== (report.error === null)).toBe(true);
          if (report.result) expect(CommandResult.safeParse(report.result).success).toBe(true);
          if (expectedResponse !== undefined) expect(report).toMatchObject({ result: { response: expectedResponse } });
          expect(JSON.stringify(report)).not.toContain(SECRET);
          expect(JSON.stringify(report).length).toBeLessThan(200_000);
          expect(await sandbox().response(VALID_COMMAND)).toBe('hi Ada');
          expect(Reflect.get({}, 'polluted')).toBeUndefined();
          peakKb = Math.max(peakKb, statusKb(sandbox().guest()?.pid, 'VmHWM'));
        },
      );
    });

  it('take no more than 256 MB of the guest process, all together [S53]', () => {
    expect(peakKb).toBeLessThanOrEqual(MAX_RSS_KB);
    if (process.platform === 'linux') expect(peakKb).toBeGreaterThan(0);
  });
}
