import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { AuthProvider } from '../shared/auth.js';
import { router } from './public-router.js';
import 'virtual:theme.css';
import '../ui/base.css';
import '../ui/button.css';
import '../ui/ui.css';

// Zod compiles its parsers with new Function unless told not to, which the policy of the gateway forbids. It reads this when it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </StrictMode>,
);
