import type { Runtime } from '@kith/kit';
import { beginsPath, installCrashPoints as installSharedCrashPoints, waitsIn } from '@kith/kit/testing';
import { routeOf } from '../../src/discord/discord-route.js';
import { RequestSender } from '../../src/discord/request-sender.js';
import { MessageIntake } from '../../src/messages/message-intake.js';

/** What members write, change, delete or use. */
const BEGINNING: ReadonlySet<string> = new Set(['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE', 'INTERACTION_CREATE']);

/** To be called before the service starts: everything that a runner waits for because of a message or an interaction is a point. */
export function installCrashPoints(runtime: Runtime): void {
  installSharedCrashPoints(runtime);
  beginsPath(MessageIntake.prototype, 'handle', ([, payload]) => {
    const { t } = payload as { t: string };
    return BEGINNING.has(t) ? 'intake' : null;
  });
  waitsIn(
    RequestSender.prototype,
    'send',
    ([, url, init]: readonly [unknown, string, { method?: string }] | readonly never[]) =>
      `request ${routeOf(init?.method ?? 'GET', String(url)).name}`,
  );
}
