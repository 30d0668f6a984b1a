import { graphql } from '../gql/index.js';
import type { PaymentFieldsFragment } from '../gql/graphql.js';

graphql(`
  fragment PaymentFields on Payment {
    id
    at
    title
    cents
    currency
    refundedCents
    dispute
  }
`);

export type ListedPayment = PaymentFieldsFragment;
