import { ExternalLink } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { Section } from './section.js';

const API_DOCS = '/api/docs';

/** What somebody needs who writes programs against Kith. */
export const DeveloperFacts = ({ userId }: { readonly userId: string }) => (
  <Section title={t('settings.api.developerMode')}>
    <dl className="columns setting-facts">
      <div>
        <dt>{t('settings.api.accountId')}</dt>
        <dd>
          <code>{userId}</code>
        </dd>
      </div>
      <div>
        <dt>{t('settings.api.reference')}</dt>
        <dd>
          <a className="notice-link" href={API_DOCS} target="_blank" rel="noopener noreferrer">
            {API_DOCS}
            <ExternalLink size={14} aria-hidden="true" />
          </a>
        </dd>
      </div>
    </dl>
  </Section>
);
