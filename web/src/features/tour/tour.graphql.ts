import { graphql } from '../../gql/index.js';

/** How many companions there are: whether the plan has room for one more. */
export const TOUR_BOT_COUNT = graphql(`
  query TourBotCount {
    bots(limit: 1) {
      total
    }
  }
`);
