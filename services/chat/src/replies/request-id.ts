import type { JobOf, queues } from '@kith/proto';

type Job = Pick<JobOf<typeof queues.replies>, 'botId' | 'messageId' | 'revision'>;

/** Identifies the answer to a message in the log, in billing and in the queues. */
export const requestIdOf = ({ botId, messageId, revision }: Job): string =>
  revision === undefined ? `${botId}-${messageId}` : `${botId}-${messageId}-${revision}`;
