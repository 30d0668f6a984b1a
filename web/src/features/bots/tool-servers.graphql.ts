import { graphql } from '../../gql/index.js';

graphql(`
  fragment ToolServerFields on ToolServer {
    id
    name
    address
    hasToken
    tools {
      name
      description
      isAllowed
    }
    checkedAt
  }
`);

export const TOOL_SERVERS = graphql(`
  query ToolServers($botId: ID!) {
    toolServers(botId: $botId) {
      ...ToolServerFields
    }
  }
`);

export const ADD_TOOL_SERVER = graphql(`
  mutation AddToolServer($botId: ID!, $input: ToolServerInput!) {
    addToolServer(botId: $botId, input: $input) {
      ...ToolServerFields
    }
  }
`);

export const CHECK_TOOL_SERVER = graphql(`
  mutation CheckToolServer($botId: ID!, $serverId: ID!) {
    checkToolServer(botId: $botId, serverId: $serverId) {
      ...ToolServerFields
    }
  }
`);

export const ALLOW_TOOLS = graphql(`
  mutation AllowTools($botId: ID!, $serverId: ID!, $checkedAt: String!, $tools: [String!]!) {
    allowTools(botId: $botId, serverId: $serverId, checkedAt: $checkedAt, tools: $tools) {
      ...ToolServerFields
    }
  }
`);

export const REMOVE_TOOL_SERVER = graphql(`
  mutation RemoveToolServer($botId: ID!, $serverId: ID!) {
    removeToolServer(botId: $botId, serverId: $serverId) {
      message
    }
  }
`);
