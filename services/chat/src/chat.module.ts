import { CONFIG, databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AnalyticsService } from './analytics/analytics.service.js';
import { MessageStats } from './analytics/message-stats.js';
import { ReplySumsCheck } from './analytics/reply-sums-check.js';
import { BotWipe } from './bot-wipe.js';
import { BuiltinWriter } from './builtin/builtin-writer.js';
import { ReplyModeration } from './care/reply-moderation.js';
import { CareService } from './care/care.service.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { database } from './database.js';
import { EmbeddingsController } from './embeddings/embeddings.controller.js';
import { EmbeddingsModel } from './embeddings/embeddings-model.js';
import { EmbeddingsService } from './embeddings/embeddings.service.js';
import { ForgetMeWorker } from './forget-me/forget-me.worker.js';
import { ForgottenMembers } from './forget-me/forgotten-members.js';
import { PictureDescriptions } from './images/picture-descriptions.js';
import { PicturesController } from './images/pictures.controller.js';
import { JudgeService } from './judge/judge.service.js';
import { ImageModels } from './images/image-models.js';
import { ImageReplies } from './images/image-replies.js';
import { ImagesService } from './images/images.service.js';
import { ConversationMemory } from './memory/conversation-memory.js';
import { FactMeanings } from './memory/fact-meanings.js';
import { MemoryClearing } from './memory/memory-clearing.js';
import { MemoryController } from './memory/memory.controller.js';
import { MemoryQueue } from './memory/memory-queue.js';
import { MemoryRetention } from './memory/memory-retention.js';
import { MemoryScopeOf } from './memory/memory-scopes.js';
import { MemoryService } from './memory/memory.service.js';
import { MemoryStore } from './memory/memory-store.js';
import { MemoryWorker } from './memory/memory.worker.js';
import { KeptPictures } from './messages/kept-pictures.js';
import { MessageDeletion } from './messages/message-deletion.js';
import { MessageLog } from './messages/message-log.js';
import { MessageRetention } from './messages/message-retention.js';
import { OpenedTexts } from './messages/opened-texts.js';
import { ModelCatalogueService } from './models/model-catalogue.service.js';
import { ModelListings } from './models/model-listings.js';
import { ModelAccessCache } from './models/model-access-cache.js';
import { ModelsController } from './models/models.controller.js';
import { ModelOptionsService } from './models/model-options.service.js';
import { OwnKeys } from './models/own-keys.js';
import { PLATFORM_PROVIDERS, platformProvidersOf } from './models/platform-providers.js';
import { RefusedPrompts } from './models/refused-prompts.js';
import { ReplyWriters } from './models/reply-writers.js';
import { ProactiveController } from './proactive/proactive.controller.js';
import { ProactiveService } from './proactive/proactive.service.js';
import { AnswerDrafts } from './quality/answer-drafts.service.js';
import { DraftWriter } from './quality/draft-writer.js';
import { GroupQuestions } from './quality/group-questions.js';
import { InboxGrouping } from './quality/inbox-grouping.js';
import { QuestionMeanings } from './quality/question-meanings.js';
import { InboxService } from './quality/inbox.service.js';
import { PinnedAnswersService } from './quality/pinned-answers.service.js';
import { QualityController } from './quality/quality.controller.js';
import { RatingsService } from './quality/ratings.service.js';
import { ReplayAnswers } from './replay/replay-answers.js';
import { ReplayController } from './replay/replay.controller.js';
import { ReplayService } from './replay/replay.service.js';
import { SavedConversations } from './replay/saved-conversations.js';
import { Attachments } from './replies/attachments.js';
import { Charges } from './replies/charges.js';
import { DeliveriesService } from './replies/deliveries.service.js';
import { MessageAge } from './replies/message-age.js';
import { DiscordFiles } from './replies/discord-files.js';
import { EarlierFiles } from './replies/earlier-files.js';
import { Interruptions } from './replies/interruptions.js';
import { Outbox } from './replies/outbox.js';
import { ReplyProgress } from './replies/reply-progress.js';
import { ReplyWriting } from './replies/reply-writing.js';
import { RepliesWorker } from './replies/replies.worker.js';
import { KnowledgeSearch } from './replies/knowledge-search.js';
import { ReplyPipeline } from './replies/reply-pipeline.js';
import { ToolBoxes } from './tools/toolboxes.js';
import { WriterChoice } from './replies/writer-choice.js';
import { SearchedQuestionsController } from './replies/searched-questions.controller.js';
import { QuestionModel } from './rewriting/question-model.js';
import { QuestionRewriting } from './rewriting/question-rewriting.js';
import { ChatCommands } from './test-chat/chat-commands.js';
import { ChargedReplies } from './test-chat/charged-replies.js';
import { PromptReports } from './test-chat/prompt-reports.js';
import { RequestLock } from './test-chat/request-lock.js';
import { ChatLimits, TestChatService } from './test-chat/test-chat.service.js';

@Module({
  imports: databaseModule(database),
  controllers: [
    ChatController,
    EmbeddingsController,
    MemoryController,
    ModelsController,
    PicturesController,
    ProactiveController,
    QualityController,
    ReplayController,
    SearchedQuestionsController,
  ],
  providers: [
    BotWipe,
    ChatService,
    TestChatService,
    ChatCommands,
    ChargedReplies,
    PromptReports,
    ChatLimits,
    AnalyticsService,
    MessageStats,
    ReplySumsCheck,
    EmbeddingsModel,
    EmbeddingsService,
    KeptPictures,
    MessageDeletion,
    MessageLog,
    OpenedTexts,
    ForgottenMembers,
    ForgetMeWorker,
    MessageRetention,
    ConversationMemory,
    FactMeanings,
    MemoryClearing,
    MemoryQueue,
    MemoryRetention,
    MemoryScopeOf,
    MemoryService,
    MemoryStore,
    MemoryWorker,
    KnowledgeSearch,
    QuestionModel,
    QuestionRewriting,
    ReplyPipeline,
    WriterChoice,
    ToolBoxes,
    RatingsService,
    AnswerDrafts,
    GroupQuestions,
    DraftWriter,
    InboxGrouping,
    QuestionMeanings,
    InboxService,
    PinnedAnswersService,
    ReplayAnswers,
    ReplayService,
    SavedConversations,
    RefusedPrompts,
    ImageModels,
    ImageReplies,
    ImagesService,
    Attachments,
    DiscordFiles,
    EarlierFiles,
    Charges,
    JudgeService,
    ProactiveService,
    PictureDescriptions,
    RequestLock,
    Interruptions,
    ReplyProgress,
    ReplyWriting,
    Outbox,
    MessageAge,
    RepliesWorker,
    DeliveriesService,
    BuiltinWriter,
    CareService,
    ReplyModeration,
    ModelAccessCache,
    ModelCatalogueService,
    ModelListings,
    ModelOptionsService,
    OwnKeys,
    ReplyWriters,
    { provide: PLATFORM_PROVIDERS, inject: [CONFIG, RefusedPrompts], useFactory: platformProvidersOf },
  ],
})
export class ChatModule {}
