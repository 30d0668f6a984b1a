import { randomUUID } from 'node:crypto';
import {
  AppError,
  auth,
  billing,
  bots,
  customCommands,
  knowledge,
  runner,
  tools,
  webRequests,
  type Actor,
  type Cap,
  type CapScope,
  type InputOf,
  type ModelAccess,
  type OutputOf,
  type Passage,
  type Persona,
  type RunnableCommand,
  type TriedCommand,
} from '@kith/proto';
import type { Runtime } from '@kith/kit';
import { aBot, fixture, fixtureService } from '@kith/kit/testing';

/** The stand-ins of the other services: what they answer, set by tests, and what they were asked. */
export interface PeerServices {
  /** The ids of the bots whose test chats were asked for. */
  readonly testChats: string[];
  /** By owner; others have no key of their own. */
  readonly modelAccess: Map<string, ModelAccess>;
  readonly keyReports: InputOf<typeof auth.reportApiKey>[];
  readonly personas: Map<string, Persona>;
  /** The commands that a bot has learned, by its id; others have none. */
  readonly commands: Map<string, RunnableCommand[]>;
  /** What the runner answers when it is asked to run a command. */
  triedCommand: TriedCommand;
  readonly tried: InputOf<typeof runner.tryCommand>[];
  /** The MCP servers of bots, by the id of the bot. */
  readonly toolServers: Map<string, OutputOf<typeof tools.offered>['servers']>;
  readonly serverCalls: InputOf<typeof tools.callServer>[];
  /** The custom commands that a model ran. */
  readonly commandRuns: InputOf<typeof customCommands.run>[];
  /** The texts of web pages, by address. */
  readonly pages: Map<string, string>;
  /** Ids of the channels that not everybody in the server sees. */
  readonly limitedChannels: Set<string>;
  /** The beginnings of replies that the runner was asked to show. */
  readonly shown: InputOf<typeof runner.showProgress>[];
  passages: Passage[];
  /** What is found for a query, in place of `passages`. */
  readonly passagesFor: Map<string, Passage[]>;
  /** Whether messages look as if they ask for something. */
  mayAsk: boolean;
  /** Whether messages look like small talk. */
  isSmallTalk: boolean;
  /** What the search of an owner finds, whether or not it enters prompts; relevant from 0.5 on. */
  closest: (Passage & { relevance: number | null })[];
  coverage: number;
  isDenied: boolean;
  /** The cap that denies every message that counts on it. */
  deniedCap: CapScope | null;
  /** The caps of each reservation, in order. */
  readonly caps: Cap[][];
  /** Runs while billing reserves a charge. */
  whileReserving: () => Promise<unknown>;
  /** Runs while knowledge searches. */
  whileSearching: () => Promise<unknown>;
  /** Names of calls that fail as if their service were down. */
  readonly down: Set<string>;
  /** `reserve:<request>`, `settle:<request>`, `release:<request>`, in order. */
  readonly charges: string[];
  readonly searches: string[];
  /** What was added to the knowledge of bots. */
  readonly taught: Pick<InputOf<typeof knowledge.create>, 'botId' | 'title' | 'content'>[];
  /** The text that the knowledge service reads in a file, by file name; null without text. Other files do not exist. */
  readonly texts: Map<string, string | null>;
  /** The text in pictures, by the name of the file. */
  readonly pictureTexts: Map<string, string>;
  /** By the name of a picture: what its recognition waits for. */
  readonly pictureWaits: Map<string, Promise<void>>;
  /** Names of files on which the knowledge service fails. */
  readonly broken: Set<string>;
  readonly filesRead: { userId: string; key: string }[];
  uptime: OutputOf<typeof bots.uptime>;
}

/** Stand-ins that know nothing yet. */
export const newPeers = (): PeerServices => ({
  testChats: [],
  modelAccess: new Map(),
  keyReports: [],
  personas: new Map(),
  commands: new Map(),
  triedCommand: { kind: 'text', text: 'tried' },
  tried: [],
  toolServers: new Map(),
  serverCalls: [],
  commandRuns: [],
  pages: new Map(),
  limitedChannels: new Set(),
  shown: [],
  passages: [],
  passagesFor: new Map(),
  mayAsk: true,
  isSmallTalk: false,
  closest: [],
  coverage: 0,
  isDenied: false,
  deniedCap: null,
  caps: [],
  whileReserving: () => Promise.resolve(),
  whileSearching: () => Promise.resolve(),
  down: new Set(),
  charges: [],
  searches: [],
  taught: [],
  texts: new Map(),
  pictureTexts: new Map(),
  pictureWaits: new Map(),
  broken: new Set(),
  filesRead: [],
  uptime: { uptime: 99.5, status: 'online', model: 'gpt-4o' },
});

