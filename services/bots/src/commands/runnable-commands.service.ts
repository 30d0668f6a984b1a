import { PreparedStatement } from '@kith/kit';
import type { bots, OutputOf, RunnableCommand } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { BotEntity } from '../bot.entity.js';
import type { LearnedCommandEntity } from './learned-command.entity.js';
import type { CustomCommandEntity } from './custom-command.entity.js';
import { commandOf } from './learned-triggers.js';
import { OwnerPlans } from './owner-plans.js';

/** The longest description of a slash command; runners need no more of it. */
const MAX_DESCRIPTION_CHARS = 100;

type LearnedRow = Pick<LearnedCommandEntity, 'botId' | 'catalogueId' | 'customTrigger' | 'cooldownS' | 'requiredRoleId'> & {
  /** Null for a command of the catalogue. */
  readonly customCommand: Pick<
    CustomCommandEntity,
    'id' | 'name' | 'description' | 'icon' | 'trigger' | 'needsReview' | 'options'
  > | null;
};

const ENABLED = new PreparedStatement<LearnedRow>(
  `select l.bot_id as "botId", l.catalogue_id as "catalogueId", l.custom_trigger as "customTrigger", l.cooldown_s as "cooldownS",
     l.required_role_id as "requiredRoleId",
     case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'trigger', c.trigger, 'description', c.description,
       'icon', c.icon, 'needsReview', c.needs_review, 'options', c.options) end as "customCommand"
   from bots.learned_command l left join bots.custom_command c on c.id = l.custom_command_id
   where l.bot_id = any($1::uuid[]) and l.is_enabled order by l.learned_at, l.id`,
);

interface OwnedBot {
  readonly id: string;
  readonly ownerId: string;
}

/** What runners need to know of the commands that bots have learned. */
@Injectable()
export class RunnableCommandsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly plans: OwnerPlans,
  ) {}

  /** The enabled commands of a bot that is read meanwhile, none while its owner does not allow commands. */
  async ofBot(botId: string, reading: Promise<BotEntity>): Promise<Pick<OutputOf<typeof bots.testChat>, 'prefix' | 'commands'>> {
    const [rows, bot] = await Promise.all([this.enabledOf([botId]), reading]);
    const { allowCommands, customPrefix: prefix } = bot.channelSettings;
    const found = allowCommands ? await this.runnable([bot], rows) : new Map<string, RunnableCommand[]>();
    return { prefix, commands: found.get(bot.id) ?? [] };
  }

  /** The enabled commands of each bot, oldest first; bots without any have no entry. */
  async of(bots: readonly OwnedBot[]): Promise<ReadonlyMap<string, RunnableCommand[]>> {
    if (bots.length === 0) return new Map();
    return this.runnable(bots, await this.enabledOf(bots.map(({ id }) => id)));
  }

  private enabledOf(botIds: readonly string[]): Promise<LearnedRow[]> {
    return ENABLED.rowsTogether(this.database, [botIds]);
  }

  private async runnable(
    bots: readonly OwnedBot[],
    rows: readonly LearnedRow[],
  ): Promise<ReadonlyMap<string, RunnableCommand[]>> {
    const mayRunCustom = await this.botsThatMayRunCustom(bots, rows);
    const byBot = new Map<string, RunnableCommand[]>();
    for (const row of rows) {
      const command = commandOf(row);
      if (!command || (row.customCommand && !mayRunCustom.has(row.botId)) || row.customCommand?.needsReview) continue;
      const custom = row.customCommand && {
        name: command.name,
        description: [...command.description].slice(0, MAX_DESCRIPTION_CHARS).join(''),
        ...(row.customCommand.options.length === 0 ? {} : { options: row.customCommand.options }),
      };
      const list = byBot.get(row.botId) ?? [];
      const { cooldownS, requiredRoleId } = row;
      const limits = cooldownS === null && requiredRoleId === null ? {} : { limits: { cooldownS, requiredRoleId } };
      list.push({ commandId: command.id, trigger: row.customTrigger ?? command.trigger, custom, ...limits });
      byBot.set(row.botId, list);
    }
    return byBot;
  }

  /** Bots whose owner's plan is not known count: the plan is checked again before a custom command runs (docs/decisions.md K1). */
  private async botsThatMayRunCustom(bots: readonly OwnedBot[], rows: readonly LearnedRow[]): Promise<Set<string>> {
    const withCustom = new Set(rows.flatMap(({ botId, customCommand }) => (customCommand ? [botId] : [])));
    const asked = bots.filter(({ id }) => withCustom.has(id));
    const plans = await Promise.all(asked.map(({ ownerId }) => this.plans.of(ownerId)));
    return new Set(asked.flatMap(({ id }, index) => (plans[index] === 'free' ? [] : [id])));
  }
}
