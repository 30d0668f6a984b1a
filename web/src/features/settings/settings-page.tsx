import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { Notice } from '../../ui/state.js';
import { Tabs } from '../../ui/tabs.js';
import { useUnsaved, LeaveDialog } from '../../ui/unsaved-changes.js';
import { ApiTab } from './api-tab.js';
import { NotificationsTab } from './notifications-tab.js';
import { ProfileTab } from './profile-tab.js';
import { SecurityTab } from './security-tab.js';
import type { PanelProps } from './settings-form.js';
import './settings.css';

const TABS = ['profile', 'security', 'notifications', 'api'] as const;
type Tab = (typeof TABS)[number];

const PANELS: Readonly<Record<Tab, (props: PanelProps) => ReactNode>> = {
  profile: ProfileTab,
  security: SecurityTab,
  notifications: NotificationsTab,
  api: ApiTab,
};

export function SettingsPage() {
  const { username, impersonatedBy } = useUser();
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((key) => key === params.get('tab')) ?? 'profile';
  const [opened, setOpened] = useState<readonly Tab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const { guard, note } = useUnsaved();
  const choose = (next: Tab): void => setParams({ tab: next }, { replace: true, preventScrollReset: true });
  return (
    <div className="page page-narrow settings">
      <title>{`${t('nav.settings')} · Kith`}</title>
      <header className="page-head">
        <div>
          <h1>{t('settings.heading')}</h1>
          <p>{t('settings.lead')}</p>
        </div>
      </header>
      {impersonatedBy && <Notice tone="warning">{t('settings.impersonating', { username })}</Notice>}
      <Tabs
        label={t('settings.tabs')}
        tabs={TABS.map((key) => ({ key, label: t(`settings.tab.${key}`) }))}
        active={tab}
        onChange={choose}
      >
        {/* Opened tabs stay mounted, so that nothing typed is lost when switching between them. */}
        {TABS.filter((key) => opened.includes(key)).map((key) => {
          const Panel = PANELS[key];
          return (
            <div key={key} hidden={key !== tab}>
              <Panel note={note} onDeleted={guard.release} />
            </div>
          );
        })}
      </Tabs>
      <LeaveDialog guard={guard} />
    </div>
  );
}
