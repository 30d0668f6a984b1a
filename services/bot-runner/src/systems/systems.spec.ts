import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { AppError, type RunnableBot } from '@kith/proto';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import type { AcceptedJobs } from '../messages/accepted-jobs.js';
import type { AgeGate } from '../messages/age-gate.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { VoiceLinks } from './music-bot/voice-links.js';
import type { SystemEvent, SystemHandler } from './system-handler.js';
import { Systems } from './systems.js';

const OUTAGE_ATTEMPTS = 2;

/** A queue that is away for the first attempts of each job; `added` are the priorities of all attempts, by job. */
function aQueue() {
  const added = new Map<string, number[]>();
  const queues = {
    add: async (_queue: unknown, jobId: string, _data: unknown, { priority = 0 }: { readonly priority?: number }) => {
      const attempts = [...(added.get(jobId) ?? []), priority];
      added.set(jobId, attempts);
      if (attempts.length <= OUTAGE_ATTEMPTS) throw new AppError('UNAVAILABLE');
    },
  };
  return { added, queues: queues as unknown as AcceptedJobs };
}

function aSystem(queues: AcceptedJobs, isNeeded: (event: SystemEvent) => boolean) {
  const systems = new Systems(queues, {} as AgeGate, new VoiceLinks(), createLogger('silent'));
  const events = (count: number, channelId: string): SystemEvent[] =>
    Array.from({ length: count }, (_, index) => ({
      eventId: `${channelId}-${index}`,
      name: 'happened',
      data: {},
      guildId: '1',
      channelId: `${channelId}${index}`,
    }));
  let happening: SystemEvent[] = [];
  const handler = {
    systemId: 'reaction-roles',
    onEvent: () => happening,
    isNeeded: async (_bot: RunnableBot, event: SystemEvent) => isNeeded(event),
  };
  systems.register([handler as unknown as SystemHandler]);
  const connected = {
    bot: { botId: 'bot', ownerId: 'owner', serverId: null, systems: [{ systemId: 'reaction-roles', settings: {} }] },
    closed: new AbortController().signal,
  } as unknown as ConnectedBot;
  const happen = async (count: number, channelId: string) => {
    happening = events(count, channelId);
    await systems.handleEvent(connected, { t: 'MESSAGE_DELETE', d: { guild_id: '1' } } as GatewayDispatchPayload);
  };
  return { happen };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('events of an owner', () => {
  it('count once each, however often they are tried while Redis is away', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    const { added, queues } = aQueue();
    const { happen } = aSystem(queues, () => true);
    // Fewer than an owner may have before it is put behind others; all attempts together are more.
    await happen(15, 'a');
    const attempts = [...added.values()];
    expect(attempts.map(({ length }) => length)).toEqual(attempts.map(() => OUTAGE_ATTEMPTS + 1));
    expect(attempts).toHaveLength(15);
    expect(new Set(attempts.flat()).size).toBe(1);
  });

  it('that need no job do not count', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    const { added, queues } = aQueue();
    const { happen } = aSystem(queues, ({ channelId }) => !channelId.startsWith('unneeded'));
    await happen(5, 'a');
    await happen(500, 'unneeded');
    await happen(5, 'b');
    expect(added.size).toBe(10);
    expect(new Set([...added.values()].flat()).size).toBe(1);
  });
});
