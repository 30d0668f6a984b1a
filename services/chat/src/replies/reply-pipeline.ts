import { randomUUID } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { AppError, bots, HISTORY_TOKENS, PLAN_CATALOGUE, type knowledge, type OutputOf, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ConversationMemory, EXCHANGES_READ_AT_ONCE } from '../memory/conversation-memory.js';
import { MessageLog, type PastExchange } from '../messages/message-log.js';
import { isWholeConversation } from '../messages/recent-exchanges.js';
import type { PicturesOfMessage } from '../messages/kept-pictures.js';
import type { MessageEntity } from '../messages/message.entity.js';
import { withMacrosFilled } from '../prompt/macros.js';
import { inboxCauseOf, isDirect, isShared } from '../quality/inbox-cause.js';
import { Attachments, keptPicturesOf, pictureCountOf, questionWithFileNames, type AttachedFile } from './attachments.js';
import { DiscordFiles } from './discord-files.js';
import { fileUseOf } from './file-use.js';
import { filesForLater, keptFilesOf } from './files-for-later.js';
import { KnowledgeSearch } from './knowledge-search.js';
import type { WithheldReply } from './reply-guard.js';
import type { Reply, ReplyRequest, ReplyWriter } from './reply-writer.js';
import { citedPassagesOf } from './stored-citations.js';
import { StreamedReply } from './streamed-reply.js';
import { WriterChoice } from './writer-choice.js';

const NO_KNOWLEDGE = { passages: [], coverage: 0, outcome: 'nothing_found' } as const;

/** 62 random bits, out of those that Node has made ahead. */
const newBoundary = (): string => `kb-${randomUUID().replaceAll('-', '').slice(-16)}`;

/** What a reply needs, whoever writes it; under way. */
export interface Preparation {
  readonly history: Promise<PastExchange[]>;
  readonly found: Promise<OutputOf<typeof knowledge.search>>;
  readonly memory: Promise<string[]>;
  /** What in the files of earlier messages fits. */
  readonly earlierFiles: Promise<AttachedFile[]>;
}

