import type { User } from '@kith/proto';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { t } from '../lib/i18n.js';
import { request, RequestError } from '../lib/request.js';
import { clearUserData, onSessionEnd, storeToken, mayHaveSession, onTokenChange, readToken } from '../lib/session.js';
import { toast } from '../lib/toast.js';
import { forgetKept } from '../lib/use-kept.js';

/**
 * `unknown`: no token is stored and the server was not asked yet. Pages that depend on the user ask it, because a cookie cannot be seen
 * here. `isByChoice`: the user logged out, instead of having lost the session.
 */
export type AuthState =
  | { readonly status: 'unknown' | 'loading' | 'unavailable'; readonly user: null }
  | { readonly status: 'signedOut'; readonly user: null; readonly isByChoice?: true }
  | { readonly status: 'signedIn'; readonly user: User };

export interface Credentials {
  readonly username: string;
  readonly password: string;
}
interface SignedIn {
  readonly token: string;
  readonly user: User;
  /** Whether a sign-in with Discord created the account. */
  readonly isNew?: boolean;
}

interface Auth {
  readonly state: AuthState;
  /** Each shows its own toast. Failures are rethrown so that a form can mark its fields. */
  readonly login: (credentials: Credentials) => Promise<void>;
  readonly register: (registration: Credentials & { readonly email: string }) => Promise<void>;
  /** Finishes a sign-in with Discord. A failure is thrown without a toast: the page shows it. */
  readonly finishDiscord: (returned: { readonly code: string; readonly state: string }) => Promise<void>;
  readonly logout: () => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Asks the server whether a cookie holds a session; stays `unknown` when it cannot be reached. */
  readonly lookUp: () => Promise<void>;
  /** Merges changes that the server has reported. */
  readonly changeUser: (changes: Partial<User>) => void;
  /** Clears the session in this browser after it has ended on the server. */
  readonly forget: () => void;
}

const AuthContext = createContext<Auth | null>(null);

/** For pages that visitors may see: `useAuth`, which finds a session without a stored token too. */
export function useVisitor(): Auth {
  const auth = useAuth();
  const { lookUp } = auth;
  const isUnknown = auth.state.status === 'unknown';
  useEffect(() => {
    if (isUnknown) void lookUp();
  }, [isUnknown, lookUp]);
  return auth;
}

/** Session and user. Throws outside an AuthProvider (docs/specification.md). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The signed-in user. Throws where nobody is signed in: use it in protected pages only. */
export function useUser(): User {
  const { user } = useAuth().state;
  if (!user) throw new Error('useUser must be used behind the guard');
  return user;
}

export function AuthProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<AuthState>(() => ({ status: mayHaveSession() ? 'loading' : 'unknown', user: null }));
  const reload = useCallback(async () => setState(await currentUser()), []);
  const lookUp = useCallback(async () => {
    const found = await cookieSession();
    if (found) setState((now) => (now.status === 'unknown' ? found : now));
  }, []);
  const changeUser = useCallback(
    (changes: Partial<User>) =>
      setState((now) => (now.status === 'signedIn' ? { ...now, user: { ...now.user, ...changes } } : now)),
    [],
  );
  const clear = useCallback((isByChoice?: true) => {
    storeToken(null);
    clearUserData();
    setState({ status: 'signedOut', user: null, ...(isByChoice && { isByChoice }) });
  }, []);
  const forget = useCallback(() => clear(true), [clear]);

  useEffect(() => {
    if (mayHaveSession()) void reload();
    return onTokenChange(() => {
      // Whoever signed in in another tab may be somebody else.
      if (mayHaveSession()) forgetKept();
      else clearUserData();
      void reload();
    });
  }, [reload]);

  useSessionEnd(Boolean(state.user?.impersonatedBy), clear);

  const auth = useMemo(
    (): Auth => ({ state, reload, lookUp, changeUser, forget, ...sessionCalls(setState, forget) }),
    [state, reload, lookUp, changeUser, forget],
  );

  return <AuthContext value={auth}>{children}</AuthContext>;
}

type SessionCalls = Pick<Auth, 'login' | 'register' | 'finishDiscord' | 'logout'>;

/** The calls that begin or end a session. */
function sessionCalls(setState: (state: AuthState) => void, forget: () => void): SessionCalls {
  const signIn = async (path: string, body: object): Promise<SignedIn> => {
    const signedIn = await request<SignedIn>('POST', path, body);
    const { token, user } = signedIn;
    storeToken(token);
    // The user before may have left without logging out.
    clearUserData(user.id);
    setState({ status: 'signedIn', user });
    return signedIn;
  };
  const welcome = (isNew: boolean): void => {
    if (isNew) toast.success(t('auth.registerSuccess'), { text: t('auth.registerSuccessText') });
    else toast.success(t('auth.loginSuccess'), { text: t('auth.loginSuccessText') });
  };
  return {
    login: async (credentials) => {
      await signIn('/api/auth/login', credentials).catch(failWith(t('auth.loginFailed')));
      welcome(false);
    },
    register: async (registration) => {
      await signIn('/api/auth/register', registration).catch(failWith(t('auth.registerFailed')));
      welcome(true);
    },
    finishDiscord: async (returned) => welcome((await signIn('/api/auth/discord/finish', returned)).isNew === true),
    logout: async () => {
      await request('POST', '/api/auth/logout', {}).catch((error: unknown) => {
        // Already logged out on the server: nothing has failed.
        if (!isUnauthenticated(error)) failWith(t('auth.logoutFailed'))(error);
      });
      forget();
      toast.success(t('auth.logoutSuccess'), { text: t('auth.logoutSuccessText') });
    },
  };
}

function useSessionEnd(isImpersonating: boolean, clear: () => void): void {
  useEffect(
    () =>
      onSessionEnd(() => {
        // The red banner ends the impersonation on the server too, then asks to log in.
        if (isImpersonating) return;
        clear();
        toast.info(t('auth.sessionEnded'), { text: t('auth.sessionEndedText') });
      }),
    [clear, isImpersonating],
  );
}

/** Null when the server cannot be reached. Without a session it answers `null` too, where the route of the user would refuse. */
async function cookieSession(): Promise<AuthState | null> {
  try {
    const { user } = await request<{ user: User | null }>('GET', '/api/auth/session');
    return user ? { status: 'signedIn', user } : { status: 'signedOut', user: null };
  } catch {
    return null;
  }
}

async function currentUser(): Promise<AuthState> {
  const sentToken = readToken();
  try {
    return { status: 'signedIn', user: await request<User>('GET', '/api/auth/user') };
  } catch (error) {
    if (!isUnauthenticated(error)) return { status: 'unavailable', user: null };
    // Remove the token that was refused, but not a newer one that another tab stored meanwhile.
    if (readToken() === sentToken) storeToken(null);
    return { status: 'signedOut', user: null };
  }
}

const isUnauthenticated = (error: unknown): boolean => error instanceof RequestError && error.status === 401;

/** Shows an error toast, then rethrows. */
const failWith =
  (title: string) =>
  (error: unknown): never => {
    toast.error(title, { text: error instanceof RequestError ? error.reason : String(error) });
    throw error;
  };
