import { Keyring, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, runner, unreachable, type OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { QueryFailedError, Repository } from 'typeorm';
import { BotEntity } from './bot.entity.js';
import { applicationIdOf, bareToken, hintOf, isApplicationId } from './discord-token.js';

/** What is stored of a token, and what its owner should know about it. */
export interface SealedToken {
  readonly columns: Pick<BotEntity, 'discordToken' | 'tokenHint' | 'applicationId'>;
  /** Discord says that it opens this application: stronger than a stored claim that Discord no longer supports. */
  readonly isConfirmed: boolean;
  readonly warnings: string[];
}

type Inspection = OutputOf<typeof runner.inspectToken>;
type Claim = Pick<SealedToken, 'columns' | 'isConfirmed'>;
type Place = Pick<BotEntity, 'id' | 'ownerId'>;

export const NO_TOKEN: SealedToken['columns'] = { discordToken: null, tokenHint: null, applicationId: null };

const WARNINGS = {
  invalid:
    'The token was saved, but Discord refused it. Reset it in the Discord Developer Portal and paste the new one in Edit → Discord.',
  noMessageContent:
    'The Message Content intent is off. Switch it on in the Discord Developer Portal under Bot → Privileged Gateway Intents before you start the bot.',
  unreachable:
    'The token was saved, but Discord cannot be reached right now to check it. It is checked again when the bot starts.',
};

/** Discord tokens: encrypted at rest, one companion per application (decisions A9, M10). */
@Injectable()
export class DiscordTokens {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly keyring: Keyring,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async seal(pasted: string, place: Place): Promise<SealedToken> {
    const token = bareToken(pasted);
    const inspection = await this.inspect(token);
    return {
      columns: {
        discordToken: this.keyring.encrypt(token, placeOf(place)),
        tokenHint: hintOf(token),
        applicationId: this.applicationKey(token, inspection),
      },
      isConfirmed: inspection.verdict === 'valid',
      warnings: warningsOf(inspection),
    };
  }

  /** The token in clear; null without one. */
  open(bot: BotEntity): string | null {
    return bot.discordToken === null ? null : this.keyring.decrypt(bot.discordToken, placeOf(bot));
  }

  /**
   * Runs a write that stores `token`. TOKEN_IN_USE when another companion holds the application, unless Discord confirms this token
   * and refuses the other's: then the other one's claim is void, as after a reset in the Developer Portal.
   */
  async claiming<T>(token: Claim | undefined, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isClaimConflict(error)) throw error;
      const { applicationId } = token?.columns ?? NO_TOKEN;
      if (!token?.isConfirmed || applicationId === null || !(await this.voidStaleClaim(applicationId)))
        throw new AppError('TOKEN_IN_USE');
      return this.claiming({ ...token, isConfirmed: false }, write);
    }
  }

  /** Before a start: a token that Discord refused or could not judge when it was saved may have become good since. TOKEN_IN_USE. */
  async confirmClaim(bot: BotEntity): Promise<void> {
    const token = this.open(bot);
    if (token === null || bot.applicationId === null || isApplicationId(bot.applicationId)) return;
    const inspection = await this.inspect(token);
    const applicationId = this.applicationKey(token, inspection);
    if (applicationId === bot.applicationId) return;
    const claim = { columns: { ...NO_TOKEN, applicationId }, isConfirmed: inspection.verdict === 'valid' };
    await this.claiming(claim, () =>
      this.bots.update({ id: bot.id, discordToken: bot.discordToken ?? '' }, { applicationId, fence: '0' }),
    );
  }

  private async voidStaleClaim(applicationId: string): Promise<boolean> {
    const holder = await this.bots.findOneBy({ applicationId });
    const token = holder && this.open(holder);
    if (!holder || token === null) return true;
    const inspection = await this.inspect(token);
    if (inspection.verdict !== 'invalid') return false;
    await this.bots.update({ id: holder.id, applicationId }, { applicationId: this.keyring.fingerprint(token), fence: '0' });
    return true;
  }

  /** An application as Discord names it, or as the token says while Discord is silent. A refused token claims nothing but itself. */
  private applicationKey(token: string, inspection: Inspection): string {
    if (inspection.verdict === 'valid') return inspection.applicationId;
    const claimed = inspection.verdict === 'unreachable' ? applicationIdOf(token) : undefined;
    return claimed ?? this.keyring.fingerprint(token);
  }

  private async inspect(token: string): Promise<Inspection> {
    try {
      return await this.rpc.ask(runner.inspectToken, { token });
    } catch (error) {
      // A check that cannot be made never keeps a token from being saved (decision M10).
      this.logger.warn({ reason: AppError.from(error).code }, 'token not inspected');
      return { verdict: 'unreachable' };
    }
  }
}

function warningsOf(inspection: Inspection): string[] {
  switch (inspection.verdict) {
    case 'valid':
      return inspection.hasMessageContent ? [] : [WARNINGS.noMessageContent];
    case 'invalid':
      return [WARNINGS.invalid];
    case 'unreachable':
      return [WARNINGS.unreachable];
    default:
      return unreachable(inspection);
  }
}

const placeOf = ({ id, ownerId }: Place): string => `bots.bot|discord_token|${id}|${ownerId}`;

const isClaimConflict = (error: unknown): boolean =>
  error instanceof QueryFailedError && 'constraint' in error.driverError && error.driverError.constraint === 'bot_application';
