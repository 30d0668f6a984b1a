import { KNOWLEDGE_TYPES } from '@kith/proto';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { Chips, SearchBox, Select } from '../../ui/inputs.js';
import type { Filter } from './use-filter.js';
import { VIEWS, type KnowledgeView } from './use-kept-view.js';

interface KnowledgeBarProps {
  readonly view: KnowledgeView;
  readonly onView: (view: KnowledgeView) => void;
  readonly filter: Filter;
  readonly tags: readonly string[];
  readonly onFilter: (changes: Partial<Filter>) => void;
  /** What came of it. */
  readonly children: ReactNode;
}

/** What is shown, and how. */
export const KnowledgeBar = ({ view, onView, filter, tags, onFilter, children }: KnowledgeBarProps) => (
  <div className="knowledge-bar">
    <div className="knowledge-search">
      <SearchBox label={t('knowledge.search')} value={filter.words} onChange={(words) => onFilter({ words })} />
    </div>
    {tags.length > 0 && (
      <Select
        aria-label={t('knowledge.tagFilter')}
        value={filter.tag}
        onChange={(event) => onFilter({ tag: event.target.value })}
        options={[{ value: '', label: t('knowledge.allTags') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
      />
    )}
    <div className="tab-list knowledge-views" role="group" aria-label={t('knowledge.view')}>
      {VIEWS.map((key) => (
        <button key={key} type="button" className="tab" aria-pressed={key === view} onClick={() => onView(key)}>
          {t(`knowledge.views.${key}`)}
        </button>
      ))}
    </div>
    <div className="knowledge-types">
      <Chips
        label={t('knowledge.typeFilter')}
        chips={[
          { key: 'all' as const, label: t('knowledge.allTypes') },
          ...KNOWLEDGE_TYPES.map((key) => ({ key, label: t(`knowledge.types.${key}`) })),
        ]}
        active={filter.type}
        onChange={(type) => onFilter({ type })}
      />
      {children}
    </div>
  </div>
);
