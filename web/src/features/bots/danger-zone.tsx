import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { Button, ButtonLink } from '../../ui/button.js';
import type { BotDetails } from './bots.graphql.js';
import { ResetDialog } from './reset-dialog.js';

/** What cannot be undone (decision M11). */
export function DangerZone({ bot }: { readonly bot: Pick<BotDetails, 'id' | 'name'> }) {
  const [isResetting, setResetting] = useState(false);
  return (
    <section className="card card-body danger-zone" aria-labelledby="danger">
      <h2 id="danger" className="card-title">
        {t('bot.danger')}
      </h2>
      <div className="danger-row">
        <div className="danger-words">
          <h3>{t('botReset.rowTitle')}</h3>
          <p className="muted">{t('botReset.text')}</p>
        </div>
        <Button className="danger-text" onClick={() => setResetting(true)}>
          {t('botReset.action')}
        </Button>
      </div>
      <div className="danger-row">
        <div className="danger-words">
          <h3>{t('bot.deleteTitle')}</h3>
          <p className="muted">{t('bot.deleteText')}</p>
        </div>
        <ButtonLink to={paths.remove(bot.id)} className="danger-text">
          {t('bot.delete')}
        </ButtonLink>
      </div>
      {isResetting && <ResetDialog bot={bot} onClose={() => setResetting(false)} />}
    </section>
  );
}
