import { createHash } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { judge, queues, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { AcceptedJobs } from '../../messages/accepted-jobs.js';
import { textRevision, violationJobId } from '../../moderation/violation-job.js';
import { violationOf, type JudgeSettings } from './judge-settings.js';
import { JudgeState } from './judge-state.js';
import { revisionOf, type PendingMessage } from './pending-messages.js';

export interface Server {
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
}

/** Has messages judged, and queues what is to be done about them. */
@Injectable()
export class MessageJudge {
  constructor(
    private readonly rpc: RpcClient,
    private readonly accepted: AcceptedJobs,
    private readonly state: JudgeState,
  ) {}

  /** Throws what `judge.messages` throws: then nobody is punished. */
  async judge(
    bot: Pick<RunnableBot, 'name' | 'applicationId'>,
    server: Server,
    settings: JudgeSettings,
    messages: readonly PendingMessage[],
  ): Promise<void> {
    const { botId, ownerId, guildId } = server;
    const { verdicts } = await this.rpc.ask(judge.messages, {
      botId,
      guildId,
      requestId: `judge-${hashOf(messages.map(revisionOf))}`,
      categories: settings.categories.map(({ name }) => name),
      messages: messages.map((message) => ({ id: revisionOf(message), authorId: message.memberId, text: message.text })),
    });
    let reported = 0;
    for (const { messageId: revision, verdict } of verdicts) {
      const message = messages.find((one) => revisionOf(one) === revision);
      const violation = verdict && violationOf(settings, verdict);
      if (!message || !violation) continue;
      reported += 1;
      const { messageId, editedAtMs, channelId, parentId, memberId, memberName, roleIds } = message;
      const member = { id: memberId, name: memberName, isWebhook: false, roleIds };
      const text = { messageId, revision: textRevision(editedAtMs) };
      const found = { kind: 'violation', ...text, member, parentId, isRepeated: false, ...violation } as const;
      const task = { ...found, botName: bot.name.slice(0, 100), ownUserId: bot.applicationId };
      const job = { ownerId, botId, guildId, channelId, task };
      await this.accepted.add(queues.moderation, violationJobId(job), job);
    }
    const judged = verdicts.filter(({ verdict }) => verdict !== null).length;
    await this.state.count(server, { judged, reported, skipped: messages.length - judged, requests: 1 });
  }
}

const hashOf = (ids: readonly string[]): string => createHash('sha256').update(ids.join(':')).digest('base64url').slice(0, 40);