/** Leads from a message to its reply, for every channel. */
@Injectable()
export class ReplyPipeline {
  @Inject(KnowledgeSearch) private readonly knowledge!: KnowledgeSearch;

  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly attachments: Attachments,
    private readonly discordFiles: DiscordFiles,
    private readonly writers: WriterChoice,
    private readonly memory: ConversationMemory,
  ) {}

  /** Undefined for a bot that does not exist any more. */
  async personaOf(botId: string): Promise<Persona | undefined> {
    try {
      return await this.rpc.ask(bots.persona, { botId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** The free reply that says why a picture that is asked for is not drawn. */
  refusalOf(request: ReplyRequest): Promise<Reply | undefined> {
    return this.writers.refusalOf(request);
  }

  /** Who writes the reply, which decides whether it is charged. OWN_KEY_FAILED and MODEL_UNAVAILABLE when nobody can. */
  writerOf(request: ReplyRequest): Promise<ReplyWriter> {
    return this.writers.of(request);
  }

  /** Begins to gather history, knowledge and memory, before it is known who writes; undefined where none of it is needed. */
  prepare(request: ReplyRequest): Preparation | undefined {
    // An image is generated from its description alone, and a task brings its own texts.
    if (request.task || this.writers.isImage(request)) return undefined;
    const history = this.readHistory(request);
    // What was asked before helps to understand a question like "And on Sundays?".
    const found = history.then((exchanges) => this.knowledge.find(request, exchanges));
    const earlierFiles = history.then((exchanges) => this.readEarlierFiles(request, exchanges));
    const preparation = { history, found, memory: this.memory.linesFor(request, { history, found }), earlierFiles };
    // Whoever does not need it reads no error either.
    for (const part of Object.values(preparation)) part.catch(() => undefined);
    return preparation;
  }

  /** The same for a message that is asked apart from all conversations: with these exchanges before it, and without memory. */
  prepareAlone(request: ReplyRequest, before: readonly PastExchange[]): Preparation {
    const exchanges = request.persona.preferences.rememberInteractions ? [...before] : [];
    const found = this.knowledge.find(request, exchanges);
    found.catch(() => undefined);
    return { history: Promise.resolve(exchanges), found, memory: Promise.resolve([]), earlierFiles: Promise.resolve([]) };
  }

  /** Gathers what was prepared and files. The writing starts when the pieces of the result are read. */
  async begin(request: ReplyRequest, writer: ReplyWriter, preparation = this.prepare(request)): Promise<StreamedReply> {
    const { channel, question, task, requestId, author, authorName } = request;
    const persona = withMacrosFilled(request.persona);
    const boundary = newBoundary();
    const context = {
      persona,
      requestId,
      question,
      task,
      isAddressed: request.isAddressed,
      boundary,
      author,
      authorName: channel === 'discord' ? authorName : null,
    };
    const onWithheld = (reply: WithheldReply) => this.writers.noteWithheld(reply, writer, { author, botId: persona.id });
    if (!preparation || writer.engine === 'pinned')
      return new StreamedReply(
        { ...context, attachments: [], history: [], ...NO_KNOWLEDGE },
        writer,
        onWithheld,
        this.writers.moderation,
      );
    const fileUse = fileUseOf(writer, request);
    const usesTools = writer.usesTools === true && request.mayUseTools !== false;
    // What was said before says which pages may be read.
    const toolsInUse = usesTools
      ? preparation.history.then((exchanges) => this.writers.toolsFor(request, exchanges, boundary))
      : Promise.resolve(undefined);
    // A model that can pass on what it reads gets nothing of others.
    const onlyOf = toolsInUse.then((box) => (box?.isOutward === true ? request.author : undefined));
    const shownHistory = this.historyFor(request, preparation.history, onlyOf);
    const [found, { history, earlierPictures }, memory, earlierFiles, tools, attachments, files] = await Promise.all([
      preparation.found,
      fileUse.withPictures
        ? this.withPictures(request, shownHistory, onlyOf)
        : shownHistory.then((exchanges) => ({ history: exchanges, earlierPictures: [] })),
      preparation.memory,
      this.earlierFilesFor(request, { earlierFiles: preparation.earlierFiles, history: shownHistory }, onlyOf),
      toolsInUse,
      this.attachments.read({ userId: request.author, plan: persona.ownerPlan }, request.attachments, fileUse),
      this.discordFiles.read({ userId: persona.ownerId, plan: persona.ownerPlan }, request.files ?? [], fileUse),
    ]);
    // Whoever does not want a memory does not want the talk of others either.
    const talk = persona.preferences.rememberInteractions ? request.talk : undefined;
    const before = { repliedTo: request.repliedTo, talk, memory };
    const allFiles = { attachments: [...attachments, ...files], earlierFiles: [...earlierPictures, ...earlierFiles] };
    const activatedNow = () => this.knowledge.activatedBy(request);
    const gathered = { ...context, ...before, ...allFiles, history, tools, ...found, activatedNow };
    return new StreamedReply(gathered, writer, onWithheld, this.writers.moderation);
  }

  /**
   * Stores the reply and returns the stored one: of two replies to the same message the first one is kept. Null when the bot was wiped or
   * the author forgotten since the reply was begun.
   */
  async store(request: ReplyRequest, streamed: StreamedReply): Promise<MessageEntity | null> {
    const { persona, channel, conversation, requestId, author, authorName, epoch, isKept = true } = request;
    const remembers = isKept && persona.preferences.rememberInteractions;
    const memoryScope = await this.memory.scopeOf(request);
    const stored = await this.log.store(
      {
        channel,
        conversation,
        requestId,
        author,
        authorName,
        ...streamed.reply,
        botId: persona.id,
        ownerId: persona.ownerId,
        isKept,
        memoryScope,
        isDirect: isDirect(request),
        isShared: isShared(request),
        inboxCause: inboxCauseOf(request, streamed),
        question: questionWithFileNames(streamed.context),
        files: remembers ? filesForLater(streamed.context.attachments) : '',
        keptFiles: remembers ? keptFilesOf(streamed.context.attachments) : [],
        pictureCount: remembers ? pictureCountOf(streamed.context.attachments) : 0,
        ...picturesForLater(streamed, remembers),
        // On Discord nobody can look at them.
        citedPassages: channel === 'web' ? citedPassagesOf(streamed.citations) : '',
        charged: streamed.isCharged,
        tokens: streamed.tokens,
        promptTokens: streamed.usage?.promptTokens ?? null,
        completionTokens: streamed.usage?.completionTokens ?? null,
        cachedTokens: streamed.usage?.cachedTokens ?? null,
        latencyMs: streamed.latencyMs,
      },
      { epoch, dueAt: EXCHANGES_READ_AT_ONCE, alsoStore: await this.memory.statedIn(request) },
    );
    if (stored) await this.memory.readLater(request, stored.dueMemoryId);
    return stored?.message ?? null;
  }

  private async readHistory(
    { persona, conversation, replaces, readAhead }: ReplyRequest,
    onlyOf?: string,
  ): Promise<PastExchange[]> {
    if (!persona.preferences.rememberInteractions) return [];
    const maxTokens = historyTokens(persona);
    if (onlyOf !== undefined) return this.log.recentExchangesOf(onlyOf, { botId: persona.id, conversation, maxTokens, replaces });
    const rows = readAhead && maxTokens <= readAhead.maxTokens ? Promise.resolve(readAhead.rows) : undefined;
    return this.log.recentExchanges({ botId: persona.id, conversation, maxTokens, replaces }, rows);
  }

  /** What was prepared, or the exchanges of one author alone, as many as there is room for. */
  private async historyFor(
    request: ReplyRequest,
    history: Promise<PastExchange[]>,
    onlyOf: Promise<string | undefined>,
  ): Promise<PastExchange[]> {
    const [exchanges, one] = await Promise.all([history, onlyOf]);
    const isOfOthers = one !== undefined && exchanges.some(({ author }) => author !== one);
    return isOfOthers ? this.readHistory(request, one) : exchanges;
  }

  /** What was prepared, or the files of one author alone, so that those of others take no place of them. */
  private async earlierFilesFor(
    request: ReplyRequest,
    { history, earlierFiles }: Pick<Preparation, 'history' | 'earlierFiles'>,
    onlyOf: Promise<string | undefined>,
  ): Promise<AttachedFile[]> {
    const [files, one] = await Promise.all([earlierFiles, onlyOf]);
    const isOfOthers = one !== undefined && files.some(({ isByAnother }) => isByAnother);
    return isOfOthers ? this.readEarlierFiles(request, await history, one) : files;
  }

  /** The history with its pictures, and others that the message asks for; of everybody, or of one author alone. */
  private async withPictures(
    request: ReplyRequest,
    history: Promise<readonly PastExchange[]>,
    onlyOf: Promise<string | undefined>,
  ) {
    const one = await onlyOf;
    const shown = await this.log.withPictures(request, await history, one);
    return { history: shown, earlierPictures: await this.earlierPictures(request, shown, one) };
  }

  /** What the message asks for of pictures that are not shown anyway. Most conversations have none. */
  private async earlierPictures(
    request: ReplyRequest,
    history: readonly PastExchange[],
    onlyOf: string | undefined,
  ): Promise<AttachedFile[]> {
    const { persona, conversation, question, replaces, author, attachments, files = [] } = request;
    if (!persona.preferences.rememberInteractions) return [];
    const isWhole = isWholeConversation(history);
    if (isWhole && history.every(({ pictureCount = 0, pictures = [] }) => pictureCount <= pictures.length)) return [];
    const shownFiles = files.filter(({ isByAnother = false }) => onlyOf === undefined || !isByAnother);
    const hasOwnPictures = [...attachments, ...shownFiles].some(({ type }) => type.startsWith('image/'));
    const asking = { persona, conversation, question, replaces, hasOwnPictures, onlyOf };
    const asked = await this.log.picturesAskedFor(asking, history);
    return asked.map((one) => ({
      name: one.name,
      text: null,
      isCut: false,
      isByAnother: one.author !== author,
      picture: one.picture,
    }));
  }

  private async readEarlierFiles(
    request: ReplyRequest,
    history: readonly PastExchange[],
    onlyOf?: string,
  ): Promise<AttachedFile[]> {
    if (!request.persona.preferences.rememberInteractions) return [];
    return this.memory.filesFor(request, history, onlyOf);
  }
}

/** Which pictures later replies of the conversation see: none that the model did not accept. */
function picturesForLater({ context, refusedPictures }: StreamedReply, remembers: boolean): PicturesOfMessage {
  return {
    picturesToForget: refusedPictures?.are === 'earlier' ? refusedPictures.places : [],
    keptPictures: remembers && refusedPictures?.are !== 'new' ? keptPicturesOf(context.attachments) : [],
  };
}

/** After a downgrade a longer memory stays stored but has no effect (docs/decisions.md D3). */
const historyTokens = ({ preferences, ownerPlan }: Persona): number =>
  Math.min(HISTORY_TOKENS[preferences.contextRetention], PLAN_CATALOGUE[ownerPlan].maxHistoryTokens);
