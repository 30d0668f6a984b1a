import { PLAN_CATALOGUE } from '@kith/proto';
import type { CheckoutEntity } from './checkout.entity.js';

/** The title of an order on the payment page. */
export function titleOf({ kind, item, credits }: Pick<CheckoutEntity, 'kind' | 'item' | 'credits'>): string {
  return kind === 'credits'
    ? `${credits} message credits`
    : `${PLAN_CATALOGUE[item === 'premium' ? 'premium' : 'basic'].label} plan, monthly`;
}
