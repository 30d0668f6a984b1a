import { BookOpen, CircleCheck, Hash } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';

/** A picture of what the product does, drawn in markup: one question on a server, one answer with its source. */
export function Preview() {
  return (
    <figure className="preview" role="img" aria-label={t('landing.preview.label')}>
      <div className="preview-window">
        <div className="preview-bar">
          <Hash size={16} />
          {t('landing.preview.channel')}
        </div>
        <div className="preview-line">
          <Avatar name={t('landing.preview.member')} tone="neutral" size={38} />
          <div>
            <p className="preview-name">{t('landing.preview.member')}</p>
            <p>{t('landing.preview.question')}</p>
          </div>
        </div>
        <div className="preview-line">
          <Avatar name={t('landing.preview.companion')} tone="accent" size={38} />
          <div>
            <p className="preview-name">
              {t('landing.preview.companion')} <span className="preview-app">{t('landing.preview.app')}</span>
            </p>
            <p>{t('landing.preview.answer')}</p>
            <p className="preview-source">
              <BookOpen size={13} />
              {t('landing.preview.source')}
            </p>
          </div>
        </div>
      </div>
      <div className="preview-chip preview-chip-top">
        <span className="preview-live" />
        {t('landing.preview.online')}
      </div>
      <div className="preview-chip preview-chip-bottom">
        <CircleCheck size={16} />
        {t('landing.preview.learned')}
      </div>
    </figure>
  );
}
