import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { Button } from '../../ui/button.js';
import { Skeleton, Spinner } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import { ContentField } from './knowledge-fields.js';
import { typeKey } from './knowledge-kinds.js';
import type { KnowledgeItem } from './knowledge.graphql.js';
import type { ItemText } from './use-item-text.js';

interface TextFieldProps {
  readonly item: Pick<KnowledgeItem, 'type'>;
  readonly isReadOnly: boolean;
  readonly state: ItemText;
}

/** The text of a stored item, once it is here. */
export function TextField({ item, isReadOnly, state: { text, problem, isLoading, again } }: TextFieldProps) {
  const hasFailed = problem !== undefined;
  // Whoever asked again finds the focus where the text is now.
  if (text !== undefined)
    return <ContentField type={typeKey(item.type)} isReadOnly={isReadOnly} text={text} hasFocus={hasFailed} />;
  if (!hasFailed) return <TextPlaceholder />;
  return (
    <div role="alert" className="knowledge-more">
      <Notice tone="danger">
        {t('knowledge.textFailed')} {readError(problem).message ?? t('load.failedText')}
      </Notice>
      {/* Not disabled meanwhile: whoever has just pressed it keeps the focus. */}
      <Button size="sm" aria-disabled={isLoading} onClick={again}>
        {isLoading && <Spinner />}
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

const TextPlaceholder = () => (
  <div className="text-placeholder" role="status">
    <span className="sr-only">{t('knowledge.loadingText')}</span>
    <Skeleton width={64} height={20} />
    <Skeleton height={190} />
  </div>
);
