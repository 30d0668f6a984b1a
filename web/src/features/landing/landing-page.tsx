import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useAuth } from '../../shared/auth.js';
import { ButtonLink } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { Features } from './features.js';
import { Plans } from './plans.js';
import { Preview } from './preview.js';
import './landing.css';

export function LandingPage() {
  return (
    <div className="landing">
      <title>{t('landing.title')}</title>
      <a className="skip-link" href="#main">
        {t('common.skipToContent')}
      </a>
      <header className="landing-top">
        <nav className="landing-width landing-nav" aria-label={t('landing.nav')}>
          <Wordmark to={paths.landing} />
          <span className="landing-nav-actions">
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
            <div className="hero-actions">
              <CallToAction size="lg" />
            </div>
          </div>
          <Preview />
        </section>
        <Section id="features" title={t('landing.featuresTitle')} lead={t('landing.featuresLead')}>
          <Features />
        </Section>
        <Section id="plans" title={t('landing.plansTitle')} lead={t('landing.plansLead')}>
          <Plans action={<CallToAction isBlock />} />
        </Section>
        <section className="landing-width closing">
          <h2>{t('landing.closingTitle')}</h2>
          <p>{t('landing.closingText')}</p>
          <div className="hero-actions">
            <CallToAction size="lg" />
          </div>
        </section>
      </main>
      <footer className="landing-width landing-footer">
        <Wordmark to={paths.landing} />
        <p className="muted">{t('landing.footer')}</p>
        <nav className="landing-footer-nav" aria-label={t('landing.footerNav')}>
          <Link to={paths.privacy}>{t('landing.privacy')}</Link>
          <Link to={paths.terms}>{t('landing.terms')}</Link>
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
 * Signed-in users see the way to their dashboard; everybody else both ways in (specification, part 1, section 2).
 * While a kept session is looked up, or cannot be, it counts as one.
 */
function CallToAction({ size, isBlock }: { readonly size?: 'lg'; readonly isBlock?: boolean }) {
  const { state } = useAuth();
  if (state.status !== 'unknown' && state.status !== 'signedOut') {
    return (
      <ButtonLink to={paths.dashboard} variant="primary" size={size} isBlock={isBlock}>
        {t('landing.goToDashboard')}
      </ButtonLink>
    );
  }
  return (
    <>
      {!isBlock && (
        <ButtonLink to={paths.auth('login')} variant={size ? 'secondary' : 'ghost'} size={size} className="cta-login">
          {t('landing.logIn')}
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.auth()}
        variant={isBlock ? 'secondary' : 'primary'}
        size={size}
        isBlock={isBlock}
        className="cta-start"
      >
        {t('landing.getStarted')}
      </ButtonLink>
    </>
  );
}
