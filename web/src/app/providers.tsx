import { ApolloProvider } from '@apollo/client/react';
import { ConfigProvider } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { createApollo } from '../lib/apollo.js';
import { addMessages } from '../lib/i18n.js';
import { appMessages } from '../lib/messages/en-app.js';
import { pageNonce } from '../lib/page-nonce.js';
import { useThemeMode } from '../lib/theme-mode.js';
import { allowTaglessHtml } from '../lib/trusted-html.js';
import { antdTheme } from './antd-theme.js';

addMessages(appMessages);
allowTaglessHtml();

/** What only the signed-in part needs: its texts, antd in our theme, and Apollo with a cache that dies with the session. */
export function AppProviders({ children }: { readonly children: ReactNode }) {
  const [mode] = useThemeMode();
  const [client] = useState(createApollo);
  useEffect(() => () => client.stop(), [client]);
  return (
    <ConfigProvider theme={antdTheme(mode)} csp={{ nonce: pageNonce() }}>
      <ApolloProvider client={client}>{children}</ApolloProvider>
    </ConfigProvider>
  );
}
