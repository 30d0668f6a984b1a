import { PLAN_CATALOGUE, PLANS, type Plan } from '@kith/proto';
import { BookOpen, CircleCheck, Hash, Bot, Cpu, MessagesSquare, ShieldCheck, SlidersHorizontal, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { publicPaths as paths } from '../../lib/public-paths.js';
import { useAuth, useVisitor } from '../../shared/auth.js';
import { PlanCard } from '../../shared/plan-card.js';
import { promiseTexts } from '../../shared/plan-promises.js';
import { Avatar } from '../../ui/avatar.js';
import { ButtonLink } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import './landing.css';

export function LandingPage() {
  useVisitor();
  return (
    <div className="landing">
      <title>{t('landing.title')}</title>
      <a className="skip-link" href="#main">
        {t('common.skipToContent')}
      </a>
      <header className="sticky-top landing-top">
        <nav className="landing-width bar bar-between landing-nav" aria-label={t('landing.nav')}>
          <Wordmark to={paths.landing} />
          <span className="bar">
            <ThemeSwitch />
            <CallToAction />
          </span>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <section className="landing-width hero">
          <div className="hero-words">
            <p className="hero-eyebrow">{t('landing.eyebrow')}</p>
            <h1 className="hero-headline">{t('landing.headline')}</h1>
            <p className="hero-lead">{t('landing.lead')}</p>
            <div className="row hero-actions">
              <CallToAction size="lg" />
            </div>
          </div>
          <Preview />
        </section>
        <Section id="features" title={t('landing.featuresTitle')} lead={t('landing.featuresLead')}>
          <Features />
        </Section>
        <Section id="plans" title={t('landing.plansTitle')} lead={t('landing.plansLead')}>
          <Plans />
        </Section>
        <section className="landing-width closing">
          <h2>{t('landing.closingTitle')}</h2>
          <p>{t('landing.closingText')}</p>
          <div className="row hero-actions">
            <CallToAction size="lg" />
          </div>
        </section>
      </main>
      <footer className="landing-width row row-between landing-footer">
        <Wordmark to={paths.landing} />
        <p className="muted">{t('landing.footer')}</p>
        <nav className="bar landing-footer-nav" aria-label={t('landing.footerNav')}>
          <Link to={paths.privacy}>{t('landing.privacy')}</Link>
          <Link to={paths.terms}>{t('landing.terms')}</Link>
          <Link to={paths.safety}>{t('landing.safety')}</Link>
        </nav>
      </footer>
    </div>
  );
}

function Section({
  id,
  title,
  lead,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} className="landing-width landing-section">
      <h2 className="landing-title">{title}</h2>
      <p className="landing-lead">{lead}</p>
      {children}
    </section>
  );
}

/**
 * Link to the dashboard for signed-in users, login and registration for others. While a stored session is being checked, or cannot be,
 * the user counts as signed in. With a `plan`, the sign-in leads to buying it.
 */
function CallToAction({ size, isBlock, plan }: { readonly size?: 'lg'; readonly isBlock?: boolean; readonly plan?: Plan }) {
  const { state } = useAuth();
  if (state.status !== 'unknown' && state.status !== 'signedOut') {
    return (
      <ButtonLink to={paths.dashboard} variant="primary" size={size} isBlock={isBlock}>
        {t('landing.goToDashboard')}
      </ButtonLink>
    );
  }
  const logIn = (
    <ButtonLink to={paths.auth('login')} variant={size ? 'secondary' : 'ghost'} size={size} className="cta-login">
      {t('landing.logIn')}
    </ButtonLink>
  );
  const start = (
    <ButtonLink
      to={paths.auth(undefined, plan && plan !== 'free' ? paths.choosePlan(plan) : undefined)}
      variant={isBlock ? 'secondary' : 'primary'}
      size={size}
      isBlock={isBlock}
    >
      {t('landing.getStarted')}
    </ButtonLink>
  );
  if (isBlock) return start;
  // The large ones stand the other way round, also for the keyboard.
  return size ? (
    <>
      {start}
      {logIn}
    </>
  ) : (
    <>
      {logIn}
      {start}
    </>
  );
}

/** Illustration of a Discord conversation: a question and an answer with its source. */
function Preview() {
  return (
    <figure className="preview" role="img" aria-label={t('landing.preview.label')}>
      <div className="preview-window">
        <div className="bar preview-bar">
          <Hash size={16} />
          {t('landing.preview.channel')}
        </div>
        <div className="preview-line">
          <Avatar name={t('landing.preview.member')} tone="neutral" size={38} />
          <div>
            <p className="bar preview-name">{t('landing.preview.member')}</p>
            <p>{t('landing.preview.question')}</p>
          </div>
        </div>
        <div className="preview-line">
          <Avatar name={t('landing.preview.companion')} tone="accent" size={38} />
          <div>
            <p className="bar preview-name">
              {t('landing.preview.companion')} <span className="preview-app">{t('landing.preview.app')}</span>
            </p>
            <p>{t('landing.preview.answer')}</p>
            <p className="badge badge-primary preview-source">
              <BookOpen size={13} />
              {t('landing.preview.source')}
            </p>
          </div>
        </div>
      </div>
      <div className="bar preview-chip preview-chip-top">
        <span className="preview-live" />
        {t('landing.preview.online')}
      </div>
      <div className="bar preview-chip preview-chip-bottom">
        <CircleCheck size={16} />
        {t('landing.preview.learned')}
      </div>
    </figure>
  );
}

const FEATURES = [
  { key: 'personalities', icon: SlidersHorizontal },
  { key: 'security', icon: ShieldCheck },
  { key: 'conversations', icon: MessagesSquare },
  { key: 'multiple', icon: Bot },
  { key: 'models', icon: Cpu },
  { key: 'setup', icon: Zap },
] as const;

function Features() {
  return (
    <ul className="columns features">
      {FEATURES.map(({ key, icon: Icon }) => (
        <li key={key} className="feature">
          <span className="icon-box feature-icon" aria-hidden="true">
            <Icon size={20} />
          </span>
          <h3>{t(`landing.${key}`)}</h3>
          <p className="muted">{t(`landing.${key}Text`)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The three plans with the numbers of the plan catalogue. */
function Plans() {
  return (
    <div className="plans">
      {PLANS.map((plan) => (
        <PlanCard
          key={plan}
          name={PLAN_CATALOGUE[plan].label}
          price={formatPrice(PLAN_CATALOGUE[plan].priceCents)}
          period={plan === 'free' ? t('plans.forever') : t('plans.perMonth')}
          badge={plan === 'basic' ? t('plans.mostPopular') : undefined}
          benefits={promiseTexts('landing', plan)}
          action={<CallToAction isBlock plan={plan} />}
        />
      ))}
    </div>
  );
}
