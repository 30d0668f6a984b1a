import type { Runtime } from '@kith/kit';
import { beginsPath, installCrashPoints as installSharedCrashPoints, waitsIn } from '@kith/kit/testing';
import { routeOf } from '../../src/discord/discord-route.js';
import { RequestSender } from '../../src/discord/request-sender.js';
import { MessageIntake } from '../../src/messages/message-intake.js';

/** To be called before the service starts: everything that a runner waits for because of a message or an interaction is a point. */
export function installCrashPoints(runtime: Runtime): void {
  installSharedCrashPoints(runtime);
  beginsPath(MessageIntake.prototype, 'handle', ([, payload]) => {
    const { t } = payload as { t: string };
    return t === 'MESSAGE_CREATE' || t === 'INTERACTION_CREATE' ? 'intake' : null;
  });
  waitsIn(
    RequestSender.prototype,
    'send',
    ([, url, init]: readonly [unknown, string, { method?: string }] | readonly never[]) =>
      `request ${routeOf(init?.method ?? 'GET', String(url)).name}`,
  );
}
