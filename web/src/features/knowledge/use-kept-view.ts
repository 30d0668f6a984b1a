import { useState } from 'react';

export const VIEWS = ['brain', 'list'] as const;
export type KnowledgeView = (typeof VIEWS)[number];

const KEY = 'kith.knowledge-view';

/** Brain or list, as it was chosen last in this browser. */
export function useKeptView(): [KnowledgeView, (view: KnowledgeView) => void] {
  const [view, setView] = useState(readView);
  return [
    view,
    (next) => {
      setView(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Storage is denied: the choice lasts as long as the page.
        return;
      }
    },
  ];
}

function readView(): KnowledgeView {
  try {
    return VIEWS.find((view) => view === localStorage.getItem(KEY)) ?? 'brain';
  } catch {
    return 'brain';
  }
}
