import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError } from '@discordjs/rest';
import { errorText, Events, FairScheduler, LOGGER, REDIS, type Logger } from '@kith/kit';
import { AppError, events, type RunnableBot } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Routes, type APIApplicationCommand } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { RestClients } from '../discord/rest-clients.js';
import { Problems } from '../problems/problems.service.js';
import type { CommandDefinition } from './command-definition.js';
import { commandSet } from './command-set.js';
import { DrawingAbility } from './drawing-ability.js';
import { FORGET_ME } from './forget-me.js';
import { TRUST_COMMANDS } from './trust-commands.js';

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 900_000;
/** Several changes of an owner in a row are one registration. */
const DEBOUNCE_MS = 1000;
/**
 * Of the bots that connect together so many are registered at once, in turns by owner: thousands of requests at once would take their memory from
 * the process for good, and let an owner who changes a command wait for the bots of others.
 */
const POOL = { capacity: 24, maxWaiting: Infinity, maxRunningPerKeyWhileOthersWait: 4 };
/** Renewed with each new session, so that only applications that are not used any more are forgotten. */
const REMEMBERED_S = 90 * 86_400;
const PLACE = { guildId: null, channelId: null, action: 'register-commands' } as const;

/**
 * Whether a bot can draw is asked again after so long by a session that is resumed, and when nothing else asks: keys, plans and settings of owners say
 * by themselves that they changed, the image model of the installation does not.
 */
const DRAWING_FRESH_MS = 3_600_000;
const DRAWING_ASKED_EVERY_MS = 6 * DRAWING_FRESH_MS;
/** When the chat service did not answer, it is asked again after this. */
const DRAWING_ASKED_AGAIN_MS = 300_000;

/** Members must find these in each bot (docs/decisions.md C23). */
const IN_EVERY_BOT: ReadonlySet<string> = new Set([FORGET_ME, ...TRUST_COMMANDS].map(({ name }) => name));

/** Why commands are registered: a session began or was resumed, or something that decides about them changed. */
type Occasion = 'new' | 'resumed' | 'changed';

/** What was registered last: the hash of the whole set, and that of each command by the id that Discord gave it. */
interface Registered {
  readonly hash: string;
  readonly ids: Readonly<Record<string, string>>;
  /** Whether the bot can draw, and when that was asked, in Unix milliseconds. */
  readonly canDraw?: boolean;
  readonly askedAt?: number;
}

/** The commands of one connected bot, as this process last saw them. */
interface Followed {
  bot: RunnableBot;
  hash: string;
  timer: NodeJS.Timeout | undefined;
  /** Asks again whether it can draw. */
  drawing?: NodeJS.Timeout;
  /** Of the connection. */
  readonly closed: AbortSignal;
  /** Ends when no registration runs or waits: two at once would write the same commands. */
  running: Promise<void>;
}

/**
 * Keeps the commands that Discord offers to members in step with what a bot learned. Written is only what differs, because Discord limits the
 * writes; other commands of the application belong to its owner and are left alone.
 */
