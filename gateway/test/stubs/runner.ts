import { fixture } from '@kith/kit/testing';
import { traces, type MessageTrace } from '@kith/proto';

const TRACE: MessageTrace = {
  messageId: '400000000000000001',
  channelId: '300000000000000001',
  guildId: '200000000000000001',
  sentAt: '2026-01-02T03:04:05.000Z',
  outcome: 'ignored',
  reason: 'not_mentioned',
  detail: null,
};

/** What the runners answer. */
export const stubRunner = () => [
  fixture(traces.list, ({ outcome }) => ({ traces: outcome === undefined || outcome === TRACE.outcome ? [TRACE] : [] })),
  fixture(traces.get, ({ messageId }) => ({ trace: messageId === TRACE.messageId ? TRACE : null })),
];
