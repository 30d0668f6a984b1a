import { CONFIG, databaseModule, LOGGER, RpcClient, type Config, type Logger } from '@kith/kit';
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
import { imageModel, modelCatalogue } from './models/model-catalogue.js';
import { ModelWriter } from './models/model-writer.js';
import { OpenAiImageProvider, OpenAiProvider } from './models/openai.provider.js';
import { MODEL_POOL, ProviderAccess } from './models/provider-access.js';
import { RefusedPrompts } from './models/refused-prompts.js';
import { Attachments } from './replies/attachments.js';
import { Charges } from './replies/charges.js';
import { DeliveriesService } from './replies/deliveries.service.js';
import { Outbox } from './replies/outbox.js';
import { RepliesWorker } from './replies/replies.worker.js';
import { ReplyPipeline } from './replies/reply-pipeline.js';
import { REPLY_WRITER, type ReplyWriter } from './replies/reply-writer.js';
import { ChargedReplies } from './test-chat/charged-replies.js';
import { RequestLock } from './test-chat/request-lock.js';
import { ChatLimits, TestChatService } from './test-chat/test-chat.service.js';

/** The language model when there is a key, else the built-in companion. An invalid MODEL_CATALOGUE stops the start in both cases. */
function writerOf(config: Config, logger: Logger, rpc: RpcClient, refusedPrompts: RefusedPrompts): ReplyWriter {
  const catalogue = modelCatalogue(config.MODEL_CATALOGUE);
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  if (!apiKey) return new BuiltinWriter(rpc);
  const access = new ProviderAccess(MODEL_POOL, refusedPrompts);
  return new ModelWriter(new OpenAiProvider({ apiKey, baseUrl }), access, catalogue, logger);
}

/** The image model of the same provider; null without a key. */
function imageProviderOf(config: Config): ImageProvider | null {
  const model = imageModel(config.MODEL_CATALOGUE);
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  return apiKey ? new OpenAiImageProvider({ apiKey, baseUrl, model }) : null;
}

@Module({
  imports: databaseModule(database),
  controllers: [ChatController],
  providers: [
    ChatService,
    TestChatService,
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
    RepliesWorker,
    DeliveriesService,
    { provide: REPLY_WRITER, inject: [CONFIG, LOGGER, RpcClient, RefusedPrompts], useFactory: writerOf },
    { provide: IMAGE_PROVIDER, inject: [CONFIG], useFactory: imageProviderOf },
  ],
})
export class ChatModule {}
