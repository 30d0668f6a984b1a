interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown;
}

/**
 * antd writes its styles with innerHTML, which the gateway's policy (Trusted Types) stops. The default policy lets through
 * text that cannot open a tag, as CSS is, and nothing else.
 */
export function allowTaglessHtml(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}

/** The gateway writes a fresh one into index.html with every response; style tags without it are refused. */
export const pageNonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
