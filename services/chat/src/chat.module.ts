import { CONFIG, databaseModule, type Config } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AnalyticsService } from './analytics/analytics.service.js';
import { MessageStats } from './analytics/message-stats.js';
import { BuiltinWriter } from './builtin/builtin-writer.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { database } from './database.js';
import { ForgetMeWorker } from './forget-me/forget-me.worker.js';
import { ForgottenMembers } from './forget-me/forgotten-members.js';
import { IMAGE_PROVIDER, type ImageProvider } from './images/image-provider.js';
import { ImageReplies } from './images/image-replies.js';
import { ImagesService } from './images/images.service.js';
import { MessageLog } from './messages/message-log.js';
import { MessageRetention } from './messages/message-retention.js';
import { ModelCatalogueService } from './models/model-catalogue.service.js';
import { imageModel } from './models/model-catalogue.js';
import { ModelAccessCache } from './models/model-access-cache.js';
import { ModelsController } from './models/models.controller.js';
import { ModelOptionsService } from './models/model-options.service.js';
import { OpenAiImageProvider } from './models/openai.provider.js';
import { OwnKeys } from './models/own-keys.js';
import { PLATFORM_PROVIDERS, platformProvidersOf } from './models/platform-providers.js';
import { RefusedPrompts } from './models/refused-prompts.js';
import { ReplyWriters } from './models/reply-writers.js';
import { Attachments } from './replies/attachments.js';
import { Charges } from './replies/charges.js';
import { DeliveriesService } from './replies/deliveries.service.js';
import { MessageAge } from './replies/message-age.js';
import { Outbox } from './replies/outbox.js';
import { RepliesWorker } from './replies/replies.worker.js';
import { ReplyPipeline } from './replies/reply-pipeline.js';
import { ChatCommands } from './test-chat/chat-commands.js';
import { ChargedReplies } from './test-chat/charged-replies.js';
import { RequestLock } from './test-chat/request-lock.js';
import { ChatLimits, TestChatService } from './test-chat/test-chat.service.js';

/** The image model of the same provider; null without a key. */
function imageProviderOf(config: Config): ImageProvider | null {
  const model = imageModel(config.MODEL_CATALOGUE);
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  return apiKey ? new OpenAiImageProvider({ apiKey, baseUrl, model }) : null;
}

@Module({
  imports: databaseModule(database),
  controllers: [ChatController, ModelsController],
  providers: [
    ChatService,
    TestChatService,
    ChatCommands,
    ChargedReplies,
    ChatLimits,
    AnalyticsService,
    MessageStats,
    MessageLog,
    ForgottenMembers,
    ForgetMeWorker,
    MessageRetention,
    ReplyPipeline,
    RefusedPrompts,
    ImageReplies,
    ImagesService,
    Attachments,
    Charges,
    RequestLock,
    Outbox,
    MessageAge,
    RepliesWorker,
    DeliveriesService,
    BuiltinWriter,
    ModelAccessCache,
    ModelCatalogueService,
    ModelOptionsService,
    OwnKeys,
    ReplyWriters,
    { provide: PLATFORM_PROVIDERS, inject: [CONFIG, RefusedPrompts], useFactory: platformProvidersOf },
    { provide: IMAGE_PROVIDER, inject: [CONFIG], useFactory: imageProviderOf },
  ],
})
export class ChatModule {}
