import { useEffect, useState } from 'react';
import { openDiscord, storeReturn } from '../../lib/discord.js';
import { addMessages, t } from '../../lib/i18n.js';
import { discordMessages } from '../../lib/messages/en-discord.js';
import { request, RequestError } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';

addMessages(discordMessages);

/** Button for the sign-in with Discord, where the installation offers it; leads to `returnTo` afterwards. */
export function DiscordButton({ returnTo }: { readonly returnTo: string | undefined }) {
  const isOffered = useIsOffered();
  const { run, isPending } = usePending();
  if (!isOffered) return null;
  const start = (): Promise<void> =>
    run('discord', async () => {
      storeReturn(returnTo);
      try {
        await openDiscord('/api/auth/discord/start', {});
      } catch (error) {
        // Without the reading of GraphQL errors, which would load Apollo with the first page.
        toast.error(t('discord.openFailed'), { text: error instanceof RequestError ? error.reason : t('common.offline') });
      }
    });
  return (
    <div className="auth-other">
      <p className="muted">{t('discord.or')}</p>
      <Button size="lg" isBlock isBusy={isPending('discord')} onClick={() => void start()}>
        {t('discord.start')}
      </Button>
    </div>
  );
}

/** False until the server has answered. */
function useIsOffered(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    request<{ discord: boolean }>('GET', '/api/auth/options')
      .then(({ discord }) => setOffered(discord))
      .catch(() => undefined);
  }, []);
  return isOffered;
}
