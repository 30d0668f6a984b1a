import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';

/** A picture of our own storage, which the server gives to its owner alone. */
export function GeneratedImage({ path }: { readonly path: string }) {
  const [isGone, setGone] = useState(false);
  if (isGone) {
    return (
      <span className="image-gone">
        <ImageOff size={16} aria-hidden="true" />
        {t('chat.imageGone')}
      </span>
    );
  }
  return (
    <span className="generated-image">
      <img src={path} alt={t('chat.generatedImage')} decoding="async" onError={() => setGone(true)} />
      <a href={path} download>
        {t('chat.saveImage')}
      </a>
    </span>
  );
}
