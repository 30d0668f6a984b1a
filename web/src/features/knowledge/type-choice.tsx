import { KNOWLEDGE_TYPES } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { TYPE_ICONS, type KnowledgeType } from './knowledge-kinds.js';

interface TypeChoiceProps {
  readonly value: KnowledgeType;
  readonly isDisabled: boolean;
  readonly onChange: (type: KnowledgeType) => void;
}

/** Which kind of thing is added. */
export const TypeChoice = ({ value, isDisabled, onChange }: TypeChoiceProps) => (
  <fieldset className="type-choice" disabled={isDisabled}>
    <legend>{t('knowledge.type')}</legend>
    <div className="type-options">
      {KNOWLEDGE_TYPES.map((type) => {
        const Icon = TYPE_ICONS[type];
        return (
          <label key={type} className="type-option">
            <input
              type="radio"
              name="knowledge-type"
              className="sr-only"
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
            />
            <Icon size={18} aria-hidden="true" />
            {t(`knowledge.types.${type}`)}
          </label>
        );
      })}
    </div>
  </fieldset>
);
