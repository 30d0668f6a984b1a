import { auth, User } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

/** The cookie of the session is not part of the body: scripts shall not see it. */
const SignedIn = z.object({ token: z.string(), user: User });

export const authRoutes = {
  register: {
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account and sign in; sets the cookie',
    access: 'sign-in',
    call: auth.register,
    answer: SignedIn,
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in; sets the cookie',
    access: 'sign-in',
    call: auth.login,
    answer: SignedIn,
  },
  logout: { method: 'POST', path: '/api/auth/logout', summary: 'End this session everywhere', access: 'user', call: auth.logout },
  user: {
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in user; 401 when nobody is',
    access: 'user',
    call: auth.user,
  },
} as const satisfies Routes;
