import { waitFor } from '@kith/kit/testing';
import { events, runner, type JobOf, type queues } from '@kith/proto';
import type { RunnerHarness } from '../runner-harness.js';
import {
  answers,
  interactionEffects,
  learned,
  newMember,
  type Effects,
  type Place,
  type Scenarios,
  type TestedBot,
} from './crash-scenario.js';

type Job = JobOf<typeof queues.replies>;

const LONG = 'tell me everything';
const STORY = 'tell me a story';
const ENDLESS = 'tell me a story without an end';
const AGAIN = 'tell me another one';
const PARTS = ['One', 'Two', 'Three'];
/** As much as fits into one message of Discord, but not with a second one. */
const PART_CHARS = 1500;
/** A member who does not press "Stop" reads the whole story. */
const UNSTOPPED_MS = 100_000;

/** Who asked the questions. */
const authors = new Map<string, string>();
/** Questions whose answers somebody stopped. */
const stopped = new Set<string>();

const asking =
  (content: string) =>
  ({ discord }: RunnerHarness, { bot }: Place): string => {
    const authorId = newMember();
    const question = discord.sendMessage({ bot, content, authorId });
    authors.set(question, authorId);
    return question;
  };

/** What has been written so far is shown, as the service for chats does. */
const showBeginning = async ({ runtime }: RunnerHarness, job: Job): Promise<void> => {
  const { ownerId, botId, messageId, channelId, guildId, author } = job;
  const shown = { ownerId, botId, messageId, channelId, guildId, authorId: author.id, text: 'Once upon a time' };
  await runtime.rpc.ask(runner.showProgress, shown).catch(() => undefined);
};

/** The service for chats writes the answers that the scenarios ask for. */
function writeAnswers(harness: RunnerHarness): void {
  const { chat } = harness;
  chat.replyText = ({ content, revision }) => {
    if (content === LONG) return PARTS.map((name) => `${name} ${'word '.repeat(PART_CHARS / 5)}`.trim()).join('\n\n');
    return revision === undefined ? `re: ${content}` : `again: ${content}`;
  };
  chat.whileWriting = async (job) => {
    const { content, messageId } = job;
    if (content === STORY || content === ENDLESS) await showBeginning(harness, job);
    if (content === ENDLESS) await waitFor('its end', () => stopped.has(messageId), UNSTOPPED_MS).catch(() => undefined);
  };
}

/** Acts once answers are written as here. */
const writingAnswers =
  (act: (harness: RunnerHarness, place: Place & Pick<TestedBot, 'prepared'>) => string) =>
  (harness: RunnerHarness, place: Place & Pick<TestedBot, 'prepared'>): string => {
    writeAnswers(harness);
    return act(harness, place);
  };

const postsOf = ({ discord }: RunnerHarness, { bot }: Place): string[] =>
  discord.messages(bot.channelId).flatMap(({ isBot, content }) => (isBot ? [content] : []));

/** Of a button that changes the answer to the question in `prepared`; Discord shows the member nothing else. */
function buttonEffects(harness: RunnerHarness, tested: TestedBot, done: Effects): Effects {
  const { answers: _shown, ...effects } = interactionEffects(harness, tested, done);
  return effects;
}

/** Asks what is answered without an end; the beginning is shown. */
async function beginEndless(harness: RunnerHarness, place: Place): Promise<string> {
  writeAnswers(harness);
  await harness.runtime.events.subscribe(events.replyInterrupted, ({ messageId }) => void stopped.add(messageId));
  const question = asking(ENDLESS)(harness, place);
  await harness.discord.waitForReply(question, 20_000);
  return question;
}

const pressing =
  (action: 'again' | 'stop') =>
  ({ discord }: RunnerHarness, { bot, prepared: question }: Place & Pick<TestedBot, 'prepared'>): string => {
    const [answer] = discord.repliesTo(question);
    const authorId = authors.get(question) ?? '';
    const customId = `reply:${action}:${question}:${authorId}`;
    return discord.pressButton({ bot, messageId: answer?.id ?? '', customId, authorId });
  };

/** Replies that are written piece by piece, in several messages, again, or after a slash command. */
export const WRITTEN_REPLIES: Scenarios = {
  'a reply in several parts': {
    act: writingAnswers(asking(LONG)),
    effects: (harness, tested) => {
      const names = postsOf(harness, tested).map((content) => content.split(' ')[0] ?? '');
      const counts = Object.fromEntries(PARTS.map((name) => [name, names.filter((one) => one === name).length]));
      return { ...counts, inOrder: names.join() === PARTS.join() ? 1 : 0 };
    },
  },
  'a reply that is shown while it is written': {
    act: writingAnswers(asking(STORY)),
    effects: (harness, tested) => {
      const posts = postsOf(harness, tested);
      return { posts: posts.length, complete: posts.filter((content) => content === `re: ${STORY}`).length };
    },
  },
  'the button that answers a question again': {
    settings: () => ({ replyButtons: true }),
    prepare: async (harness, place) => {
      writeAnswers(harness);
      const question = asking(AGAIN)(harness, place);
      await harness.discord.waitForReply(question, 20_000);
      await waitFor('the report', () => harness.chat.delivered.includes(question), 20_000);
      return question;
    },
    act: pressing('again'),
    effects: (harness, tested) => {
      const { prepared: messageId } = tested;
      const revised = harness.discord.repliesTo(messageId).filter(({ content }) => content === `again: ${AGAIN}`);
      const asked = harness.chat.jobs.filter((job) => job.messageId === messageId && job.revision !== undefined);
      const effects = buttonEffects(harness, tested, { revised: revised.length, asked: asked.length });
      return { ...answers(harness, { ...tested, messageId }), ...effects };
    },
  },
  'the button that stops a reply': {
    settings: () => ({ replyButtons: true }),
    prepare: beginEndless,
    act: pressing('stop'),
    // Whoever stops a reply twice stops it once.
    effects: (harness, tested) => {
      const { prepared: messageId } = tested;
      return {
        ...answers(harness, { ...tested, messageId }),
        ...buttonEffects(harness, tested, { stopped: stopped.has(messageId) ? 1 : 0 }),
      };
    },
  },
  'a question that is deleted while its answer is written': {
    prepare: beginEndless,
    act: ({ discord }, { bot, prepared: question }) => {
      discord.deleteMessage(bot, question);
      return question;
    },
    // What was shown of the answer is deleted, and nothing comes after it.
    effects: (harness, tested) => ({
      stopped: stopped.has(tested.messageId) ? 1 : 0,
      withdrawn: answers(harness, tested)['answers'] === 0 ? 1 : 0,
    }),
  },
  'a question by a slash command': {
    commands: learned('ask'),
    act: async (harness, { bot }) => {
      writeAnswers(harness);
      await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'ask'), 20_000);
      return harness.discord.invokeCommand({ bot, name: 'ask', authorId: newMember(), options: { question: 'why?' } });
    },
    effects: (harness, tested) => {
      const asked = harness.chat.jobs.filter(({ messageId }) => messageId === tested.messageId);
      return interactionEffects(harness, tested, { asked: asked.length });
    },
  },
};
