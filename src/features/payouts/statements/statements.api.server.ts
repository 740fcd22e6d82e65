import { createRoute } from '@hono/zod-openapi';
import { listNames } from '#features/members/index.server.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { csvFile, fileHeaders, json, pdfFile } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { readLogo } from '#platform/site/logo.server.ts';
import { readStatements } from './read-statements.server.ts';
import { monthParams, statementsSchema } from './statement.contract.ts';
import { statementLimits } from './statement.limits.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.server.ts';

const tags = ['payouts'];
const path = '/api/payouts/statements/{month}';
const fileRefusals = refusals(401, 404, 422, 429);

const readRoute = createRoute({
  method: 'get',
  path,
  tags,
  summary: 'Returns your statements of a month, one for each currency.',
  request: { params: monthParams },
  responses: { 200: json(statementsSchema, 'The statements.'), ...refusals(401, 404, 422) },
});

const csvRoute = createRoute({
  method: 'get',
  path: `${path}/statement.csv`,
  tags,
  summary: 'Returns your statements of a month as CSV.',
  request: { params: monthParams },
  responses: {
    200: csvFile,
    ...fileRefusals,
  },
});

const pdfRoute = createRoute({
  method: 'get',
  path: `${path}/statement.pdf`,
  tags,
  summary: 'Returns your statements of a month as PDF.',
  request: { params: monthParams },
  responses: {
    200: pdfFile,
    ...fileRefusals,
  },
});

export function addStatementsApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) =>
    c.json(await readStatements(platform, requireActor(c).id, c.req.valid('param').month), 200),
  );

  api.openapi(csvRoute, async (c) => {
    const actor = requireActor(c);
    const { month } = c.req.valid('param');
    await platform.limits.count(statementLimits.papers, actor.id);
    return c.body(
      statementCsv(await readStatements(platform, actor.id, month)),
      200,
      fileHeaders(`statement-${month}.csv`),
    );
  });

  api.openapi(pdfRoute, async (c) => {
    const actor = requireActor(c);
    const { month } = c.req.valid('param');
    await platform.limits.count(statementLimits.papers, actor.id);
    const statements = await readStatements(platform, actor.id, month);
    const seller = (await listNames(platform.db, [actor.id])).get(actor.id) ?? deletedName;
    const logo = (await readLogo(platform))?.bytes ?? null;
    const bytes = await statementPdf(statements, { market: platform.site.brand.name, logo, seller });
    return c.body(bytes, 200, fileHeaders(`statement-${month}.pdf`));
  });
}
