import { isShutDown, PLAN_CATALOGUE } from '@kith/proto';
import type { ReactNode } from 'react';
import { formatDay, formatFinePrice } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { Badge } from '../ui/indicators.js';
import type { CatalogueModel } from './models.graphql.js';
import './model-facts.css';

const SOON_DAYS = 90;
const DAY_MS = 86_400_000;

interface ModelListProps<M extends CatalogueModel> {
  readonly models: readonly M[];
  /** What stands behind a model's name. */
  readonly renderActions?: (model: M) => ReactNode;
}

/** Everything that the model catalogue says, one card per label. */
export const ModelList = <M extends CatalogueModel>({ models, renderActions }: ModelListProps<M>) => (
  <ul className="columns model-list" aria-label={t('models.table')}>
    {models.map((model) => (
      <li key={model.label} className="card card-body">
        <div className="row row-between">
          <h2>{model.name}</h2>
          <Badge tone={model.plan === 'free' ? 'neutral' : 'primary'}>{PLAN_CATALOGUE[model.plan].label}</Badge>
        </div>
        <dl className="model-facts">
          {factsOf(model).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {renderActions?.(model)}
      </li>
    ))}
  </ul>
);

const factsOf = (model: CatalogueModel): [string, ReactNode][] => [
  [t('models.labels'), <code key="label">{model.label}</code>],
  [t('models.provider'), `${t(`models.providers.${model.provider}`)}, ${model.model}`],
  [t('models.window'), t('models.tokens', { count: model.contextWindow })],
  [t('models.prices'), pricesOf(model)],
  [t('models.shutdown'), <Shutdown key="shutdown" model={model} />],
];

function pricesOf({ inputPrice, outputPrice }: CatalogueModel): string {
  if (inputPrice === null && outputPrice === null) return t('models.unknown');
  const format = (price: number | null): string => (price === null ? t('models.unknown') : formatFinePrice(price));
  return t('models.price', { input: format(inputPrice), output: format(outputPrice) });
}

function Shutdown({ model }: { readonly model: CatalogueModel }) {
  const { shutdownDate } = model;
  if (shutdownDate === null) return t('models.noShutdown');
  const date = formatDay(`${shutdownDate}T12:00:00Z`);
  if (isShutDown(model, new Date().toISOString())) return <Badge tone="danger">{t('models.isOver', { date })}</Badge>;
  const isSoon = Date.parse(shutdownDate) - Date.now() < SOON_DAYS * DAY_MS;
  return isSoon ? <Badge tone="warning">{t('models.soon', { date })}</Badge> : t('models.soon', { date });
}
