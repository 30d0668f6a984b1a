import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../ui/indicators.js';
import './plan-card.css';

interface PlanCardProps {
  readonly name: string;
  readonly price: string;
  readonly period: string;
  /** Marks the recommended plan. */
  readonly badge?: string;
  /** Marks the current plan of the user. */
  readonly state?: string;
  readonly benefits: readonly string[];
  readonly heading?: 'h2' | 'h3';
  readonly action?: ReactNode;
}

export function PlanCard({ name, price, period, badge, state, benefits, heading: Heading = 'h3', action }: PlanCardProps) {
  return (
    <article className="card plan-card" data-featured={badge !== undefined}>
      <header className="bar bar-between plan-card-head">
        <Heading>{name}</Heading>
        <span className="plan-card-badges">
          {state !== undefined && <Badge tone="primary">{state}</Badge>}
          {badge !== undefined && <Badge tone="accent">{badge}</Badge>}
        </span>
      </header>
      <p className="plan-card-price">
        {price} <span className="plan-card-period">{period}</span>
      </p>
      <Benefits benefits={benefits} />
      {action}
    </article>
  );
}

/** The benefits of a plan as a list. */
export const Benefits = ({ benefits }: { readonly benefits: readonly string[] }) => (
  <ul className="plan-card-benefits">
    {benefits.map((benefit) => (
      <li key={benefit}>
        <Check size={16} aria-hidden="true" />
        {benefit}
      </li>
    ))}
  </ul>
);
