import { useQuery } from '@apollo/client/react';
import type { ModelCatalogueQuery } from '../../gql/graphql.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useAuth } from '../../shared/auth.js';
import { ModelList } from '../../shared/model-facts.js';
import { MODEL_CATALOGUE } from '../../shared/models.graphql.js';
import { distinctModels, type LabelledModel } from '../../shared/models.js';
import { LoadError } from '../../ui/load-error.js';
import { Skeleton } from '../../ui/indicators.js';
import { Page } from '../../ui/page.js';
import { Notice } from '../../ui/state.js';

/** The model catalogue, for users and visitors. */
export function ModelsPage() {
  const { data, error, refetch } = useQuery(MODEL_CATALOGUE);
  const hasOwnKey = useAuth().state.user?.apiSettings.hasApiKey === true;
  const catalogue = data?.modelCatalogue;
  return (
    <Page
      title={t('models.heading')}
      heading={t('models.heading')}
      lead={t('models.lead')}
      back={{ to: paths.pricing, label: t('models.back') }}
    >
      {hasOwnKey && <Notice tone="info">{t('models.ownKey')}</Notice>}
      {catalogue?.isConfigured === false && !hasOwnKey && <Notice tone="info">{t('models.notConfiguredPage')}</Notice>}
      {catalogue ? (
        <ModelList models={shownModels(catalogue)} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  );
}

/** Each model once; the one that draws pictures at the end. */
const shownModels = ({ models, imageModel }: ModelCatalogueQuery['modelCatalogue']): LabelledModel[] => [
  ...distinctModels(models),
  ...(imageModel ? [{ ...imageModel, labels: [], contextWindow: null, seesPictures: null, usesTools: null }] : []),
];
