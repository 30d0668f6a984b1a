import { t } from '../../lib/i18n.js';
import type { missingOf } from './knowledge-values.js';

interface MissingProps {
  readonly id: string;
  readonly parts: ReturnType<typeof missingOf>;
}

/** Why the button below cannot be pressed. */
export const Missing = ({ id, parts }: MissingProps) =>
  parts.length > 0 && (
    <p id={id} className="note">
      {t('knowledge.missing', { parts: parts.map((part) => t(`knowledge.missingPart.${part}`)).join(', ') })}
    </p>
  );
