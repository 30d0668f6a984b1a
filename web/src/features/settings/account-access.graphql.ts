import { graphql } from '../../gql/index.js';
import type { AccessKeysQuery } from '../../gql/graphql.js';

export const SIGN_IN_METHODS = graphql(`
  query SignInMethods {
    signInMethods {
      hasPassword
      discordName
      isDiscordOffered
    }
  }
`);

export const UNLINK_DISCORD = graphql(`
  mutation UnlinkDiscord {
    unlinkDiscord {
      message
    }
  }
`);

export const ACCESS_KEYS = graphql(`
  query AccessKeys {
    accessKeys {
      id
      name
      hint
      scopes
      createdAt
      lastUsedAt
    }
  }
`);

export const CREATE_ACCESS_KEY = graphql(`
  mutation CreateAccessKey($input: CreateAccessKeyInput!) {
    createAccessKey(input: $input) {
      key
      accessKey {
        id
      }
    }
  }
`);

export const REVOKE_ACCESS_KEY = graphql(`
  mutation RevokeAccessKey($id: ID!) {
    revokeAccessKey(id: $id) {
      message
    }
  }
`);

export type AccessKeyRow = AccessKeysQuery['accessKeys'][number];
