/* eslint-disable */
import * as types from './graphql.js';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      hasDiscordToken\n      discordTokenHint\n      serverId\n      dedicatedChannelId\n      instructions\n      model\n      responseStyle\n      personality\n      preferences\n      status\n      runtimeState\n      statusReason\n      messageCount\n      createdAt\n      version\n    }\n  }\n": typeof types.BotDocument,
    "\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n": typeof types.BotCountDocument,
    "\n  mutation CreateBot($input: BotInput!) {\n    createBot(input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n": typeof types.CreateBotDocument,
    "\n  mutation UpdateBot($id: ID!, $input: BotChanges!) {\n    updateBot(id: $id, input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n": typeof types.UpdateBotDocument,
    "\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n": typeof types.DeleteBotDocument,
    "\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n": typeof types.ChatBotDocument,
    "\n  query Dashboard {\n    bots(limit: 200) {\n      total\n      bots {\n        id\n        name\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        status\n        runtimeState\n        statusReason\n        messageCount\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n    }\n  }\n": typeof types.DashboardDocument,
    "\n  query Knowledge($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: 200) {\n      total\n      items {\n        id\n        title\n        content\n        type\n        tags\n        status\n        statusReason\n        createdAt\n      }\n    }\n  }\n": typeof types.KnowledgeDocument,
    "\n  mutation AddKnowledge($botId: ID!, $input: KnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      id\n    }\n  }\n": typeof types.AddKnowledgeDocument,
    "\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: KnowledgeChanges!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      id\n    }\n  }\n": typeof types.UpdateKnowledgeDocument,
    "\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n": typeof types.DeleteKnowledgeDocument,
    "\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n": typeof types.StartBotDocument,
    "\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n": typeof types.StopBotDocument,
};
const documents: Documents = {
    "\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      hasDiscordToken\n      discordTokenHint\n      serverId\n      dedicatedChannelId\n      instructions\n      model\n      responseStyle\n      personality\n      preferences\n      status\n      runtimeState\n      statusReason\n      messageCount\n      createdAt\n      version\n    }\n  }\n": types.BotDocument,
    "\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n": types.BotCountDocument,
    "\n  mutation CreateBot($input: BotInput!) {\n    createBot(input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n": types.CreateBotDocument,
    "\n  mutation UpdateBot($id: ID!, $input: BotChanges!) {\n    updateBot(id: $id, input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n": types.UpdateBotDocument,
    "\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n": types.DeleteBotDocument,
    "\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n": types.ChatBotDocument,
    "\n  query Dashboard {\n    bots(limit: 200) {\n      total\n      bots {\n        id\n        name\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        status\n        runtimeState\n        statusReason\n        messageCount\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n    }\n  }\n": types.DashboardDocument,
    "\n  query Knowledge($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: 200) {\n      total\n      items {\n        id\n        title\n        content\n        type\n        tags\n        status\n        statusReason\n        createdAt\n      }\n    }\n  }\n": types.KnowledgeDocument,
    "\n  mutation AddKnowledge($botId: ID!, $input: KnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      id\n    }\n  }\n": types.AddKnowledgeDocument,
    "\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: KnowledgeChanges!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      id\n    }\n  }\n": types.UpdateKnowledgeDocument,
    "\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n": types.DeleteKnowledgeDocument,
    "\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n": types.StartBotDocument,
    "\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n": types.StopBotDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      hasDiscordToken\n      discordTokenHint\n      serverId\n      dedicatedChannelId\n      instructions\n      model\n      responseStyle\n      personality\n      preferences\n      status\n      runtimeState\n      statusReason\n      messageCount\n      createdAt\n      version\n    }\n  }\n"): (typeof documents)["\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      hasDiscordToken\n      discordTokenHint\n      serverId\n      dedicatedChannelId\n      instructions\n      model\n      responseStyle\n      personality\n      preferences\n      status\n      runtimeState\n      statusReason\n      messageCount\n      createdAt\n      version\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n"): (typeof documents)["\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateBot($input: BotInput!) {\n    createBot(input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n"): (typeof documents)["\n  mutation CreateBot($input: BotInput!) {\n    createBot(input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateBot($id: ID!, $input: BotChanges!) {\n    updateBot(id: $id, input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateBot($id: ID!, $input: BotChanges!) {\n    updateBot(id: $id, input: $input) {\n      id\n      droppedTraits\n      warnings\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n"): (typeof documents)["\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Dashboard {\n    bots(limit: 200) {\n      total\n      bots {\n        id\n        name\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        status\n        runtimeState\n        statusReason\n        messageCount\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n    }\n  }\n"): (typeof documents)["\n  query Dashboard {\n    bots(limit: 200) {\n      total\n      bots {\n        id\n        name\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        status\n        runtimeState\n        statusReason\n        messageCount\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Knowledge($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: 200) {\n      total\n      items {\n        id\n        title\n        content\n        type\n        tags\n        status\n        statusReason\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query Knowledge($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: 200) {\n      total\n      items {\n        id\n        title\n        content\n        type\n        tags\n        status\n        statusReason\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddKnowledge($botId: ID!, $input: KnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation AddKnowledge($botId: ID!, $input: KnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: KnowledgeChanges!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: KnowledgeChanges!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n"): (typeof documents)["\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n"): (typeof documents)["\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      id\n      name\n      status\n      runtimeState\n      statusReason\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;