import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from './badge.js';
import './plan-card.css';

interface PlanCardProps {
  readonly name: string;
  readonly price: string;
  readonly period: string;
  /** Marks the card that we recommend. */
  readonly badge?: string;
  readonly benefits: readonly string[];
  readonly action?: ReactNode;
}

export function PlanCard({ name, price, period, badge, benefits, action }: PlanCardProps) {
  return (
    <article className="card plan-card" data-featured={badge !== undefined}>
      <header className="plan-card-head">
        <h3>{name}</h3>
        {badge !== undefined && <Badge tone="accent">{badge}</Badge>}
      </header>
      <p className="plan-card-price">
        {price} <span className="plan-card-period">{period}</span>
      </p>
      <ul className="plan-card-benefits">
        {benefits.map((benefit) => (
          <li key={benefit}>
            <Check size={16} aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
      {action}
    </article>
  );
}
