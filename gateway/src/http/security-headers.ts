import type { Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance } from 'fastify';

/** Where browsers report what the content security policy stopped. */
export const REPORTS_PATH = '/api/csp-reports';

const SEVERAL_YEARS_S = 63_072_000;
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

/** Whether an address belongs to one of the two doors or to health, and is never a page of the web app. */
export const isDoor = (url: string): boolean => /^\/(?:api|graphql|health)(?:[/?]|$)/.test(url);

/** The headers of every answer (design: security, S24 to S26). There is no CORS header: no other site may read us. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    ...HEADERS,
    'content-security-policy': contentPolicy(),
    ...(isHttps(config) && { 'strict-transport-security': `max-age=${SEVERAL_YEARS_S}; includeSubDomains` }),
  };
}

/** Puts the security headers on whatever is routed, and keeps it out of every cache: what may be kept says so itself. */
export function secureHeaders(fastify: FastifyInstance, config: Config): void {
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' };
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    // RFC 9112, section 3.2; what builds an address from it would fail.
    if (!URL.canParse(`http://${request.hostname}/`)) throw new AppError('MALFORMED', 'The Host header cannot be read.');
  });
}

// The web app names one policy of its own, which lets through text without tags.
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default'];

/** The content security policy; `nonce` admits the style elements that antd writes into the page. */
export function contentPolicy(nonce?: string): string {
  const style = nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`;
  return policyOf(style, TRUSTED_TYPES);
}

/** The policy of the documentation, whose viewer writes HTML of its own; it shows nothing that a user wrote. */
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
