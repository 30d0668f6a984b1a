import { CONFIG, databaseModule, LOGGER, RpcClient, type Config, type Logger } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AnalyticsService } from './analytics/analytics.service.js';
import { MessageStats } from './analytics/message-stats.js';
import { BuiltinWriter } from './builtin/builtin-writer.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { ForgetMeWorker } from './forget-me/forget-me.worker.js';
import { ForgottenMembers } from './forget-me/forgotten-members.js';
import { ImageReplies } from './images/image-replies.js';
import { Image } from './images/image.entity.js';
import { ImagesService } from './images/images.service.js';
import { PAINTER, type Painter } from './images/painter.js';
import { Message } from './message.entity.js';
import { MessageLog } from './message-log.js';
import { Chat1763712000000 } from './migrations/1763712000000-chat.js';
import { ChatOwner1763712000001 } from './migrations/1763712000001-owner.js';
import { ChatEpoch1763712000002 } from './migrations/1763712000002-epoch.js';
import { ChatImage1763712000003 } from './migrations/1763712000003-image.js';
import { ChatForgottenMember1763712000004 } from './migrations/1763712000004-forgotten-member.js';
import { ChatMessageAge1763712000005 } from './migrations/1763712000005-message-age.js';
import { imageModel, modelCatalogue } from './models/model-catalogue.js';
import { ModelWriter } from './models/model-writer.js';
import { OpenAiPainter } from './models/openai.painter.js';
import { OpenAiProvider } from './models/openai.provider.js';
import { Attachments } from './replies/attachments.js';
import { Charges } from './replies/charges.js';
import { DeliveriesService } from './replies/deliveries.service.js';
import { Outbox } from './replies/outbox.js';
import { RepliesWorker } from './replies/replies.worker.js';
import { ReplyPipeline } from './replies/reply-pipeline.js';
import { RequestLock } from './replies/request-lock.js';
import { OldMessages } from './retention/old-messages.js';
import { ChargedReplies } from './test-chat/charged-replies.js';
import { ChatLimits } from './test-chat/chat-limits.js';
import { TestChatService } from './test-chat/test-chat.service.js';
import { WRITER, type Writer } from './writer.js';

/** The language model when there is a key, else the built-in companion. A wrong MODEL_CATALOGUE stops the start either way. */
function writerOf(config: Config, logger: Logger, rpc: RpcClient): Writer {
  const catalogue = modelCatalogue(config.MODEL_CATALOGUE);
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  return apiKey ? new ModelWriter(new OpenAiProvider({ apiKey, baseUrl }), catalogue, logger) : new BuiltinWriter(rpc);
}

/** The image model of the same provider; none without a key. */
function painterOf(config: Config): Painter | null {
  const model = imageModel(config.MODEL_CATALOGUE);
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  return apiKey ? new OpenAiPainter({ apiKey, baseUrl, model }) : null;
}

@Module({
  imports: databaseModule({
    schema: 'chat',
    entities: [Message, Image],
    migrations: [
      Chat1763712000000,
      ChatOwner1763712000001,
      ChatEpoch1763712000002,
      ChatImage1763712000003,
      ChatForgottenMember1763712000004,
      ChatMessageAge1763712000005,
    ],
  }),
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
    OldMessages,
    ReplyPipeline,
    ImageReplies,
    ImagesService,
    Attachments,
    Charges,
    RequestLock,
    Outbox,
    RepliesWorker,
    DeliveriesService,
    { provide: WRITER, inject: [CONFIG, LOGGER, RpcClient], useFactory: writerOf },
    { provide: PAINTER, inject: [CONFIG], useFactory: painterOf },
  ],
})
export class ChatModule {}
