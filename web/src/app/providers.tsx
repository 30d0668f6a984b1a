import { ApolloProvider } from '@apollo/client/react';
import { ConfigProvider, theme, type ThemeConfig } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { createApollo } from '../lib/apollo.js';
import { cspNonce, allowHtmlWithoutTags } from '../lib/content-policy.js';
import { addMessages } from '../lib/i18n.js';
import { appMessages } from '../lib/messages/en-app.js';
import { useThemeMode } from '../lib/theme-mode.js';
import { CONTROL_HEIGHT, FONT, FONT_SIZE, PALETTES, RADIUS, type ThemeMode } from '../lib/theme.js';

addMessages(appMessages);
allowHtmlWithoutTags();

/** Providers of the signed-in part: texts, antd with our theme, and an Apollo client that lives as long as the session. */
export function AppProviders({ children }: { readonly children: ReactNode }) {
  const [mode] = useThemeMode();
  const [client] = useState(createApollo);
  useEffect(() => () => client.stop(), [client]);
  return (
    <ConfigProvider theme={antdTheme(mode)} csp={{ nonce: cspNonce() }}>
      <ApolloProvider client={client}>{children}</ApolloProvider>
    </ConfigProvider>
  );
}

/** Our design tokens as an antd theme. */
export function antdTheme(mode: ThemeMode): ThemeConfig {
  const color = PALETTES[mode];
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      fontFamily: FONT,
      fontSize: FONT_SIZE.md,
      borderRadius: RADIUS.md,
      borderRadiusLG: RADIUS.lg,
      controlHeight: CONTROL_HEIGHT.md,
      controlHeightSM: CONTROL_HEIGHT.sm,
      colorPrimary: color.primary,
      colorPrimaryHover: color.primaryHover,
      colorPrimaryBg: color.primarySoft,
      colorLink: color.primary,
      colorError: color.danger,
      colorErrorText: color.danger,
      colorSuccess: color.success,
      colorWarning: color.warning,
      colorText: color.text,
      colorTextSecondary: color.muted,
      colorTextDescription: color.muted,
      colorTextPlaceholder: color.faint,
      colorBgBase: color.surface,
      colorBgContainer: color.surface,
      colorBgElevated: color.surface,
      colorBgMask: color.overlay,
      colorBorder: color.control,
      colorBorderSecondary: color.border,
      colorTextLightSolid: color.onPrimary,
      boxShadow: color.shadowMd,
      boxShadowSecondary: color.shadowLg,
    },
    components: {
      Input: { activeShadow: `0 0 0 3px ${color.primarySoft}` },
      Switch: { handleBg: color.surface, colorTextQuaternary: color.control, colorTextTertiary: color.muted },
      Form: { labelColor: color.text, verticalLabelPadding: '0 0 6px' },
    },
  };
}
