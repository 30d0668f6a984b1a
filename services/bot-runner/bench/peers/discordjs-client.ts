// discord.js with every cache off that it lets one switch off. Compared with by the benchmarks.
import { Client, GatewayIntentBits, Options } from 'discord.js';

const AT_ONCE = 64;
const NOTHING = 0;
const clients: Client[] = [];

process.on('message', (start: { apiUrl: string; tokens: readonly string[] }) => {
  void connectAll(start).then(() => process.send?.('ready'));
});
process.send?.('started');

async function connectAll({ apiUrl, tokens }: { apiUrl: string; tokens: readonly string[] }): Promise<void> {
  const waiting = [...tokens];
  const lane = async () => {
    for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) await connect(token, apiUrl);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function connect(token: string, apiUrl: string): Promise<void> {
  const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;
  const client = new Client({
    intents: [Guilds, GuildMessages, DirectMessages, MessageContent],
    rest: { api: apiUrl },
    makeCache: Options.cacheWithLimits({
      ApplicationCommandManager: NOTHING,
      AutoModerationRuleManager: NOTHING,
      BaseGuildEmojiManager: NOTHING,
      DMMessageManager: NOTHING,
      GuildBanManager: NOTHING,
      GuildEmojiManager: NOTHING,
      GuildForumThreadManager: NOTHING,
      GuildInviteManager: NOTHING,
      GuildMemberManager: NOTHING,
      GuildMessageManager: NOTHING,
      GuildScheduledEventManager: NOTHING,
      GuildStickerManager: NOTHING,
      GuildTextThreadManager: NOTHING,
      MessageManager: NOTHING,
      PresenceManager: NOTHING,
      ReactionManager: NOTHING,
      ReactionUserManager: NOTHING,
      StageInstanceManager: NOTHING,
      ThreadManager: NOTHING,
      ThreadMemberManager: NOTHING,
      UserManager: NOTHING,
      VoiceStateManager: NOTHING,
    }),
  });
  clients.push(client);
  const ready = new Promise((resolve) => client.once('clientReady', resolve));
  await client.login(token);
  await ready;
}
