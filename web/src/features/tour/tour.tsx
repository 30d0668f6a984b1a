import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { addMessages, t } from '../../lib/i18n.js';
import { tourMessages } from '../../lib/messages/en-tour.js';
import { useUser } from '../../shared/auth.js';
import { TOUR_STEPS, useTour } from '../../shared/tour-state.js';
import { Button, IconButton } from '../../ui/button.js';
import { useModal } from '../../ui/dialog.js';
import { LaunchStep, useLaunch } from './launch-step.js';
import { Ai, Basics, Server, Traits, type QuestionProps } from './questions.js';
import { Celebration, Points, STEP_KEYS, stepOf, STEPS, type Created, type StepKey } from './steps.js';
import { useAnswers } from './tour-answers.js';
import './tour.css';

addMessages(tourMessages);

const BASICS = STEP_KEYS.indexOf('basics');
const LAST = TOUR_STEPS - 1;
const CELEBRATION = STEP_KEYS.indexOf('celebration');

/** The guided tour to a first bot in eleven steps (docs/specification.md). */
export function Tour({ step }: { readonly step: number }) {
  const { go, close } = useTour();
  const answers = useAnswers(step);
  const launch = useLaunch();
  const dialog = useModal(close);
  const heading = useRef<HTMLHeadingElement>(null);
  const stepKey = STEP_KEYS[step] ?? 'welcome';

  useLayoutEffect(() => heading.current?.focus(), [step]);

  const next = (event: FormEvent): void => {
    event.preventDefault();
    const invalid = answers.check();
    if (invalid) dialog.ref.current?.querySelector<HTMLElement>(`[name="${invalid}"]`)?.focus();
    else if (step === LAST) close();
    else go(step + 1);
  };
  const start = async (): Promise<void> => {
    const outcome = await launch.launch(answers.values);
    if (outcome?.created) {
      answers.forget();
      go(CELEBRATION);
    }
    const [refused] = answers.refuse(outcome?.fields ?? {});
    if (refused !== undefined) go(stepOf(refused));
  };

  return (
    <dialog {...dialog} className="tour" aria-label={t('tour.title')}>
      <Head step={step} onClose={close} />
      <form className="tour-form" onSubmit={next} noValidate>
        <div className="tour-body">
          <div key={stepKey} className="stack tour-step">
            <Intro stepKey={stepKey} created={launch.created} headingRef={heading} />
            <Content stepKey={stepKey} answers={answers} created={launch.created} onLeave={close}>
              <LaunchStep
                values={answers.values}
                launch={launch}
                onLaunch={() => void start()}
                onName={() => go(BASICS)}
                onLeave={close}
              />
            </Content>
          </div>
        </div>
        <Foot step={step} isQuiet={stepKey === 'launch' && !launch.created} onBack={() => go(step - 1)} />
      </form>
    </dialog>
  );
}

interface FootProps {
  readonly step: number;
  /** Another button is the primary one on this step. */
  readonly isQuiet: boolean;
  readonly onBack: () => void;
}

const Foot = ({ step, isQuiet, onBack }: FootProps) => (
  <footer className="bar bar-between tour-foot">
    <Button disabled={step === 0} onClick={onBack}>
      {t('tour.previous')}
    </Button>
    <Button type="submit" variant={isQuiet ? 'secondary' : 'primary'}>
      {t(step === LAST ? 'tour.finish' : 'tour.next')}
    </Button>
  </footer>
);

function Head({ step, onClose }: { readonly step: number; readonly onClose: () => void }) {
  const count = t('tour.count', { step: step + 1, total: TOUR_STEPS });
  return (
    <header className="tour-head">
      <div
        className="meter"
        role="progressbar"
        aria-label={t('tour.progress')}
        aria-valuemin={1}
        aria-valuemax={TOUR_STEPS}
        aria-valuenow={step + 1}
        aria-valuetext={count}
      >
        <div className="meter-fill" style={{ width: `${((step + 1) / TOUR_STEPS) * 100}%` }} />
      </div>
      <div className="bar bar-between small tabular tour-bar">
        <p className="muted" role="status">
          {count}
        </p>
        <IconButton icon={X} size="md" label={t('tour.close')} onClick={onClose} />
      </div>
    </header>
  );
}

interface ContentProps {
  readonly stepKey: StepKey;
  readonly answers: QuestionProps;
  readonly created: Created | undefined;
  readonly onLeave: () => void;
  /** Content of the launch step. */
  readonly children: ReactNode;
}

function Content({ stepKey, answers, created, onLeave, children }: ContentProps) {
  switch (stepKey) {
    case 'basics':
      return <Basics {...answers} />;
    case 'traits':
      return <Traits {...answers} />;
    case 'ai':
      return <Ai {...answers} />;
    case 'server':
      return <Server {...answers} />;
    case 'launch':
      return children;
    case 'celebration':
      return created && <Celebration created={created} onLeave={onLeave} />;
    default:
      return <Points of={stepKey} />;
  }
}

interface IntroProps {
  readonly stepKey: StepKey;
  readonly created: Created | undefined;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}

function Intro({ stepKey, created, headingRef }: IntroProps) {
  const { username } = useUser();
  const Icon = STEPS[stepKey].icon;
  const isNone = stepKey === 'celebration' && !created;
  return (
    <div className="stack gap-xs tour-intro">
      <span className="state-icon" aria-hidden="true">
        <Icon size={26} />
      </span>
      <h2 ref={headingRef} tabIndex={-1}>
        {isNone ? t('tour.celebration.noneTitle') : t(`tour.${stepKey}.title`, { username, name: created?.name })}
      </h2>
      <p className="muted">{isNone ? t('tour.celebration.noneText') : t(`tour.${stepKey}.text`)}</p>
    </div>
  );
}
