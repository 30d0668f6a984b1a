import { growingCache } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionResponseType,
  MessageFlags,
  type APIApplicationCommandInteraction,
  type GatewayMessageCreateDispatchData,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import type { ComponentUse } from '../../interactions/components.js';
import type { IncomingMessage } from '../../messages/decide.js';
import { authorNameOf } from '../../messages/question-of.js';
import type {
  ComponentMode,
  Installed,
  MessageResult,
  PageAction,
  PageRequest,
  SystemAnswer,
  SystemHandler,
  SystemJob,
} from '../system-handler.js';
import { SystemPosts } from '../system-posts.js';
import { MINI_GAMES_ID } from './definition.js';
import { TIME_IS_UP } from './game-clock.js';
import { GamePages } from './game-pages.js';
import { GameStore, type GamePlace } from './game-store.js';
import { endOf, scoreCard, shownGame, TEXTS } from './game-texts.js';
import { Games, type Guess } from './games.js';
import { answerIn, isRight } from './rounds.js';
import { RunningRounds } from './running-rounds.js';

/** A member who writes numbers faster is not answered each time. */
const GUESS_EVERY_MS = 1500;
const GUESS = 'guess';
const TOP = 10;
/** Nobody waits for the end of a game that was due longer ago, while the bot was offline. */
const TOLD_WITHIN_MS = 3_600_000;

/** What another round can be of. */
const ROUNDS: ReadonlySet<string> = new Set(['trivia', 'word', 'number']);

/** Trivia, scrambled words, number guessing and tic-tac-toe in the channels of servers. */
@Injectable()
export class MiniGames implements SystemHandler {
  readonly systemId = MINI_GAMES_ID;
  private readonly guessed = growingCache<true>(5000, GUESS_EVERY_MS);

  constructor(
    private readonly rounds: RunningRounds,
    private readonly games: Games,
    private readonly store: GameStore,
    private readonly pages: GamePages,
    private readonly posts: SystemPosts,
  ) {}

  /** Takes what can be an answer to the round of the channel; all other messages pass. */
  onMessage({ connected }: Installed, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): MessageResult | null {
    const { botId } = connected.bot;
    const { channelId, guildId, authorId } = message;
    if (message.isBot) return null;
    const round = this.rounds.in(botId, channelId);
    const answer = round ? answerIn(round.state, message.content) : null;
    if (!round || answer === null) return null;
    const nothing = { events: [], isTaken: true };
    const isSolution = isRight(round.state, answer);
    if (!isSolution && round.state.kind === 'word') return nothing;
    const key = `${botId}:${channelId}:${authorId}`;
    if (!isSolution && this.guessed.has(key)) return nothing;
    this.guessed.set(key, true);
    const data = { gameId: round.id, answer, memberId: authorId, memberName: authorNameOf(raw) };
    return { events: [{ eventId: message.id, guildId, channelId, name: GUESS, data }], isTaken: true };
  }

  /** Says at once that the challenged one is no person, which only the interaction tells. */
  onCommand(_installed: Installed, interaction: APIApplicationCommandInteraction): RESTPostAPIInteractionCallbackJSONBody | null {
    if (interaction.data.type !== ApplicationCommandType.ChatInput) return null;
    const users = Object.values(interaction.data.resolved?.users ?? {});
    if (!users.some(({ bot }) => bot === true)) return null;
    return {
      type: InteractionResponseType.ChannelMessageWithSource,
      data: { content: TEXTS.botDuel, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } },
    };
  }

  /** A move changes the message with the game; another round is a message of its own. */
  onComponent(_installed: Installed, { customId }: ComponentUse): ComponentMode {
    return { kind: customId.startsWith('again:') ? 'public' : 'update' };
  }

  async work(job: SystemJob<'event'>): Promise<void> {
    const { gameId } = job.task.data;
    if (typeof gameId !== 'string') return;
    if (job.task.name === TIME_IS_UP) return this.endInTime(job, gameId);
    const { answer, memberId, memberName } = job.task.data;
    const isComplete = (typeof answer === 'string' || typeof answer === 'number') && typeof memberId === 'string';
    if (job.task.name !== GUESS || !isComplete) return;
    const guess: Guess = { answer, member: { id: memberId, name: String(memberName ?? '') } };
    const content = await this.games.guess(placeOf(job), gameId, guess, job.eventId);
    if (content === null) return;
    const { eventId } = job;
    await this.post(job, { postId: `game-${eventId}`, content, replyTo: eventId });
  }

  async runCommand(job: SystemJob<'command'>): Promise<SystemAnswer> {
    const { subcommand, options, member } = job.task;
    switch (subcommand) {
      case 'scores':
        return this.highScores(placeOf(job));
      case 'stop':
        return this.games.stop(placeOf(job), member, job.eventId);
      case 'guess':
        return this.games.guessByCommand(placeOf(job), { answer: String(options['answer'] ?? ''), member }, job.eventId);
      default:
        return shownGame(await this.games.start(job, subcommand ?? '', options));
    }
  }

  async useComponent(job: SystemJob<'component'>): Promise<SystemAnswer | null> {
    const [action = '', first = '', second = ''] = job.task.customId.split(':');
    const { member } = job.task;
    if (action === 'again') return ROUNDS.has(first) ? shownGame(await this.games.start(job, first, {})) : null;
    if (action === 'trivia') return shownGame(await this.games.answerTrivia(job, first, { choice: Number(second), member }));
    if (action === 'duel') return shownGame(await this.games.move(job, first, { field: second, member }));
    return null;
  }

  page(request: PageRequest) {
    return this.pages.page(request);
  }

  act(action: PageAction) {
    return this.pages.act(action);
  }

  purge(botId: string): Promise<void> {
    return this.store.purge(botId);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.store.forgetMember(botId, memberId);
  }

  private async endInTime(job: SystemJob<'event'>, gameId: string): Promise<void> {
    const ended = await this.games.endInTime({ botId: job.botId, id: gameId }, job.eventId);
    if (!ended || Date.now() - ended.endsAt.getTime() > TOLD_WITHIN_MS) return;
    await this.post(job, { postId: `game-end-${gameId}`, content: endOf(ended) });
  }

  /** Throws CommandRefusal for what Discord refuses. */
  private async post(
    { botId, ownerId, guildId, channelId }: SystemJob<'event'>,
    { postId, content, replyTo }: { readonly postId: string; readonly content: SystemAnswer; readonly replyTo?: string },
  ): Promise<void> {
    const post = { postId, channelId, parts: [content], ...(replyTo === undefined ? {} : { replyTo }) };
    const refusal = await this.posts.post({ botId, ownerId, guildId: guildId ?? '' }, post);
    if (refusal) throw new CommandRefusal(TEXTS.notPosted(refusal.message));
  }

  private async highScores(place: GamePlace): Promise<SystemAnswer> {
    const { scores } = await this.store.scores(place, { limit: TOP, offset: 0 });
    return scores.length === 0 ? { content: TEXTS.noScores } : scoreCard(scores);
  }
}

function placeOf({ botId, guildId, channelId }: Pick<SystemJob, 'botId' | 'guildId' | 'channelId'>): GamePlace {
  if (guildId === null) throw new CommandRefusal(TEXTS.nothingToGuess);
  return { botId, guildId, channelId };
}
