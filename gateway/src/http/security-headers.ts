import type { Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Where browsers report violations of the content security policy. */
export const REPORTS_PATH = '/api/csp-reports';

const TWO_YEARS_S = 63_072_000;
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'payment',
  'usb',
];

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'reporting-endpoints': `csp="${REPORTS_PATH}"`,
};

export const isHttps = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean => PUBLIC_URL.startsWith('https:');

/** Whether a URL belongs to REST, GraphQL or the health checks; it is then never a page of the web app. */
export const isApiPath = (url: string): boolean => /^\/(?:api|graphql|health)(?:[/?]|$)/.test(url);

/** The security headers of every response (docs/security.md S24 to S26). There are no CORS headers: no other site may read responses. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    ...HEADERS,
    'content-security-policy': contentPolicy(),
    ...(isHttps(config) && { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains` }),
  };
}

/** Sets the security headers on every response, and `cache-control: no-store`; handlers of cacheable content override it. */
export function setSecurityHeaders(fastify: FastifyInstance, config: Config): void {
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' };
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    // Required by RFC 9112 (3.2); code that builds a URL from the header would throw.
    if (!URL.canParse(`http://${request.hostname}/`) || hostHeaders(request) > 1)
      throw new AppError('MALFORMED', 'The Host header cannot be read.');
  });
}

// Node keeps the first of several; a proxy in front may have checked another one.
const hostHeaders = ({ raw: { rawHeaders } }: FastifyRequest): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

// The web app defines one Trusted Types policy, the default one, which accepts text without tags only.
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default'];

/** The content security policy of pages; `nonce` allows the style elements that antd inserts. */
export function contentPolicy(nonce?: string): string {
  const style = nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`;
  return policyOf(style, TRUSTED_TYPES);
}

/** The policy of the API documentation: its viewer writes HTML, so Trusted Types are not required; it shows no user content. */
export const docsPolicy = (): string => policyOf("style-src 'self'", []);

function policyOf(style: string, more: readonly string[]): string {
  const rules = [
    "default-src 'self'",
    "script-src 'self'",
    style,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ...more,
    'report-to csp',
  ];
  return rules.join('; ');
}
