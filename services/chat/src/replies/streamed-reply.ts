import { setTimeout as after } from 'node:timers/promises';
import { AppError, type Citation } from '@kith/proto';
import { replyLanguageOf } from '../builtin/reply-language.js';
import type { ReplyModeration } from '../care/reply-moderation.js';
import { interruptionText } from '../models/failure-texts.js';
import type { ModelFailure, RefusedPictures, Usage } from '../models/model-provider.js';
import { secretTextsOf } from '../prompt/system-message.js';
import { roughTokens } from '../prompt/tokens.js';
import { AllowedLinks } from './allowed-links.js';
import { NO_SECRETS } from './canary.js';
import { laterTextOf } from './files-for-later.js';
import { withCodeClosed } from './closed-code.js';
import { ReplyGuard, WithheldReply } from './reply-guard.js';
import { speakersIn } from './speaker-lines.js';
import type { AskedModel, Reply, ReplyContext, ReplyPart, ReplyWriter } from './reply-writer.js';

// The longest text that a job of the deliveries queue carries.
const MAX_CHARS = 19_000;
/** A longer piece is read in parts, because most of it may be too much. */
const MAX_PART_CHARS = 4096;
/** How long a writer is waited for that was told to stop. */
const STOP_TIMEOUT_MS = 1000;

/** A reply while it is being written, checked and cleaned piece by piece. Until its last piece was read it counts as truncated. */
export class StreamedReply {
  /** What its reader got: nothing that is still to be checked. */
  text = '';
  sources: readonly string[] = [];
  citations: readonly Citation[] = [];
  isUnknown = false;
  /** Whether its writer chose not to answer a message that may be meant for others. */
  isSilent = false;
  usage: Usage | null = null;
  asked: AskedModel | undefined;
  refusedPictures: RefusedPictures | undefined;
  /** How much was written, shown or not. */
  private writtenChars = 0;
  private isWholeWritten = false;
  private readonly notes: string[] = [];
  /** Who wrote it: another than the one that was asked, where that one failed. */
  private author: Pick<ReplyWriter, 'engine' | 'isCharged'>;
  private hasFailed = false;
  private countedTokens: number | undefined;
  private isOver = false;
  private resolveOver: () => void = () => undefined;
  private readonly over = new Promise<void>((resolve) => (this.resolveOver = resolve));
  private readonly startedAt = performance.now();

  constructor(
    readonly context: ReplyContext,
    private readonly writer: ReplyWriter,
    private readonly onWithheld: (reply: WithheldReply) => Promise<void> = () => Promise.resolve(),
    private readonly moderation?: Pick<ReplyModeration, 'passed'>,
  ) {
    this.author = writer;
  }

  get reply(): Reply & Required<Pick<Reply, 'notes'>> {
    return {
      reply: withCodeClosed(this.text.trimEnd(), this.isTruncated),
      engine: this.author.engine,
      sources: [...this.sources],
      truncated: this.isTruncated,
      notes: [...this.notes],
    };
  }

  get isTruncated(): boolean {
    return !this.isWholeWritten || this.text.length < this.writtenChars;
  }

  /** Whether it costs a message: not where the model failed in the middle, or where one answered in its place that costs nothing. */
  get isCharged(): boolean {
    return this.author.isCharged && !this.hasFailed;
  }

  get tokens(): number {
    return this.countedTokens ?? roughTokens(laterTextOf(this.context)) + roughTokens(this.text);
  }

  get latencyMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  /**
   * The pieces of the reply. Throws MODEL_UNAVAILABLE without any text, WithheldReply when it recites its prompt, CANCELLED when `signal`
   * aborts before the first piece.
   */
  async *pieces(signal: AbortSignal): AsyncGenerator<string, void> {
    try {
      for await (const piece of this.moderated(this.checked(signal), signal)) {
        this.text += piece;
        yield piece;
      }
    } catch (error) {
      if (error instanceof WithheldReply) await this.withhold(error);
      throw error;
    }
    if (this.text.trim() === '' && !this.isSilent) throw new AppError(signal.aborted ? 'CANCELLED' : 'MODEL_UNAVAILABLE');
  }

