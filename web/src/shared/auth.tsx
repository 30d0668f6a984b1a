import type { User } from '@kith/proto';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { t } from '../lib/i18n.js';
import { request, RequestError } from '../lib/request.js';
import { clearKeptData, onSessionEnd, keepToken, mayHaveSession, onTokenChange, readToken } from '../lib/session.js';
import { toast } from '../lib/toast.js';

/** `unknown`: nothing speaks for a session, and nobody asked the server yet. A page that needs a user does. */
export type AuthState =
  | { readonly status: 'unknown' | 'loading' | 'signedOut' | 'unavailable'; readonly user: null }
  | { readonly status: 'signedIn'; readonly user: User };

export interface Credentials {
  readonly username: string;
  readonly password: string;
}
interface SignedIn {
  readonly token: string;
  readonly user: User;
}

interface Auth {
  readonly state: AuthState;
  /** Each shows its toast; sign-in failures are thrown on so that a form can mark the field. */
  readonly login: (credentials: Credentials) => Promise<void>;
  readonly register: (registration: Credentials & { readonly email: string }) => Promise<void>;
  readonly logout: () => Promise<void>;
  readonly reload: () => Promise<void>;
  /** What is known of the user has changed; the server said so. */
  readonly changeUser: (changes: Partial<User>) => void;
  /** The session is over on the server already: forgets it here too. */
  readonly forget: () => void;
}

const AuthContext = createContext<Auth | null>(null);

/** Who is signed in. Throws outside its provider (specification, part 1, section 8). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The signed-in user; only for what is rendered behind the guard. */
export function useUser(): User {
  const { user } = useAuth().state;
  if (!user) throw new Error('useUser must be used behind the guard');
  return user;
}

export function AuthProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<AuthState>(() => ({ status: mayHaveSession() ? 'loading' : 'unknown', user: null }));
  const reload = useCallback(async () => setState(await currentUser()), []);
  const changeUser = useCallback(
    (changes: Partial<User>) =>
      setState((now) => (now.status === 'signedIn' ? { ...now, user: { ...now.user, ...changes } } : now)),
    [],
  );
  const forget = useCallback(() => {
    keepToken(null);
    clearKeptData();
    setState({ status: 'signedOut', user: null });
  }, []);

  useEffect(() => {
    if (mayHaveSession()) void reload();
    return onTokenChange(() => {
      if (!mayHaveSession()) clearKeptData();
      void reload();
    });
  }, [reload]);

  useSessionEnd(Boolean(state.user?.impersonatedBy), forget);

  const auth = useMemo((): Auth => {
    const signIn = async (path: string, body: object): Promise<void> => {
      const { token, user } = await request<SignedIn>('POST', path, body);
      keepToken(token);
      // Who was here before and left without signing out.
      clearKeptData(user.id);
      setState({ status: 'signedIn', user });
    };
    return {
      state,
      reload,
      changeUser,
      forget,
      login: async (credentials) => {
        await signIn('/api/auth/login', credentials).catch(failWith(t('auth.loginFailed')));
        toast.success(t('auth.loginSuccess'), { text: t('auth.loginSuccessText') });
      },
      register: async (registration) => {
        await signIn('/api/auth/register', registration).catch(failWith(t('auth.registerFailed')));
        toast.success(t('auth.registerSuccess'), { text: t('auth.registerSuccessText') });
      },
      logout: async () => {
        await request('POST', '/api/auth/logout', {}).catch((error: unknown) => {
          // A session that is over already is what was asked for.
          if (!isUnauthenticated(error)) failWith(t('auth.logoutFailed'))(error);
        });
        forget();
        toast.success(t('auth.logoutSuccess'), { text: t('auth.logoutSuccessText') });
      },
    };
  }, [state, reload, changeUser, forget]);

  return <AuthContext value={auth}>{children}</AuthContext>;
}

function useSessionEnd(isActing: boolean, forget: () => void): void {
  useEffect(
    () =>
      onSessionEnd(() => {
        // The super-admin behind it is still signed in: the red banner leads them back.
        if (isActing) return;
        forget();
        toast.info(t('auth.sessionEnded'), { text: t('auth.sessionEndedText') });
      }),
    [forget, isActing],
  );
}

async function currentUser(): Promise<AuthState> {
  const asked = readToken();
  try {
    return { status: 'signedIn', user: await request<User>('GET', '/api/auth/user') };
  } catch (error) {
    if (!isUnauthenticated(error)) return { status: 'unavailable', user: null };
    // Its session is over. Another tab may have signed in meanwhile: that one's stays.
    if (readToken() === asked) keepToken(null);
    return { status: 'signedOut', user: null };
  }
}

const isUnauthenticated = (error: unknown): boolean => error instanceof RequestError && error.status === 401;

/** Shows the destructive toast, then lets the caller see the error too. */
const failWith =
  (title: string) =>
  (error: unknown): never => {
    toast.error(title, { text: error instanceof RequestError ? error.reason : String(error) });
    throw error;
  };
