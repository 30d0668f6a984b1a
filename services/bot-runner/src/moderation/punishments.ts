import { DiscordAPIError, type REST } from '@discordjs/rest';
import type { JobOf, ModerationAction, ProblemAction, queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Routes, type APIGuildMember } from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';
import { Problems } from '../problems/problems.service.js';
import type { ViolationJob } from './violation-job.js';
import { guildPlaceOf, ModerationAccess, type MemberPlace } from './moderation-access.js';

type Place = Pick<JobOf<typeof queues.moderation>, 'botId' | 'ownerId' | 'guildId'>;

/** What became of an action: `gone` when message, member, channel or server do not exist any more. */
export type Outcome = 'done' | 'gone' | 'refused';

interface Request {
  readonly action: ProblemAction;
  /** Null when it concerns the whole server. */
  readonly channelId: string | null;
  /** The one that is known to be missing, in the words of Discord's settings. */
  readonly missingPermission: string | null;
  send(rest: REST): Promise<unknown>;
}

type Decide = (current: Date | null) => Promise<Date | null>;

const REASON = 'Moderation by Kith';

/** Deletes messages and times members out. What Discord refuses is stored as a problem of the bot. Each effect can be repeated. */
@Injectable()
export class Punishments {
  constructor(
    private readonly access: ModerationAccess,
    private readonly clients: RestClients,
    private readonly problems: Problems,
  ) {}

  /** A warning is nothing on Discord but the notice, which is posted for all actions together. */
  async take(action: ModerationAction, job: ViolationJob, timeoutUntil: Date | null): Promise<Outcome> {
    if (action === 'delete') return job.task.system?.isBlocked ? 'done' : this.deleteMessage(job);
    if (action === 'warn' || !timeoutUntil) return 'done';
    const { ownUserId, member } = job.task;
    return this.timeOut({ ...guildPlaceOf(job), ownerId: job.ownerId, ownUserId, member }, timeoutUntil);
  }

  async deleteMessage(job: ViolationJob): Promise<Outcome> {
    const { channelId, task } = job;
    const route = Routes.channelMessage(channelId, task.messageId);
    return this.send(job, {
      action: 'delete-messages',
      channelId,
      missingPermission: (await this.access.mayDelete(job)) ? null : 'Manage Messages',
      send: (rest) => rest.delete(route, { reason: REASON }),
    });
  }

  /**
   * Changes the end of a member's timeout, null for none, to what `decide` answers to the one that Discord has. It is asked again after a change: another
   * case may have been taken back meanwhile, whose job still found the end before.
   */
  changeTimeout(job: Place, memberId: string, decide: Decide, missingPermission: string | null = null): Promise<Outcome> {
    const route = Routes.guildMember(job.guildId, memberId);
    return this.send(job, {
      action: 'time-out-members',
      channelId: null,
      missingPermission,
      send: async (rest) => {
        let current = endOf((await rest.get(route)) as APIGuildMember);
        for (let until = await decide(current); until?.getTime() !== current?.getTime(); until = await decide(current)) {
          const body = { communication_disabled_until: until?.toISOString() ?? null };
          await rest.patch(route, { body, reason: REASON });
          current = until;
        }
      },
    });
  }

  /** Times a member out who reached the threshold of warnings, or whom a system found; never until an earlier time than a moderator set. */
  async timeOut(target: MemberPlace & Place, until: Date): Promise<Outcome> {
    const obstacle = await this.access.obstacleToTimeout(target);
    if (obstacle === 'roles') return this.refuse(target, { action: 'time-out-members', channelId: null }, null);
    const decide: Decide = (current) => Promise.resolve(current && current > until ? current : until);
    return this.changeTimeout(target, target.member.id, decide, obstacle === 'permission' ? 'Time out members' : null);
  }

  /** Sends a request unless the permission for it is known to be missing: Discord bans addresses that send too many of those. */
  private async send(job: Place, request: Request): Promise<Outcome> {
    if (request.missingPermission !== null) return this.refuse(job, request, request.missingPermission);
    try {
      await this.clients.use(job.botId, (rest) => request.send(rest));
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      if (error.status === 404) return 'gone';
      if (error.status !== 403) throw error;
      return (await this.access.isInServer(job)) ? this.refuse(job, request, null) : 'gone';
    }
    void this.problems.resolve(job, { guildId: job.guildId, channelId: request.channelId, action: request.action });
    return 'done';
  }

  private async refuse(
    job: Place,
    { action, channelId }: Omit<Request, 'send' | 'missingPermission'>,
    permission: string | null,
  ) {
    await this.problems.record(job, { guildId: job.guildId, channelId, action }, permission);
    return 'refused' as const;
  }
}

/** Null when the member is not in a timeout: Discord may still name the end of the last one. */
function endOf({ communication_disabled_until: until }: APIGuildMember): Date | null {
  return until && Date.parse(until) > Date.now() ? new Date(until) : null;
}
