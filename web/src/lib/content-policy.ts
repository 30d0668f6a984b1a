interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown;
}

/**
 * antd sets its styles with innerHTML, which Trusted Types refuse. This default policy accepts text that cannot contain a tag, such as CSS,
 * and nothing else.
 */
export function allowHtmlWithoutTags(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}

/** The nonce that the gateway writes into index.html with every response; style elements without it are refused. */
export const cspNonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
