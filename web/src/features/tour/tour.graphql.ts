import { graphql } from '../../gql/index.js';

/** The number of bots, to check the limit of the plan. */
export const TOUR_BOT_COUNT = graphql(`
  query TourBotCount {
    bots(limit: 1) {
      total
    }
  }
`);
