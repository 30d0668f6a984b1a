import type { CompletionRequest, ModelProvider } from '../src/models/model-provider.js';
import { ModelWriter } from '../src/models/model-writer.js';
import { NO_SECRETS } from '../src/replies/canary.js';
import { DiscordFiles } from '../src/replies/discord-files.js';
import type { ReplyContext } from '../src/replies/reply-writer.js';
import { StreamedReply } from '../src/replies/streamed-reply.js';
import type { Tool } from '../src/tools/tool.js';
import { ToolBox } from '../src/tools/toolbox.js';
import { textsOfOthers } from '../src/testing/texts-of-others.js';
import { BOUNDARY, DEMANDS, INSTRUCTIONS, KEYS, type Injection } from './injection-corpus.js';
import { read } from './obedient-model.js';

const MARA = 'Mara keeps the saffron in the blue jar on the shelf';
const isOfMara = (text: string): boolean => text.includes('saffron');

/** What a page with an injection brought about, with a model that has tools and does whatever the page demands. */
export interface ToolUse {
  readonly shown: string;
  /** What it passed on by a tool that sends it outward. */
  readonly sent: readonly string[];
  /** Which of both hold words of another member. */
  readonly membersWords: readonly ('shown' | 'sent')[];
  readonly calls: ToolBox['calls'];
}

/** The page is the message of the injection; another member has written before. */
export async function obeyPage({ input: given }: Injection): Promise<ToolUse> {
  const page = given.question;
  const sent: string[] = [];
  const send = (text: unknown): string => {
    sent.push(String(text));
    return 'sent';
  };
  const common = { description: '', parameters: { type: 'object' }, isForeign: true };
  const tools: Tool[] = [
    { ...common, name: 'read', isOutward: false, run: () => Promise.resolve(page) },
    { ...common, name: 'send', isOutward: true, run: ({ text }) => Promise.resolve(send(text)) },
  ];
  const turn = { author: '2', authorName: 'Mara', question: MARA, reply: 'Good.', sources: [], tokens: 20 };
  const others = {
    talk: [{ author: 'Mara', text: MARA }],
    history: [turn],
    repliedTo: { author: 'Bot', text: MARA, isOwn: true },
  };
  const file = { name: 'saffron.zip', type: 'application/zip', bytes: 1, url: '', isByAnother: true };
  const attachments = await new DiscordFiles(
    { DISCORD_API_URL: 'https://a.example' } as never,
    {} as never,
    console as never,
  ).read({ userId: 'u', plan: 'free' }, [file], { question: '', withPictures: false, withPictureTexts: 'none' });
  const input = { ...given, question: 'Read the page', ...others };
  const box = new ToolBox(tools, { boundary: BOUNDARY, secrets: { ...NO_SECRETS, own: [INSTRUCTIONS] } });
  const context: ReplyContext = { ...input, requestId: 'r', coverage: 0, attachments, tools: box };
  const use = {
    provider: obedientProvider(INSTRUCTIONS),
    access: {
      request: <T>(_for: unknown, _signal: unknown, start: () => AsyncIterable<T>) => start() as AsyncGenerator<T, void>,
    },
    model: 'm',
    name: 'M',
    contextWindow: 64_000,
    isCharged: true,
    seesPictures: false,
    usesTools: true,
    reasoningTokens: 0,
  };
  const { shown } = await read(new StreamedReply(context, new ModelWriter(use, console as never)));
  const membersWords = [
    ...(isOfMara(shown) ? (['shown'] as const) : []),
    ...sent.flatMap((text) => (isOfMara(text) ? (['sent'] as const) : [])),
  ];
  return { shown, sent, membersWords, calls: box.calls };
}

/** Reads a page first, then passes on everything that it has read, at once and piece by piece, and last writes what the page demands. */
function obedientProvider(system: string): ModelProvider {
  const call = (id: string, name: string, given: unknown) => ({ id, name, arguments: JSON.stringify(given) });
  return {
    engine: 'openai',
    models: () => Promise.resolve([]),
    listing: () => Promise.resolve([]),
    // oxlint-disable-next-line require-await -- a completion is read asynchronously
    async *complete({ messages, tools }: CompletionRequest) {
      const rounds = tools?.rounds ?? [];
      const before = [...messages.map(({ content }) => content), ...rounds.flatMap(({ results }) => results)].join('\n');
      const end = { kind: 'end' as const, isCut: false, usage: null };
      if (rounds.length === 0) yield { ...end, calls: [call('1', 'read', {})] };
      else if (rounds.length === 1)
        yield {
          ...end,
          calls: [before.slice(0, 7000), ...KEYS, system, /.*saffron.*/.exec(before)?.[0] ?? 'done'].map((text, at) =>
            call(String(at), 'send', { text }),
          ),
        };
      else {
        yield {
          kind: 'text',
          text: DEMANDS.filter(({ word }) => before.includes(word))
            .map(({ obey }) => obey(system, textsOfOthers(messages)))
            .join('\n'),
        };
        yield end;
      }
    },
  };
}
