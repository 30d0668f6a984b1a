import { isShutDown, PLAN_CATALOGUE, planRank, type Plan } from '@kith/proto';
import { useId, type SelectHTMLAttributes } from 'react';
import { Link } from 'react-router';
import { t } from '../lib/i18n.js';
import { paths } from '../lib/paths.js';
import { Select } from '../ui/inputs.js';
import { choosableModels, runningModel, useModels, type KnownModels } from './models.js';
import type { CatalogueModel } from './models.graphql.js';

interface ModelSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> {
  /** The plan of the bot's owner. */
  readonly plan: Plan;
  readonly value?: string;
}

/**
 * The choice of a bot's model. It shows what runs (docs/decisions.md D2): a model above the plan cannot be chosen, and where the chosen one
 * does not run, a sentence says what runs instead. The value is kept while no model is configured, and while
 * another one answers that the user chose in Settings.
 */
export function ModelSelect({ plan, value = '', ...rest }: ModelSelectProps) {
  const id = useId();
  const known = useModels();
  const { models, isConfigured, fixedModel } = known;
  if (!isConfigured) return <OnlyModel id={rest.id} name={t('models.builtIn')} reason={t('models.notConfigured')} />;
  if (fixedModel !== undefined) return <OnlyModel id={rest.id} name={fixedModel} reason={t('models.fixed')} />;
  const options = models
    ? choosableModels(models, value).map((each) => optionOf(each, each.label !== value && planRank(each.plan) > planRank(plan)))
    : [{ value, label: t('common.loading') }];
  const running = models && runningModel(models, value, plan);
  const chosen = models?.find(({ label }) => label === value);
  return (
    <>
      <Select {...rest} value={value} options={options} disabled={!models} aria-describedby={`${id}-note`} />
      <p id={`${id}-note`} className="note">
        {noteOf(known, chosen, running)} <Link to={paths.models}>{t('models.all')}</Link>
      </p>
    </>
  );
}

interface OnlyModelProps {
  readonly id: string | undefined;
  readonly name: string;
  readonly reason: string;
}

const OnlyModel = ({ id, name, reason }: OnlyModelProps) => (
  <p id={id} className="model-built-in">
    <strong>{name}</strong>
    <br />
    <span className="note">{reason}</span>
  </p>
);

const optionOf = (model: CatalogueModel, isAbovePlan: boolean) => ({
  value: model.label,
  label: isAbovePlan ? `${model.name} ${t('models.needsPlan', { plan: PLAN_CATALOGUE[model.plan].label })}` : model.name,
  disabled: isAbovePlan,
});

function noteOf({ isFailed }: KnownModels, chosen: CatalogueModel | undefined, running: CatalogueModel | undefined): string {
  if (isFailed) return t('models.failed');
  if (!chosen || !running || running.label === chosen.label || running.name === chosen.name) return '';
  const words = { chosen: chosen.name, running: running.name, plan: PLAN_CATALOGUE[chosen.plan].label };
  return t(isShutDown(chosen, new Date().toISOString()) ? 'models.shutDownNow' : 'models.abovePlan', words);
}