@Injectable()
export class ApplicationCommands implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly followed = new Map<string, Followed>();
  private readonly pool = new FairScheduler(POOL);
  private unsubscribe: () => void = () => undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clients: RestClients,
    private readonly problems: Problems,
    private readonly drawing: DrawingAbility,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** An owner's key or plan may let bots draw, or no longer. */
  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.actorDropped, ({ userId }) => {
      this.drawing.drop(userId);
      for (const followed of this.followed.values()) if (followed.bot.ownerId === userId) this.registerSoon(followed);
    });
  }

  onModuleDestroy(): void {
    this.unsubscribe();
  }

  /**
   * Registers the commands of a bot that has connected. Retries until they are registered, Discord refuses them or the connection is closed. A
   * resumed session trusts the stored result.
   */
  async ensure(bot: RunnableBot, session: 'new' | 'resumed', closed: AbortSignal): Promise<void> {
    const { applicationId } = bot;
    const before = this.followed.get(applicationId);
    // The token may have moved from another bot of this process, whose connection closes later.
    if (before?.closed !== closed) closed.addEventListener('abort', () => this.unfollow(applicationId, closed), { once: true });
    clearTimeout(before?.timer);
    clearTimeout(before?.drawing);
    const running = before?.running ?? Promise.resolve();
    this.followed.set(applicationId, { bot, hash: ownHash(bot), timer: undefined, closed, running });
    await this.enqueue(applicationId, session, closed);
  }

  /** Called with the bot as it is now, whether or not it changed: changed commands are registered shortly afterwards. */
  follow(bot: RunnableBot, closed: AbortSignal): void {
    const followed = this.followed.get(bot.applicationId);
    if (followed?.closed !== closed || followed.bot === bot) return;
    const hash = ownHash(bot);
    // Whether it may draw is a setting, too.
    const isChanged = hash !== followed.hash || bot.version !== followed.bot.version;
    followed.bot = bot;
    followed.hash = hash;
    if (isChanged) this.registerSoon(followed);
  }

  private registerSoon(followed: Followed): void {
    clearTimeout(followed.timer);
    const { bot, closed } = followed;
    followed.timer = setTimeout(() => void this.enqueue(bot.applicationId, 'changed', closed), DEBOUNCE_MS).unref();
  }

  /** Whether the command with this id, which Discord gave it, was registered here. False when that cannot be read now. */
  async isRegistered(bot: RunnableBot, commandId: string): Promise<boolean> {
    const { ids } = await this.registered(bot).catch(() => ({ ids: {} }));
    return Object.hasOwn(ids, commandId);
  }

  private unfollow(applicationId: string, closed: AbortSignal): void {
    const followed = this.followed.get(applicationId);
    if (followed?.closed !== closed) return;
    clearTimeout(followed.timer);
    clearTimeout(followed.drawing);
    this.followed.delete(applicationId);
  }

  private async enqueue(applicationId: string, occasion: Occasion, closed: AbortSignal): Promise<void> {
    const followed = this.followed.get(applicationId);
    if (!followed) return;
    followed.running = followed.running.then(() => this.register(applicationId, occasion, closed));
    await followed.running;
  }

  private async register(applicationId: string, occasion: Occasion, closed: AbortSignal): Promise<void> {
    for (let waitMs = MIN_BACKOFF_MS; !closed.aborted; waitMs = Math.min(waitMs * 4, MAX_BACKOFF_MS)) {
      // Read anew each time: the owner may have changed the commands while this waited.
      const bot = this.followed.get(applicationId)?.bot;
      if (!bot) return;
      try {
        return await this.pool.run({ key: bot.ownerId, signal: closed }, () => this.sync(bot, occasion));
      } catch (error) {
        if (closed.aborted) return;
        const reason = errorText(error);
        this.logger.warn({ botId: bot.botId, reason }, 'commands not registered with Discord');
        if (isPermanent(error)) return this.recordRefusal(bot, error);
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }

  /** Creates, changes and deletes what differs; remembers what it did after each step, so that a failure in between is continued. */
  private async sync(bot: RunnableBot, occasion: Occasion): Promise<void> {
    const before = await this.registered(bot);
    const drawing = await this.drawingOf(bot, before, occasion);
    const wanted = commandSet(bot, drawing.canDraw);
    const hash = hashOf(wanted);
    if (occasion !== 'new' && before.hash === hash) {
      if (before.askedAt !== drawing.askedAt) await this.remember(bot, { ...before, ...drawing });
      return;
    }
    const route = Routes.applicationCommands(bot.applicationId);
    const known = (await this.clients.use(bot.botId, (rest) => rest.get(route))) as APIApplicationCommand[];
    const ids: Record<string, string> = { ...before.ids };
    for (const { id } of known.filter((command) => command.id in ids && !wanted.some((one) => isSame(one, command)))) {
      await this.clients.use(bot.botId, (rest) => rest.delete(Routes.applicationCommand(bot.applicationId, id)));
      delete ids[id];
    }
    let isTaken = false;
    for (const definition of wanted) {
      const found = known.find((command) => isSame(definition, command));
      const own = hashOf(definition);
      if (found && ids[found.id] === own) continue;
      if (found && isEqual(definition, found)) {
        ids[found.id] = own;
        continue;
      }
      // Discord would replace the command of the same name and type: one that the owner made elsewhere is left alone, unless every bot has it.
      if (found && !Object.hasOwn(ids, found.id) && !IN_EVERY_BOT.has(definition.name)) {
        isTaken = true;
        continue;
      }
      const made = (await this.clients.use(bot.botId, (rest) => rest.post(route, { body: bodyOf(definition) }))) as {
        id: string;
      };
      ids[made.id] = own;
      await this.remember(bot, { hash: '', ids, ...drawing });
    }
    await this.remember(bot, { hash, ids, ...drawing });
    if (isTaken) await this.problems.record(bot, PLACE, null);
    else await this.problems.resolve(bot, PLACE);
  }

  /** Whether the bot can draw; while that cannot be known, as it was known last. */
  private async drawingOf(
    bot: RunnableBot,
    { canDraw = false, askedAt = 0 }: Registered,
    occasion: Occasion,
  ): Promise<Required<Pick<Registered, 'canDraw' | 'askedAt'>>> {
    // A bot that may send no pictures asks nobody.
    const isFresh = bot.sendsPictures !== false && occasion === 'resumed' && Date.now() - askedAt < DRAWING_FRESH_MS;
    const answer = isFresh ? canDraw : await this.drawing.of(bot);
    this.askAgain(bot.applicationId, answer === null ? DRAWING_ASKED_AGAIN_MS : DRAWING_ASKED_EVERY_MS);
    return answer === null || isFresh ? { canDraw, askedAt } : { canDraw: answer, askedAt: Date.now() };
  }

  private askAgain(applicationId: string, afterMs: number): void {
    const followed = this.followed.get(applicationId);
    if (!followed) return;
    clearTimeout(followed.drawing);
    // Otherwise all bots that connected together would ask together.
    const ms = afterMs * (1 + Math.random());
    followed.drawing = setTimeout(() => void this.enqueue(applicationId, 'changed', followed.closed), ms).unref();
  }

  private async recordRefusal(bot: RunnableBot, error: unknown): Promise<void> {
    if (error instanceof DiscordAPIError) await this.problems.record(bot, PLACE, null);
  }

  private async registered(bot: RunnableBot): Promise<Registered> {
    const stored = await this.redis.get(keyOf(bot));
    return stored === null ? { hash: '', ids: {} } : (JSON.parse(stored) as Registered);
  }

  private async remember(bot: RunnableBot, registered: Registered): Promise<void> {
    await this.redis.set(keyOf(bot), JSON.stringify(registered), 'EX', REMEMBERED_S);
  }
}

const isSame = ({ type, name }: CommandDefinition, command: APIApplicationCommand): boolean =>
  command.type === type && command.name === name;

/** Whether Discord has the command as it is defined. */
function isEqual(
  { description, options, contexts, default_member_permissions, nsfw = false }: CommandDefinition,
  known: APIApplicationCommand,
): boolean {
  return (
    known.description === description &&
    contains(known.options ?? [], options.map(withChoices)) &&
    known.contexts?.toSorted().join() === [...contexts].toSorted().join() &&
    (known.default_member_permissions ?? null) === default_member_permissions &&
    (known.nsfw ?? false) === nsfw
  );
}

/** An option without choices: Discord may still have those that it had before. */
const withChoices = (option: CommandDefinition['options'][number]): object => ({ choices: [], ...option });

/** Whether Discord's answer has all that was sent: it adds fields, and leaves out those that are false. */
function contains(answered: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) return isEqualList(answered ?? [], sent);
  if (typeof sent !== 'object' || sent === null) return (answered ?? false) === (sent ?? false);
  return Object.entries(sent).every(([key, value]) => contains(Reflect.get(Object(answered), key), value));
}

const isEqualList = (answered: unknown, sent: readonly unknown[]): boolean =>
  Array.isArray(answered) && answered.length === sent.length && sent.every((one, at) => contains(answered[at], one));

function bodyOf({ description, options, ...definition }: CommandDefinition): object {
  return { ...definition, ...(description === '' ? {} : { description }), ...(options.length === 0 ? {} : { options }) };
}

/** Of the commands that follow from the bot's own settings, without the one to draw. */
const ownHash = (bot: RunnableBot): string => hashOf(commandSet(bot, false));

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

function isPermanent(error: unknown): boolean {
  if (error instanceof AppError) return ['TOKEN_MISSING', 'TOKEN_INVALID', 'NOT_FOUND'].includes(error.code);
  return error instanceof DiscordAPIError && error.status < 500 && error.status !== 429;
}

const keyOf = ({ applicationId }: RunnableBot): string => `runner:commands:${applicationId}`;