/** Starts the stand-ins of the services that chat calls. */
export function startPeers(runtime: Runtime, peers: PeerServices) {
  const { personas, down, charges, searches } = peers;
  const up = (name: string) => {
    if (down.has(name)) throw new AppError('UNAVAILABLE');
  };
  const personaOf = (botId: string): Persona => {
    const persona = personas.get(botId);
    if (!persona) throw new AppError('NOT_FOUND');
    return persona;
  };
  const ownedBy = (actor: Actor, botId: string): Persona => {
    const persona = personaOf(botId);
    if (persona.ownerId !== actor.userId) throw new AppError('NOT_FOUND');
    return persona;
  };
  const charge = (kind: string, requestId: string) => {
    charges.push(`${kind}:${requestId}`);
    up(kind);
  };
  const resetsAt = new Date(Date.now() + 3 * 3_600_000 + 30_000).toISOString();
  return [
    fixtureService(runtime, 'bots', [
      fixture(bots.get, ({ actor, botId }) => aBot({ id: ownedBy(actor, botId).id, userId: actor.userId, model: 'gpt-4' })),
      fixture(bots.owned, ({ actor, botId }) => ({ botId, name: ownedBy(actor, botId).name })),
      fixture(bots.uptime, ({ actor, botId }) => {
        ownedBy(actor, botId);
        up('uptime');
        return peers.uptime;
      }),
      fixture(bots.persona, ({ botId }) => personaOf(botId)),
      fixture(tools.offered, ({ botId }) => {
        up('offered');
        return { commands: peers.commands.get(botId) ?? [], servers: peers.toolServers.get(botId) ?? [] };
      }),
      fixture(tools.callServer, (call) => {
        up('callServer');
        peers.serverCalls.push(call);
        return { text: `called with ${call.arguments}`, isError: false };
      }),
      fixture(customCommands.run, (run) => {
        peers.commandRuns.push(run);
        const result = { success: true, response: `ran with ${run.context.args.join(' ')}`, shouldReply: true };
        return { result, error: null, log: [], durationMs: 1 };
      }),
      fixture(bots.testChat, ({ actor, botId }) => {
        peers.testChats.push(botId);
        return { persona: ownedBy(actor, botId), prefix: '!', commands: peers.commands.get(botId) ?? [] };
      }),
    ]),
    fixtureService(runtime, 'bot-runner', [
      fixture(runner.tryCommand, (call) => {
        up('tryCommand');
        peers.tried.push(call);
        return peers.triedCommand;
      }),
      fixture(runner.channelAudience, ({ channelId }) => {
        up('channelAudience');
        return { isOpen: !peers.limitedChannels.has(channelId), channelId };
      }),
      fixture(runner.showProgress, (beginning) => {
        peers.shown.push(beginning);
        return { isShown: true };
      }),
    ]),
    fixtureService(runtime, 'knowledge', [
      fixture(knowledge.search, async ({ query }) => {
        searches.push(query);
        up('search');
        await peers.whileSearching();
        const passages = peers.passagesFor.get(query) ?? peers.passages;
        return {
          passages,
          coverage: peers.coverage,
          outcome: passages.length > 0 ? ('found' as const) : ('nothing_found' as const),
          mayAsk: peers.mayAsk,
          isSmallTalk: peers.isSmallTalk,
        };
      }),
      fixture(knowledge.find, ({ query, limit }) => {
        searches.push(query);
        up('find');
        const shown = peers.closest.slice(0, limit);
        const relevance = Math.max(0, ...shown.map((one) => one.relevance ?? 0));
        const passages = shown.map((one) => ({ ...one, number: null }));
        const searched = { coverage: relevance, relevance, minRelevance: 0.5, searchedBy: 'words' as const, rewritten: null };
        if (shown.length === 0) return { passages, outcome: 'nothing_found' as const, ...searched };
        return { passages, outcome: relevance < 0.5 ? ('not_relevant' as const) : ('found' as const), ...searched };
      }),
      fixture(knowledge.create, ({ botId, title, content }) => {
        up('create');
        peers.taught.push({ botId, title, content });
        return {
          id: randomUUID(),
          botId,
          title,
          content,
          excerpt: content,
          type: 'text' as const,
          tags: [],
          activation: 'search' as const,
          keywords: [],
          position: { x: 0, y: 0 },
          fileUrl: null,
          status: 'ready' as const,
          statusReason: null,
          createdAt: new Date().toISOString(),
        };
      }),
      fixture(knowledge.readAttachment, ({ userId, file: { key, name } }) => {
        peers.filesRead.push({ userId, key });
        up('readAttachment');
        if (peers.broken.has(name)) throw new AppError('INTERNAL');
        const text = peers.texts.get(name);
        if (text === undefined) throw new AppError('NOT_FOUND');
        return { text, mediaType: 'text/plain' };
      }),
      fixture(knowledge.readPicture, async ({ userId, file: { key, name } }) => {
        peers.filesRead.push({ userId, key });
        up('readPicture');
        await peers.pictureWaits.get(name);
        if (peers.broken.has(name)) throw new AppError('UNSUPPORTED_MEDIA');
        return { text: peers.pictureTexts.get(name) ?? null };
      }),
      fixture(webRequests.readPage, ({ address }) => {
        const text = peers.pages.get(address);
        if (text === undefined) throw new AppError('UNSUPPORTED_MEDIA', 'This address could not be reached.');
        return { text, isCut: false };
      }),
      fixture(knowledge.titles, () => ({ titles: peers.passages.map(({ title }) => title) })),
    ]),
    fixtureService(runtime, 'auth', [
      fixture(auth.modelAccess, ({ userId }) => {
        up('modelAccess');
        return peers.modelAccess.get(userId) ?? { provider: 'openai' as const, model: null, key: null };
      }),
      fixture(auth.reportApiKey, (report) => {
        peers.keyReports.push(report);
        return {};
      }),
    ]),
    fixtureService(runtime, 'billing', [
      fixture(billing.reserve, async ({ requestId, caps = [] }) => {
        charge('reserve', requestId);
        peers.caps.push(caps);
        await peers.whileReserving();
        const denied = caps.find(({ scope }) => scope === peers.deniedCap);
        if (denied) return { source: 'denied' as const, cap: denied.scope, resetsAt };
        return { source: peers.isDenied ? ('denied' as const) : ('plan' as const), resetsAt };
      }),
      fixture(billing.settle, ({ requestId }) => {
        charge('settle', requestId);
        return {};
      }),
      fixture(billing.release, ({ requestId }) => {
        charge('release', requestId);
        return {};
      }),
    ]),
  ];
}
