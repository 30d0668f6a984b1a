import type { ReactNode } from 'react';

/** From here on the cards out of sight are not laid out. */
const LONG = 30;

export const CardGrid = ({ count, children }: { readonly count: number; readonly children: ReactNode }) => (
  <div className="bot-grid" data-long={count > LONG}>
    {children}
  </div>
);
