import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { addMessages, t } from '../../lib/i18n.js';
import { tourMessages } from '../../lib/messages/en-tour.js';
import { useUser } from '../../shared/auth.js';
import { TOUR_STEPS, useTour } from '../../shared/tour-state.js';
import { Button } from '../../ui/button.js';
import { useModal } from '../../ui/dialog.js';
import { LaunchStep, useLaunch, type Created } from './launch-step.js';
import { Ai, Basics, Server, Traits, type QuestionProps } from './questions.js';
import { Celebration, Points, STOP_KEYS, stopOf, STOPS, type StopKey } from './stops.js';
import { useAnswers } from './tour-answers.js';
import './tour.css';

addMessages(tourMessages);

const BASICS = STOP_KEYS.indexOf('basics');
const LAST = TOUR_STEPS - 1;
const CELEBRATION = STOP_KEYS.indexOf('celebration');

/** The way to a first companion in eleven steps (part 2, section 2). */
export function Tour({ step }: { readonly step: number }) {
  const { go, close } = useTour();
  const answers = useAnswers(step);
  const launch = useLaunch();
  const dialog = useModal(close);
  const heading = useRef<HTMLHeadingElement>(null);
  const stop = STOP_KEYS[step] ?? 'welcome';

  useLayoutEffect(() => heading.current?.focus(), [step]);

  const next = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = answers.check();
    if (wrong) dialog.ref.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
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
    if (refused !== undefined) go(stopOf(refused));
  };

  return (
    <dialog {...dialog} className="tour" aria-label={t('tour.title')}>
      <Head step={step} onClose={close} />
      <form className="tour-form" onSubmit={next} noValidate>
        <div className="tour-body">
          <div key={stop} className="tour-stop">
            <Intro stop={stop} created={launch.created} headingRef={heading} />
            <Content stop={stop} answers={answers} created={launch.created} onLeave={close}>
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
        <Foot step={step} isQuiet={stop === 'launch' && !launch.created} onBack={() => go(step - 1)} />
      </form>
    </dialog>
  );
}

interface FootProps {
  readonly step: number;
  /** Something else is to be pressed on this step. */
  readonly isQuiet: boolean;
  readonly onBack: () => void;
}

const Foot = ({ step, isQuiet, onBack }: FootProps) => (
  <footer className="tour-foot">
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
      <div className="tour-bar">
        <p className="muted" role="status">
          {count}
        </p>
        <Button variant="ghost" isIcon aria-label={t('tour.close')} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
    </header>
  );
}

interface ContentProps {
  readonly stop: StopKey;
  readonly answers: QuestionProps;
  readonly created: Created | undefined;
  readonly onLeave: () => void;
  /** The launch. */
  readonly children: ReactNode;
}

function Content({ stop, answers, created, onLeave, children }: ContentProps) {
  switch (stop) {
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
      return <Points of={stop} />;
  }
}

interface IntroProps {
  readonly stop: StopKey;
  readonly created: Created | undefined;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}

function Intro({ stop, created, headingRef }: IntroProps) {
  const { username } = useUser();
  const Icon = STOPS[stop].icon;
  const isNone = stop === 'celebration' && !created;
  return (
    <div className="tour-intro">
      <span className="tour-icon" aria-hidden="true">
        <Icon size={26} />
      </span>
      <h2 ref={headingRef} tabIndex={-1}>
        {isNone ? t('tour.celebration.noneTitle') : t(`tour.${stop}.title`, { username, name: created?.name })}
      </h2>
      <p className="muted">{isNone ? t('tour.celebration.noneText') : t(`tour.${stop}.text`)}</p>
    </div>
  );
}
