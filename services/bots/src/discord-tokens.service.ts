import { asSystem, Audit, Keyring, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, type Actor, runner, snowflake, unreachable, type OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { QueryFailedError, Repository } from 'typeorm';
import { BotEntity } from './bot.entity.js';
import { REMOVAL_TRIED_FOR_MS } from './systems/writes-to-discord.js';

/** An encrypted token as it is stored, and warnings for its owner. */
export interface EncryptedToken {
  readonly columns: Pick<BotEntity, 'discordToken' | 'tokenHint' | 'applicationId'>;
  /** Whether Discord confirmed that the token belongs to this application. Such a token can take the application over from a bot whose token is refused. */
  readonly isConfirmed: boolean;
  readonly ownerId: string;
  readonly warnings: string[];
}

type Inspection = OutputOf<typeof runner.inspectToken>;
type Claim = Pick<EncryptedToken, 'columns' | 'isConfirmed' | 'ownerId'>;
type BotKey = Pick<BotEntity, 'id' | 'ownerId'>;

const HINT_LENGTH = 4;
// The hint would reveal too large a part of a shorter token; Discord's tokens have about 70 characters.
const MIN_LENGTH_FOR_HINT = 20;

export const NO_TOKEN: EncryptedToken['columns'] = { discordToken: null, tokenHint: null, applicationId: null };

const WARNINGS = {
  invalid:
    'The token was saved, but Discord refused it. Reset it in the Discord Developer Portal and paste the new one in Edit → Discord.',
  noMessageContent:
    'Message Content is off: the bot answers when it is mentioned, when somebody replies to it, in direct messages and to commands. Connect to Discord can switch it on.',
  unreachable:
    'The token was saved, but Discord cannot be reached right now to check it. It is checked again when the bot starts.',
};

/** Discord tokens: encrypted at rest, one bot per Discord application (docs/decisions.md A9, M10). */
@Injectable()
export class DiscordTokens {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly keyring: Keyring,
    private readonly rpc: RpcClient,
    private readonly audit: Audit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Writes into the audit log that a token was set or cleared. */
  async report(actor: Actor, botId: string, token: 'set' | 'cleared'): Promise<void> {
    await this.audit.report('discord_token_written', { actor, target: botId, details: { token } });
  }

  /** Inspects a pasted token with Discord and encrypts it for a bot. RATE_LIMITED after too many tokens of the owner. */
  async encrypt(pasted: string, bot: BotKey): Promise<EncryptedToken> {
    const token = withoutScheme(pasted);
    const inspection = await this.inspect(token, bot.ownerId);
    return {
      columns: {
        discordToken: this.keyring.encrypt(token, encryptionContext(bot)),
        tokenHint: hintOf(token),
        applicationId: this.applicationKey(token, inspection),
      },
      isConfirmed: inspection.verdict === 'valid',
      ownerId: bot.ownerId,
      warnings: warningsOf(inspection),
    };
  }

  /** What Discord says about a token that is not stored. RATE_LIMITED after too many tokens of the user. */
  inspectPasted(pasted: string, userId: string): Promise<Inspection> {
    return this.inspect(withoutScheme(pasted), userId);
  }

  /** The decrypted token; null without one. */
  decrypt(bot: BotEntity): string | null {
    return bot.discordToken === null ? null : this.keyring.decrypt(bot.discordToken, encryptionContext(bot));
  }

  /** The same, also of a bot that was deleted less than an hour ago and of which something is to be removed from Discord. */
  decryptForRunner(bot: BotEntity, nowMs = Date.now()): string | null {
    const isKept = bot.deletedAt !== null && bot.deletedAt.getTime() > nowMs - REMOVAL_TRIED_FOR_MS;
    return this.decrypt({ ...bot, discordToken: bot.discordToken ?? (isKept ? bot.removalToken : null) });
  }

  /**
   * Runs a write that stores `token`. Throws TOKEN_IN_USE when another bot has the application, unless Discord confirms this token and
   * refuses the other bot's, as after a reset in the Developer Portal: then this bot takes the application over.
   */
  async claimApplication<T>(token: Claim | undefined, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isClaimConflict(error)) throw error;
      const { applicationId } = token?.columns ?? NO_TOKEN;
      if (!token?.isConfirmed || applicationId === null || !(await this.releaseStaleClaim(applicationId, token.ownerId)))
        throw new AppError('TOKEN_IN_USE');
      return this.claimApplication({ ...token, isConfirmed: false }, write);
    }
  }

  /**
   * Before a start: inspects a token again whose application Discord has not confirmed. Throws TOKEN_INVALID when Discord refuses it, or
   * has refused it lately; TOKEN_IN_USE; RATE_LIMITED.
   */
  async confirmClaim(bot: BotEntity): Promise<void> {
    const token = this.decrypt(bot);
    if (token === null || bot.applicationId === null || isApplicationId(bot.applicationId)) return;
    const inspection = await this.inspect(token, bot.ownerId);
    if (inspection.verdict === 'invalid') throw new AppError('TOKEN_INVALID');
    const applicationId = this.applicationKey(token, inspection);
    if (applicationId === bot.applicationId) return;
    const isConfirmed = inspection.verdict === 'valid';
    const claim = { columns: { ...NO_TOKEN, applicationId }, isConfirmed, ownerId: bot.ownerId };
    await this.claimApplication(claim, () =>
      this.bots.update({ id: bot.id, discordToken: bot.discordToken ?? '' }, { applicationId, fence: '0' }),
    );
  }

  /** `userId` is who claims the application, and whose checks are counted. */
  private async releaseStaleClaim(applicationId: string, userId: string): Promise<boolean> {
    // The bot that has the application is usually another user's.
    const holder = await asSystem(() => this.bots.findOneBy({ applicationId }));
    const token = holder && this.decrypt(holder);
    if (!holder || token === null) return true;
    const inspection = await this.inspect(token, userId);
    if (inspection.verdict !== 'invalid') return false;
    const released = { applicationId: this.keyring.fingerprint(token), fence: '0' };
    await asSystem(() => this.bots.update({ id: holder.id, applicationId }, released));
    return true;
  }

  /**
   * The application as Discord confirmed it, or as the token names it when Discord did not answer. For a refused token its fingerprint, so
   * that a forged token does not occupy another owner's application.
   */
  private applicationKey(token: string, inspection: Inspection): string {
    if (inspection.verdict === 'valid') return inspection.applicationId;
    const claimed = inspection.verdict === 'unreachable' ? applicationIdOf(token) : undefined;
    return claimed ?? this.keyring.fingerprint(token);
  }

  private async inspect(token: string, userId: string): Promise<Inspection> {
    try {
      return await this.rpc.ask(runner.inspectToken, { userId, token });
    } catch (error) {
      if (AppError.from(error).code === 'RATE_LIMITED') throw error;
      // A failed inspection does not prevent saving the token (docs/decisions.md M10).
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

/** The application id in the first of the three segments of a Discord token; undefined for a text in another format. */
function applicationIdOf(token: string): string | undefined {
  const [first = '', ...others] = token.split('.');
  if (others.length !== 2) return undefined;
  const decoded = Buffer.from(first, 'base64').toString('latin1');
  return isApplicationId(decoded) ? decoded : undefined;
}

/** The Discord application of a bot; null without a token, and while Discord has not confirmed it. */
export const confirmedApplication = ({ applicationId }: Pick<BotEntity, 'applicationId'>): string | null =>
  applicationId !== null && isApplicationId(applicationId) ? applicationId : null;

/** False for the fingerprint that is stored instead of an unconfirmed application id. */
const isApplicationId = (key: string): boolean => snowflake.safeParse(key).success;

const hintOf = (token: string): string | null => (token.length < MIN_LENGTH_FOR_HINT ? null : token.slice(-HINT_LENGTH));

/** Tokens are often pasted from code as `Bot <token>`. */
const withoutScheme = (pasted: string): string => pasted.trim().replace(/^Bot\s+/i, '');

/** The authenticated context of the encryption: a ciphertext copied to another row cannot be decrypted. */
const encryptionContext = ({ id, ownerId }: BotKey): string => `bots.bot|discord_token|${id}|${ownerId}`;

const isClaimConflict = (error: unknown): boolean =>
  error instanceof QueryFailedError && 'constraint' in error.driverError && error.driverError.constraint === 'bot_application';