  /** What people wrote themselves needs no check. */
  private moderated(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncIterable<string> {
    if (!this.moderation || this.writer.engine === 'builtin' || this.writer.engine === 'pinned') return pieces;
    const { moderation: ownEndpoint } = this.writer;
    const reply = { persona: this.context.persona, engine: () => this.author.engine, ownEndpoint };
    return this.moderation.passed(pieces, reply, signal);
  }

  private async *checked(signal: AbortSignal): AsyncGenerator<string, void> {
    let guard = this.guardOf(this.author);
    for await (const part of this.parts(signal)) {
      if (part.kind === 'text') {
        yield* this.readText(part.text, guard);
      } else if (part.kind === 'image') {
        // Not cleaned: the address is our own, and cleaning would turn the image into a link.
        yield* this.append(part.markdown);
      } else if (part.kind === 'owned') {
        // Not cleaned either: what the owner wrote may hold links, and repeat what the bot was told.
        yield* this.append(part.text);
      } else if (part.kind === 'writer') {
        this.author = part;
        guard = this.guardOf(part);
      } else if (part.kind === 'silence') {
        this.isSilent = true;
        return;
      } else if (part.kind === 'note') {
        this.notes.push(part.text);
      } else {
        this.isWholeWritten = !part.isTruncated;
        this.fail(part.failure);
        this.noteEnd(part);
      }
      if (this.isFull(guard)) break;
    }
    yield* this.append(guard.end());
  }

  /** Reads all pieces, for a reader that needs the complete reply; `onProgress` gets the text so far. Throws as `pieces` does. */
  async finish(signal: AbortSignal, onProgress: (text: string) => void = () => undefined): Promise<void> {
    for await (const _piece of this.pieces(signal)) onProgress(this.text);
  }

  /** After a reader left: waits until sources and tokens of the text that they read are known, for a second at most. */
  async stopped(): Promise<void> {
    if (this.isOver) return;
    const timer = new AbortController();
    await Promise.race([this.over, after(STOP_TIMEOUT_MS, undefined, { signal: timer.signal })]);
    timer.abort();
  }

  private async *parts(signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const parts = this.writer.write(this.context, signal)[Symbol.asyncIterator]();
    let isWhole = false;
    try {
      for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value;
      isWhole = true;
    } finally {
      if (!isWhole && signal.aborted) await this.readEnd(parts).catch(() => undefined);
      await parts.return?.();
      this.isOver = true;
      this.resolveOver();
    }
  }

  /** The rest of the text is left out: nobody reads it any more. */
  private async readEnd(parts: AsyncIterator<ReplyPart>): Promise<void> {
    for (let next = await parts.next(); next.done !== true; next = await parts.next())
      if (next.value.kind === 'end') this.noteEnd(next.value);
  }

  private noteEnd(end: Extract<ReplyPart, { kind: 'end' }>): void {
    this.sources = end.sources;
    this.citations = end.citations ?? [];
    this.isUnknown = end.isUnknown ?? false;
    this.usage = end.usage;
    this.asked = end.asked;
    this.refusedPictures = end.refusedPictures;
    this.countedTokens = end.tokens;
  }

  /** The built-in companion writes by rules, and may say what its owner wrote. */
  private guardOf({ engine }: Pick<ReplyWriter, 'engine'>): ReplyGuard {
    const { persona, boundary } = this.context;
    return new ReplyGuard(
      { shareLinks: persona.preferences.shareLinks, boundary, allowed: AllowedLinks.of(this.context) },
      engine === 'builtin' ? NO_SECRETS : secretTextsOf(persona),
      engine === 'builtin' ? [] : speakersIn(this.context),
      () => replyLanguageOf(this.context),
    );
  }

  private isFull(guard: ReplyGuard): boolean {
    return guard.isFull || this.writtenChars + guard.heldLength >= MAX_CHARS;
  }

  private *readText(text: string, guard: ReplyGuard): Generator<string> {
    for (let at = 0; at < text.length && !this.isFull(guard); at += MAX_PART_CHARS)
      yield* this.append(guard.push(text.slice(at, at + MAX_PART_CHARS)));
  }

  /** No text of it is left, so that it is neither stored nor charged. It is counted, because it cost the operator. */
  private async withhold(reply: WithheldReply): Promise<void> {
    this.text = '';
    await this.onWithheld(reply);
  }

  private fail(failure: ModelFailure | undefined): void {
    if (!failure) return;
    this.notes.push(interruptionText(failure, this.author.isCharged));
    this.hasFailed = true;
  }

  private *append(cleaned: string): Generator<string> {
    const piece = (this.writtenChars === 0 ? cleaned.trimStart() : cleaned).slice(0, Math.max(0, MAX_CHARS - this.writtenChars));
    if (piece === '') return;
    this.writtenChars += piece.length;
    yield piece;
  }
}
