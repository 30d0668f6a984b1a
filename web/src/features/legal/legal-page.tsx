import { addMessages, t } from '../../lib/i18n.js';
import { legalMessages } from '../../lib/messages/en-legal.js';
import { paths } from '../../lib/paths.js';
import { useAuth } from '../../shared/auth.js';
import { BackLink, ButtonLink } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import './legal.css';

addMessages(legalMessages);

interface Section {
  readonly title: string;
  readonly text: string;
  readonly points?: Readonly<Record<string, string>>;
}

export const PrivacyPage = () => <LegalPage page="privacy" other={{ page: 'terms', to: paths.terms }} />;
export const TermsPage = () => <LegalPage page="terms" other={{ page: 'privacy', to: paths.privacy }} />;
export const SafetyPage = () => <LegalPage page="safety" other={{ page: 'privacy', to: paths.privacy }} />;

type Page = 'privacy' | 'terms' | 'safety';
interface LegalPageProps {
  readonly page: Page;
  readonly other: { readonly page: 'privacy' | 'terms'; readonly to: string };
}

function LegalPage({ page, other }: LegalPageProps) {
  const sections: Readonly<Record<string, Section>> = t(`legal.${page}.sections`, { returnObjects: true });
  const isSignedIn = useAuth().state.status === 'signedIn';
  return (
    <div className="legal">
      <title>{`${t(`legal.${page}.title`)} · Kith`}</title>
      <a className="skip-link" href="#main">
        {t('common.skipToContent')}
      </a>
      <header className="bar bar-between sticky-top legal-top">
        <Wordmark to={paths.landing} />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className="legal-main">
        <BackLink to={isSignedIn ? paths.dashboard : paths.landing}>
          {t(isSignedIn ? 'landing.goToDashboard' : 'legal.back')}
        </BackLink>
        <h1>{t(`legal.${page}.title`)}</h1>
        <p className="legal-lead">{t(`legal.${page}.lead`)}</p>
        {Object.entries(sections).map(([key, { title, text, points }]) => (
          <section key={key} id={key}>
            <h2>{title}</h2>
            <p>{text}</p>
            {points && (
              <ul>
                {Object.entries(points).map(([name, point]) => (
                  <li key={name}>{key === 'help' ? <WithLinks text={point} /> : point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        <ButtonLink to={other.to}>{t(`legal.other.${other.page}`)}</ButtonLink>
      </main>
    </div>
  );
}

const NUMBER_OR_SITE = /(findahelpline\.com|\d[\d ]+\d)/;

/** A line of helplines: who needs one presses its number. */
const WithLinks = ({ text }: { readonly text: string }) =>
  text.split(NUMBER_OR_SITE).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={part.includes('.') ? `https://${part}` : `tel:${part.replaceAll(' ', '')}`}>
        {part}
      </a>
    ),
  );
