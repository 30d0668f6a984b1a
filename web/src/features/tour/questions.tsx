import { AVATAR_COLORS } from '@kith/proto';
import { useId, type TextareaHTMLAttributes } from 'react';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { ModelSelect } from '../../shared/model-select.js';
import { Avatar } from '../../ui/avatar.js';
import { Field, Labelled } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { TOUR_STYLES, TOUR_TRAITS, type TourField, type TourProblems, type TourValues } from './tour-answers.js';

export interface QuestionProps {
  readonly values: TourValues;
  readonly problems: TourProblems;
  readonly onChange: <F extends TourField>(field: F, value: TourValues[F]) => void;
}
type TextField = Exclude<TourField, 'personality'>;

/** Props of a text field. */
const bind = ({ values, problems, onChange }: QuestionProps, name: TextField) => ({
  name,
  value: values[name],
  error: problems[name],
  onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
});

export function Basics(props: QuestionProps) {
  const { values, onChange } = props;
  return (
    <>
      <div className="tour-name">
        <Avatar name={values.name.trim() || '?'} color={values.avatarColor} size={56} />
        <Field {...bind(props, 'name')} label={t('form.name')} placeholder={t('form.namePlaceholder')} autoComplete="off" />
      </div>
      <LongText
        {...bind(props, 'description')}
        label={t('form.description')}
        placeholder={t('form.descriptionPlaceholder')}
        rows={2}
      />
      <Swatches value={values.avatarColor} onChange={(color) => onChange('avatarColor', color)} />
    </>
  );
}

export function Traits({ values, onChange }: QuestionProps) {
  return (
    <fieldset className="columns tour-traits">
      <legend className="sr-only">{t('form.traits.free')}</legend>
      {TOUR_TRAITS.map((trait) => (
        <label key={trait} className="choice bar tour-trait">
          <input
            type="checkbox"
            checked={values.personality[trait]}
            onChange={({ target }) => onChange('personality', { ...values.personality, [trait]: target.checked })}
          />
          <span>
            <strong>{t(`tour.traits.trait.${trait}`)}</strong>
            <span className="muted">{t(`tour.traits.about.${trait}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function Ai(props: QuestionProps) {
  const { subscriptionPlan } = useUser();
  const { error: _none, ...model } = bind(props, 'model');
  const { error: _neither, ...style } = bind(props, 'responseStyle');
  const styles = TOUR_STYLES.map((value) => ({ value, label: t(`tour.ai.styles.${value}`) }));
  return (
    <>
      <div className="columns tour-row">
        <Labelled label={t('form.model')}>{({ id }) => <ModelSelect {...model} id={id} plan={subscriptionPlan} />}</Labelled>
        <Labelled label={t('form.responseStyle')}>{({ id }) => <Select {...style} id={id} options={styles} />}</Labelled>
      </div>
      <LongText
        {...bind(props, 'instructions')}
        label={t('form.instructions')}
        placeholder={t('form.instructionsPlaceholder')}
        rows={5}
      />
    </>
  );
}

export function Server(props: QuestionProps) {
  return (
    <>
      <div>
        <Field
          {...bind(props, 'discordToken')}
          label={t('form.token')}
          placeholder={t('form.tokenPlaceholder')}
          type="password"
          autoComplete="off"
          spellCheck={false}
        />
        <p className="note tour-hint">{t('form.tokenHint')}</p>
      </div>
      <div className="columns tour-row">
        <Field {...bind(props, 'serverId')} label={t('form.serverId')} {...ID_FIELD()} />
        <Field {...bind(props, 'dedicatedChannelId')} label={t('form.channelId')} {...ID_FIELD()} />
      </div>
    </>
  );
}

const ID_FIELD = () => ({ placeholder: t('tour.server.idPlaceholder'), inputMode: 'numeric', autoComplete: 'off' }) as const;

interface TextProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly error?: string;
}

const LongText = ({ label, error, ...rest }: TextProps) => (
  <Labelled label={label} error={error}>
    {(aria) => <textarea {...rest} {...aria} className="field-input tour-long" />}
  </Labelled>
);

/** The twelve avatar colours (docs/decisions.md M6). */
function Swatches({ value, onChange }: { readonly value: string; readonly onChange: (color: string) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="field-label">{t('form.color')}</legend>
      <div className="row tour-swatches">
        {AVATAR_COLORS.map((color) => (
          <label key={color} className="swatch" style={{ background: color }}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={color === value}
              aria-label={t('form.colorChoice', { color })}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
