import type { DatabaseSpec } from '@kith/kit';
import { BOT_TOTAL } from './bot-totals.js';
import { BotEntity } from './bot.entity.js';
import { CustomCommandEntity } from './commands/custom-command.entity.js';
import { CustomCommandRunEntity } from './commands/custom-command-run.entity.js';
import { ToolServerEntity } from './tools/tool-server.entity.js';
import { CommandHostEntity } from './commands/execution/command-host.entity.js';
import { CommandRoundEntity } from './commands/execution/command-round.entity.js';
import { CommandValueEntity } from './commands/execution/command-value.entity.js';
import { LearnedCommandEntity } from './commands/learned-command.entity.js';
import { SharedCommandEntity } from './commands/shared-command.entity.js';
import { AgreementEntity } from './discord/agreement.entity.js';
import { Bots1763712000000 } from './migrations/1763712000000-bots.js';
import { TakenDownApplicationEntity } from './runs/taken-down-application.entity.js';
import { InstalledSystemEntity } from './systems/installed-system.entity.js';
import { BotVersionEntity } from './versions/bot-version.entity.js';

/** What bots keeps in Postgres. */
export const database: DatabaseSpec = {
  schema: 'bots',
  entities: [
    BotEntity,
    BotVersionEntity,
    AgreementEntity,
    InstalledSystemEntity,
    LearnedCommandEntity,
    CustomCommandEntity,
    CustomCommandRunEntity,
    SharedCommandEntity,
    CommandValueEntity,
    CommandHostEntity,
    ToolServerEntity,
    CommandRoundEntity,
    TakenDownApplicationEntity,
  ],
  migrations: [Bots1763712000000],
  counts: [BOT_TOTAL],
};
