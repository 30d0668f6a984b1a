import type { DatabaseSpec } from '@kith/kit';
import { ReminderEntity } from './commands/reminder.entity.js';
import { COUNTS } from './counts.js';
import { ModerationCaseEntity } from './moderation/moderation-case.entity.js';
import { ModerationServerEntity } from './moderation/moderation-server.entity.js';
import { Runner1763712000000 } from './migrations/1763712000000-runner.js';
import { ProblemEntity } from './problems/problem.entity.js';
import { ReportEntity } from './reports/report.entity.js';
import { LevelMemberEntity } from './systems/leveling-xp/level-member.entity.js';
import { GameScoreEntity } from './systems/mini-games/game-score.entity.js';
import { GameEntity } from './systems/mini-games/game.entity.js';
import { TicketEntity } from './systems/support-tickets/ticket.entity.js';
import { EventSignUpEntity } from './systems/event-manager/event-sign-up.entity.js';
import { ServerEventEntity } from './systems/event-manager/server-event.entity.js';
import { RoleMessageEntity } from './systems/reaction-roles/role-message.entity.js';
import { RoleReactionEntity } from './systems/reaction-roles/role-reaction.entity.js';
import { AutoModerationRuleEntity } from './systems/auto-moderation/auto-moderation-rule.entity.js';
import { JudgeServerEntity } from './systems/ai-moderator/judge-server.entity.js';
import { MessageTraceEntity } from './traces/message-trace.entity.js';

/** What the runners keep in Postgres. */
export const database: DatabaseSpec = {
  schema: 'runner',
  entities: [
    JudgeServerEntity,
    AutoModerationRuleEntity,
    TicketEntity,
    ProblemEntity,
    RoleMessageEntity,
    ServerEventEntity,
    EventSignUpEntity,
    RoleReactionEntity,
    ModerationCaseEntity,
    ModerationServerEntity,
    MessageTraceEntity,
    ReportEntity,
    ReminderEntity,
    LevelMemberEntity,
    GameEntity,
    GameScoreEntity,
  ],
  migrations: [Runner1763712000000],
  counts: COUNTS,
};
