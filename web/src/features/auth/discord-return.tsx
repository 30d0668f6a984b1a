import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { readReturn, storeReturn } from '../../lib/discord.js';
import { addMessages, t } from '../../lib/i18n.js';
import { discordMessages } from '../../lib/messages/en-discord.js';
import { paths } from '../../lib/paths.js';
import { request, RequestError } from '../../lib/request.js';
import { returnPath } from '../../lib/return-path.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { PageSpinner } from '../../ui/indicators.js';
import { Mark } from '../../ui/mark.js';
import './auth.css';

addMessages(discordMessages);

/** Where Discord sends the browser: finishes the sign-in or the link that was started, or says why that did not work. */
export function DiscordReturnPage() {
  const [params] = useSearchParams();
  const isLink = (params.get('state') ?? '').startsWith('link.');
  const problem = useFinish(params, isLink);
  if (problem === undefined) return <PageSpinner />;
  return (
    <div className="auth">
      <title>{t('discord.title')}</title>
      <main className="card auth-card">
        <div className="auth-head" role="alert">
          <Mark size={40} />
          <h1>{t('discord.failed')}</h1>
          <p className="muted">{problem}</p>
        </div>
        <Link className="auth-back" to={isLink ? paths.securitySettings : paths.auth('login')}>
          {t(isLink ? 'discord.settings' : 'discord.back')}
        </Link>
      </main>
    </div>
  );
}

/** Why it did not work; undefined while it is under way. */
function useFinish(params: URLSearchParams, isLink: boolean): string | undefined {
  const { finishDiscord } = useAuth();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  // Code and state can be used once, and development runs effects twice.
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const [code, state] = [params.get('code'), params.get('state')];
    if (!code || !state) return setProblem(t(params.get('error') === 'access_denied' ? 'discord.denied' : 'discord.incomplete'));
    const finish = async (): Promise<void> => {
      if (isLink) {
        const { message } = await request<{ message: string }>('POST', '/api/auth/discord/link/finish', { code, state });
        await navigate(paths.securitySettings, { replace: true });
        toast.success(t('discord.linked'), { text: message });
        return;
      }
      // Signing in deletes what this browser has stored for the user before.
      const target = returnPath(readReturn()) ?? paths.dashboard;
      await finishDiscord({ code, state });
      storeReturn(undefined);
      await navigate(target, { replace: true });
    };
    finish().catch((error: unknown) => setProblem(error instanceof RequestError ? error.reason : String(error)));
  }, [params, isLink, finishDiscord, navigate]);
  return problem;
}
