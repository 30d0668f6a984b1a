import { isShutDown, PLAN_CATALOGUE } from '@kith/proto';
import { Fragment, type ReactNode } from 'react';
import { formatDay, formatFinePrice } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { Badge } from '../ui/indicators.js';
import type { LabelledModel } from './models.js';
import './model-facts.css';

const SOON_DAYS = 90;
const DAY_MS = 86_400_000;

interface ModelListProps<M extends LabelledModel> {
  readonly models: readonly M[];
  /** What stands behind a model's name. */
  readonly renderActions?: (model: M) => ReactNode;
}

/** Everything that the model catalogue says, one card per model. */
export const ModelList = <M extends LabelledModel>({ models, renderActions }: ModelListProps<M>) => (
  <ul className="columns model-list" aria-label={t('models.table')}>
    {models.map((model) => (
      <li key={model.labels[0] ?? model.name} className="card card-body">
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

const factsOf = (model: LabelledModel): [string, ReactNode][] => [
  model.labels.length === 0
    ? [t('models.purpose'), t('models.pictures')]
    : [t('models.labels'), <Labels key="labels" labels={model.labels} />],
  [t('models.provider'), `${t(`models.providers.${model.provider}`)}, ${model.model}`],
  ...(model.contextWindow === null
    ? []
    : [[t('models.window'), t('models.tokens', { count: model.contextWindow })] satisfies [string, ReactNode]]),
  ...ability('models.seesPictures', model.seesPictures),
  ...ability('models.usesTools', model.usesTools),
  [t('models.prices'), pricesOf(model)],
  [t('models.shutdown'), <Shutdown key="shutdown" model={model} />],
];

/** Nothing where it is not known. */
const ability = (label: 'models.seesPictures' | 'models.usesTools', has: boolean | null): [string, ReactNode][] =>
  has === null ? [] : [[t(label), t(has ? 'models.yes' : 'models.no')]];

const Labels = ({ labels }: Pick<LabelledModel, 'labels'>) =>
  labels.map((label, index) => (
    <Fragment key={label}>
      {index > 0 && ', '}
      <code>{label}</code>
    </Fragment>
  ));

function pricesOf({ inputPrice, outputPrice }: LabelledModel): string {
  if (inputPrice === null && outputPrice === null) return t('models.unknown');
  const format = (price: number | null): string => (price === null ? t('models.unknown') : formatFinePrice(price));
  return t('models.price', { input: format(inputPrice), output: format(outputPrice) });
}

function Shutdown({ model }: { readonly model: LabelledModel }) {
  const { shutdownDate } = model;
  if (shutdownDate === null) return t('models.noShutdown');
  const date = formatDay(`${shutdownDate}T12:00:00Z`);
  if (isShutDown(model, new Date().toISOString())) return <Badge tone="danger">{t('models.isOver', { date })}</Badge>;
  const isSoon = Date.parse(shutdownDate) - Date.now() < SOON_DAYS * DAY_MS;
  return isSoon ? <Badge tone="warning">{date}</Badge> : date;
}
