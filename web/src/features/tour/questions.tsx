import { MODELS, AVATAR_COLORS } from '@kith/proto';
import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { TOUR_STYLES, TOUR_TRAITS, type TourField, type TourProblems, type TourValues } from './tour-answers.js';
import '../../ui/field.css';

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
        <Field
          {...bind(props, 'name')}
          label={t('tour.basics.name')}
          placeholder={t('tour.basics.namePlaceholder')}
          autoComplete="off"
        />
      </div>
      <LongText
        {...bind(props, 'description')}
        label={t('tour.basics.description')}
        placeholder={t('tour.basics.descriptionPlaceholder')}
        rows={2}
      />
      <Swatches value={values.avatarColor} onChange={(color) => onChange('avatarColor', color)} />
    </>
  );
}

export function Traits({ values, onChange }: QuestionProps) {
  return (
    <fieldset className="tour-traits">
      <legend className="sr-only">{t('tour.traits.list')}</legend>
      {TOUR_TRAITS.map((trait) => (
        <label key={trait} className="tour-trait">
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
  const id = useId();
  const { error: _none, ...model } = bind(props, 'model');
  const { error: _neither, ...style } = bind(props, 'responseStyle');
  return (
    <>
      <div className="columns tour-row">
        <Labelled id={`${id}-model`} label={t('tour.ai.model')}>
          <Select {...model} id={`${id}-model`} options={MODELS.map((value) => ({ value, label: value }))} />
        </Labelled>
        <Labelled id={`${id}-style`} label={t('tour.ai.style')}>
          <Select
            {...style}
            id={`${id}-style`}
            options={TOUR_STYLES.map((value) => ({ value, label: t(`tour.ai.styles.${value}`) }))}
          />
        </Labelled>
      </div>
      <LongText
        {...bind(props, 'instructions')}
        label={t('tour.ai.instructions')}
        placeholder={t('tour.ai.instructionsPlaceholder')}
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
          label={t('tour.server.token')}
          placeholder={t('tour.server.tokenPlaceholder')}
          type="password"
          autoComplete="off"
          spellCheck={false}
        />
        <p className="tour-hint">{t('tour.server.tokenHint')}</p>
      </div>
      <div className="columns tour-row">
        <Field {...bind(props, 'serverId')} label={t('tour.server.serverId')} {...ID_FIELD()} />
        <Field {...bind(props, 'dedicatedChannelId')} label={t('tour.server.channelId')} {...ID_FIELD()} />
      </div>
    </>
  );
}

const ID_FIELD = () => ({ placeholder: t('tour.server.idPlaceholder'), inputMode: 'numeric', autoComplete: 'off' }) as const;

interface TextProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly error?: string;
}

function LongText({ label, error, ...rest }: TextProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <textarea
        {...rest}
        id={id}
        className="field-input tour-long"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </Labelled>
  );
}

const Labelled = ({ id, label, children }: { readonly id: string; readonly label: string; readonly children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id} className="field-label">
      {label}
    </label>
    {children}
  </div>
);

/** The twelve avatar colours (docs/decisions.md M6). */
function Swatches({ value, onChange }: { readonly value: string; readonly onChange: (color: string) => void }) {
  const name = useId();
  return (
    <fieldset className="tour-swatches">
      <legend className="field-label">{t('tour.basics.color')}</legend>
      <div>
        {AVATAR_COLORS.map((color) => (
          <label key={color} className="tour-swatch" style={{ background: color }}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={color === value}
              aria-label={t('tour.basics.colorChoice', { color })}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
