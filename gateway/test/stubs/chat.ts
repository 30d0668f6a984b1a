import { text } from 'node:stream/consumers';
import type { Runtime } from '@kith/kit';
import { fixture } from '@kith/kit/testing';
import {
  AppError,
  BUILT_IN_IMAGE_MODEL,
  BUILT_IN_MODELS,
  BUILTIN_LABEL,
  chat,
  replay,
  requireAdmin,
  requireSuperAdmin,
  type Attachment,
  type ReplyFrame,
} from '@kith/proto';
import { FAIL_MIDWAY, NOW, ECHO_FILES, ENDLESS, DELAYED_ENDLESS, type StubState } from './values.js';

const LISTED = { isListed: true, announcedShutdown: null };

const aConversation = () => ({
  id: '22222222-2222-4222-8222-222222222222',
  questions: ['When is game night?'],
  latest: { answers: ['On Friday.'], engines: ['builtin' as const], answeredAt: NOW },
  earlier: null,
});

export const stubChat = (state: StubState, runtime: Runtime) => [
  fixture(chat.say, ({ message, attachments }) =>
    message === ECHO_FILES ? readOut(attachments, runtime) : replyTo(message, state),
  ),
  fixture(chat.citations, () => ({
    citations: [{ itemId: '11111111-1111-4111-8111-111111111111', title: 'Ferry', passages: ['At nine.'] }],
  })),
  fixture(replay.list, () => ({ conversations: [aConversation()] })),
  fixture(replay.save, ({ questions }) => ({ ...aConversation(), questions })),
  fixture(replay.run, ({ conversationId }) => ({ ...aConversation(), id: conversationId })),
  fixture(replay.remove, () => ({ message: 'Conversation deleted' })),
  fixture(chat.engine, () => ({ engine: 'builtin' as const, label: BUILTIN_LABEL, isOwnKey: false })),
  fixture(chat.modelOptions, () => ({ offeredProviders: ['openai' as const], ownModels: ['gpt-6-luna'], keyProblem: null })),
  fixture(chat.models, () => ({
    isConfigured: true,
    models: [...BUILT_IN_MODELS],
    localModel: null,
    imageModel: BUILT_IN_IMAGE_MODEL,
  })),
  fixture(chat.editableModels, ({ actor }) => {
    requireSuperAdmin(actor);
    return {
      isConfigured: true,
      models: BUILT_IN_MODELS.map((entry) => ({ ...entry, ...LISTED, isChanged: false, version: 0 })),
    };
  }),
  fixture(chat.changeModel, ({ actor, ...change }) => {
    requireSuperAdmin(actor);
    return { ...change, ...LISTED, isChanged: true, version: change.version + 1 };
  }),
  fixture(chat.resetModel, ({ actor, label, version }) => {
    requireSuperAdmin(actor);
    const entry = BUILT_IN_MODELS.find((each) => each.label === label);
    if (!entry) throw new AppError('NOT_FOUND');
    return { ...entry, ...LISTED, isChanged: false, version: version + 1 };
  }),
  fixture(chat.conversations, () => ({
    conversations: [{ channel: 'discord' as const, channelId: '300000000000000001', messages: 4, people: 2, lastAt: NOW }],
  })),
  fixture(chat.analytics, () => ({
    totalMessages: 12,
    activeUsers: 3,
    avgResponseTime: 1.4,
    uptime: null,
    engagementScore: 62,
    userEngagement: { totalUsers: 5, activeToday: 1, totalConversations: 4 },
    ratings: { good: 2, bad: 1, reasons: [{ reason: 'wrong' as const, count: 1 }] },
    botInfo: { status: 'online' as const, model: 'gpt-4o' },
    hourlyActivity: Array.from({ length: 24 }, (_, hour) => ({ hour, messages: 1 })),
  })),
  fixture(chat.image, ({ imageId }) => {
    const image = state.images.get(imageId);
    if (!image) throw new AppError('NOT_FOUND');
    return image;
  }),
  fixture(chat.totals, ({ actor }) => {
    requireAdmin(actor);
    return { messages: 123_456, careAnswers: 7 };
  }),
];

const done = (response: string): ReplyFrame => ({
  type: 'done',
  response,
  engine: 'builtin',
  sources: ['Port Amber'],
  truncated: false,
});

/** Replies with the content of the attached files, which must exist until the reply is complete. */
async function* readOut(files: readonly Attachment[], { files: store }: Runtime): AsyncGenerator<ReplyFrame> {
  const words: string[] = [];
  for (const { name, type, key, bytes } of files) {
    const content = await text(await store.get(key));
    words.push(`${name} (${type}, ${bytes}): ${content.slice(0, 100)}`);
  }
  yield done(words.join('\n'));
}

async function* replyTo(message: string, state: StubState): AsyncGenerator<ReplyFrame> {
  if (message === 'too many') throw new AppError('DAILY_LIMIT', undefined, { resetsAt: NOW });
  const isEndless = message === ENDLESS || message === DELAYED_ENDLESS;
  try {
    while (message === DELAYED_ENDLESS && !state.isFirstWordAllowed) await new Promise((resolve) => setTimeout(resolve, 10));
    yield { type: 'delta', text: 'Built ' };
    if (message === FAIL_MIDWAY) throw new AppError('MODEL_UNAVAILABLE');
    while (isEndless) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      yield { type: 'delta', text: 'and on ' };
    }
  } finally {
    if (isEndless) state.stopped += 1;
  }
  yield { type: 'delta', text: 'in 1874.' };
  yield done('Built in 1874.');
}
