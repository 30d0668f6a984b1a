import { randomInt } from 'node:crypto';
import { asSystem, RateLimiter, REDIS } from '@kith/kit';
import {
  AppError,
  type CustomCommand,
  type customCommands,
  type OutputOf,
  type ParsedInputOf,
  type SharedCommand,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { CustomCommandsService } from './custom-commands.service.js';
import { SharedCommandEntity } from './shared-command.entity.js';

/** Without the letters that are read as digits, or make words. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LETTERS = 10;
const NOT_OWN = 'You can share only what you wrote yourself or have looked at.';

const SHARE = `
  insert into bots.shared_command (code, custom_command_id) values ($1, $2)
  on conflict (custom_command_id) do update set code = bots.shared_command.code
  returning code`;
const FIND = `
  select command.name, command.trigger, command.description, command.code, command.icon, command.options
  from bots.shared_command shared join bots.custom_command command on command.id = shared.custom_command_id
  where shared.code = $1`;

type Share = OutputOf<typeof customCommands.shared>;
type ById = ParsedInputOf<typeof customCommands.share>;

/** Custom commands that their owners share by a code, which others copy (docs/decisions.md K9). */
@Injectable()
export class SharedCommandsService {
  private readonly limiter: RateLimiter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly library: CustomCommandsService,
    @Inject(REDIS) redis: Redis,
  ) {
    // Against guessing codes.
    this.limiter = new RateLimiter(redis, { name: 'bots-share-codes', points: 30, windowS: 60, wait: 'window' });
  }

  async shareOf(input: ById): Promise<Share> {
    const { id: customCommandId } = await this.library.get(input);
    const row = await this.database.manager.findOne(SharedCommandEntity, { where: { customCommandId } });
    return { shareCode: row ? written(row.code) : null };
  }

  /** Two calls at the same time get the same code. */
  async share(input: ById): Promise<Share> {
    const { id, needsReview } = await this.library.get(input);
    if (needsReview) throw new AppError('BAD_INPUT', NOT_OWN);
    const [row] = await this.database.query<{ code: string }[]>(SHARE, [newCode(), id]);
    return { shareCode: row ? written(row.code) : null };
  }

  async unshare(input: ById): Promise<Share> {
    const { id: customCommandId } = await this.library.get(input);
    await this.database.manager.delete(SharedCommandEntity, { customCommandId });
    return { shareCode: null };
  }

  async lookUp({ actor, shareCode }: ParsedInputOf<typeof customCommands.lookUp>): Promise<SharedCommand> {
    await this.limiter.consume(actor.userId);
    // Whoever knows the code may read the command of another user.
    const [found] = await asSystem(() => this.database.query<SharedCommand[]>(FIND, [shareCode]));
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  /** Copies the command as it is now; it does not run on Discord before its new owner has looked at it. */
  async importShared(input: ParsedInputOf<typeof customCommands.importShared>): Promise<CustomCommand> {
    const { trigger, ...shared } = await this.lookUp(input);
    return this.library.add(input.actor, { ...shared, trigger: input.trigger ?? trigger, needsReview: true });
  }
}

const newCode = (): string => Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** In two groups. */
const written = (code: string): string => `${code.slice(0, CODE_LETTERS / 2)}-${code.slice(CODE_LETTERS / 2)}`;
