/** The gateway writes a fresh one into index.html with every response; style tags without it are refused. */
export const pageNonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
