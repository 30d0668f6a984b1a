import { accessKeys } from './access-keys.js';
import { admin } from './admin.js';
import { audit } from './audit.js';
import { auth } from './auth.js';
import { billing } from './billing.js';
import { bots } from './bots.js';
import { botVersions } from './bot-versions.js';
import { chat } from './chat.js';
import { checkUps, runnerChannels } from './check-ups.js';
import { commands } from './commands.js';
import type { Call, ServiceName } from './contract.js';
import { customCommands } from './custom-commands.js';
import { discord } from './discord.js';
import { discordSignIn } from './discord-sign-in.js';
import { embeddings } from './embeddings.js';
import { judge } from './judge.js';
import { knowledge } from './knowledge.js';
import { knowledgeQuestions } from './knowledge-questions.js';
import { memory } from './memory.js';
import { moderation } from './moderation.js';
import { news, notifications } from './notifications.js';
import { payments } from './payments.js';
import { pictures } from './pictures.js';
import { proactive } from './proactive.js';
import { quality } from './quality.js';
import { queues, type QueueContract } from './queues.js';
import { replay } from './replay.js';
import { reports } from './reports.js';
import { runnerAccounts } from './runner-accounts.js';
import { runner } from './runner.js';
import { sandbox } from './sandbox.js';
import { searchedQuestions } from './searched-questions.js';
import { systems } from './systems.js';
import { systemPages } from './systems/page.js';
import { mcp, tools } from './tools.js';
import { traces } from './traces.js';
import { webRequests } from './web-requests.js';

/** Every call of the product. A service does not start unless each of its calls has exactly one handler. */
export const CALLS: readonly Call[] = [
  auth,
  accessKeys,
  discordSignIn,
  admin,
  audit,
  notifications,
  news,
  bots,
  botVersions,
  discord,
  checkUps,
  systems,
  commands,
  customCommands,
  billing,
  payments,
  chat,
  embeddings,
  judge,
  pictures,
  knowledge,
  knowledgeQuestions,
  memory,
  moderation,
  proactive,
  quality,
  replay,
  reports,
  runner,
  runnerAccounts,
  runnerChannels,
  sandbox,
  searchedQuestions,
  systemPages,
  tools,
  mcp,
  traces,
  webRequests,
].flatMap((area) => Object.values<Call>(area));

export const callsOf = (service: ServiceName): readonly Call[] => CALLS.filter((call) => call.service === service);
export const queuesOf = (service: ServiceName): readonly QueueContract[] =>
  Object.values<QueueContract>(queues).filter((queue) => queue.service === service);
