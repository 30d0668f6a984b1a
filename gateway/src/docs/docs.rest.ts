import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { AppError } from '@kith/proto';
import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Route } from '../http/route.js';
import { docsPolicy } from '../http/security-headers.js';
import { ALL_ROUTES } from './all-routes.js';
import { docsRoutes as routes } from './docs.routes.js';
import { openApi } from './openapi.js';

const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const ASSET_NAMES = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Kith API</title>
    <link rel="icon" href="/api/docs/assets/favicon-32x32.png" />
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
    <link rel="stylesheet" href="/api/docs/assets/page.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/assets/init.js"></script>
  </body>
</html>
`;
// A separate file: the content security policy blocks inline scripts.
const INIT = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#docs', validatorUrl: null, deepLinking: true });\n`;
// Swagger UI leaves no space between the columns of a table, and one that is too wide for a phone widens the page.
const STYLE = `.swagger-ui .renderedMarkdown table { display: block; overflow-x: auto; }
.swagger-ui .renderedMarkdown table :is(th, td):nth-child(n) { max-width: none; padding: 6px 16px 6px 0; vertical-align: top; }
`;

@Controller()
export class DocsRest {
  /** Encoded once: it is several hundred kilobytes, and anybody may ask for it. */
  private document: Buffer | undefined;

  @Route(routes.page)
  page(@Res() reply: FastifyReply): FastifyReply {
    return reply.header('content-security-policy', docsPolicy()).type('text/html; charset=utf-8').send(PAGE);
  }

  @Route(routes.document)
  openApi(@Res() reply: FastifyReply): FastifyReply {
    this.document ??= Buffer.from(JSON.stringify(openApi(ALL_ROUTES)));
    return reply.type('application/json; charset=utf-8').send(this.document);
  }

  @Route(routes.asset)
  asset(@Param('name') name: string, @Res() reply: FastifyReply): FastifyReply {
    if (name === 'init.js') return reply.type('text/javascript; charset=utf-8').send(INIT);
    if (name === 'page.css') return reply.type('text/css; charset=utf-8').send(STYLE);
    if (!ASSET_NAMES.has(name)) throw new AppError('NOT_FOUND');
    return reply.sendFile(name, ASSETS, { cacheControl: false });
  }
}
