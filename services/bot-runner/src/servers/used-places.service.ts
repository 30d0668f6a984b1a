import {
  MAX_CHECKED_CHANNELS,
  MAX_CHECKED_ROLES,
  MODEL_FAULTS,
  type OutputOf,
  type ParsedInputOf,
  type runnerChannels as calls,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ECONOMY_SYSTEM_ID } from '../systems/economy-system/definition.js';
import { REACTION_ROLES_ID } from '../systems/reaction-roles/definition.js';
import { SUPPORT_TICKETS_ID } from '../systems/support-tickets/definition.js';
import { LATEST_ASKED } from '../traces/latest-asked.js';

type Used = OutputOf<typeof calls.used>;

/** Not what the bot ignored: that a server talks asks nothing of it. */
const ASKED = `
  select channel_id as "channelId", guild_id as "guildId"
  from (select $1::uuid as id) as bot,
    unnest(array['answered', 'unanswered', 'waiting', 'merged', 'command']) as asked (outcome), ${LATEST_ASKED}
  where guild_id is not null group by channel_id, guild_id order by max(sent_at) desc limit $2`;
const ROLE_MESSAGES = `
  select channel_id as "channelId", guild_id as "guildId", bool_or(mode = 'reactions') as reacts
  from runner.role_message where bot_id = $1 group by channel_id, guild_id order by max(created_at) desc limit $2`;
const TICKETS = `
  select channel_id as "channelId", guild_id as "guildId" from (
    select channel_id, guild_id, created_at from runner.ticket where bot_id = $1 and closed_at is null
    order by created_at desc limit 100) as latest
  group by channel_id, guild_id order by max(created_at) desc limit $2`;
const GIVEN_ROLES = `
  select distinct "roleId", "guildId", "systemId" from (
    select choice ->> 'roleId' as "roleId", guild_id as "guildId", '${REACTION_ROLES_ID}' as "systemId"
    from runner.role_message, jsonb_array_elements(choices) as choice where bot_id = $1
    union all
    select role_id, guild_id, '${ECONOMY_SYSTEM_ID}' from runner.economy_item where bot_id = $1 and role_id is not null) as given
  order by "guildId", "roleId" limit $2`;

/** The last of each fault, newer than the last answer. */
const MODEL_FAILURES = `
  select distinct on (reason) reason as fault, sent_at as "happenedAt" from (
    select reason, sent_at from runner.message_trace where bot_id = $1 and outcome = 'unanswered'
    order by sent_at desc, message_id desc limit 100) as latest
  where reason = any($2) and sent_at > now() - interval '1 day' and sent_at > coalesce((
    select sent_at from runner.message_trace where bot_id = $1 and outcome = 'answered'
    order by sent_at desc, message_id desc limit 1), '-infinity')
  order by reason, sent_at desc`;

interface Failure {
  readonly fault: Used['modelFailures'][number]['fault'];
  readonly happenedAt: Date;
}

interface Place {
  readonly channelId: string;
  readonly guildId: string;
}

/** What bots use on Discord that their settings do not name, for check-ups. */
@Injectable()
export class UsedPlaces {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async used({ botId }: ParsedInputOf<typeof calls.used>): Promise<Used> {
    const [askedChannels, roleMessages, tickets, { roles }, failures] = await Promise.all([
      this.database.query<Place[]>(ASKED, [botId, MAX_CHECKED_CHANNELS]),
      this.database.query<(Place & { readonly reacts: boolean })[]>(ROLE_MESSAGES, [botId, MAX_CHECKED_CHANNELS]),
      this.database.query<Place[]>(TICKETS, [botId, MAX_CHECKED_CHANNELS]),
      this.givenRoles({ botId }),
      this.database.query<Failure[]>(MODEL_FAILURES, [botId, MODEL_FAULTS]),
    ]);
    const systemChannels: Used['systemChannels'] = [
      ...roleMessages.map(({ channelId, guildId, reacts }) => ({
        channelId,
        guildId,
        systemId: REACTION_ROLES_ID,
        needs: ['view_channels' as const, 'send_messages' as const, ...(reacts ? REACTIONS : [])],
      })),
      ...tickets.map((place) => ({ ...place, systemId: SUPPORT_TICKETS_ID, needs: [...FOR_TICKETS] })),
    ];
    const modelFailures = failures.map(({ fault, happenedAt }) => ({ fault, happenedAt: happenedAt.toISOString() }));
    return { askedChannels, systemChannels, roles, modelFailures };
  }

  async givenRoles({ botId }: Pick<ParsedInputOf<typeof calls.givenRoles>, 'botId'>): Promise<OutputOf<typeof calls.givenRoles>> {
    return { roles: await this.database.query<Used['roles']>(GIVEN_ROLES, [botId, MAX_CHECKED_ROLES]) };
  }
}

const REACTIONS = ['read_history', 'add_reactions'] as const;
const FOR_TICKETS = ['view_channels', 'create_private_threads', 'send_in_threads', 'manage_threads'] as const;
