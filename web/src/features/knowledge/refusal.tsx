import type { ReactNode } from 'react';
import { Notice } from '../../ui/state.js';

/** What the server said, announced when it appears. */
export const Refusal = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className="refusal">
    {children !== null && <Notice tone="danger">{children}</Notice>}
  </div>
);
