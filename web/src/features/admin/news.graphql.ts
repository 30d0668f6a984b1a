import { graphql } from '../../gql/index.js';
import type { NewsQuery } from '../../gql/graphql.js';

export const NEWS = graphql(`
  query News($limit: Int!, $offset: Int!, $cursor: String) {
    news(limit: $limit, offset: $offset, cursor: $cursor) {
      news {
        id
        title
        text
        createdAt
        reached
        finishedAt
      }
      total
      next
      previous
      subscribers
    }
  }
`);

export const SEND_NEWS = graphql(`
  mutation SendNews($id: ID!, $title: String!, $text: String!) {
    sendNews(id: $id, title: $title, text: $text) {
      id
    }
  }
`);

export type SentNews = NewsQuery['news']['news'][number];
