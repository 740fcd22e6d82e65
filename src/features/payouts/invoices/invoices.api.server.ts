import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { fileHeaders, json, pdfFile } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { statementLimits } from '../statements/statement.limits.ts';
import { invoiceKinds } from './invoice-kinds.ts';
import { invoicePdf } from './invoice-pdf.server.ts';
import { getInvoiceFor, listInvoices } from './invoices.queries.server.ts';

const tags = ['payouts'];

const invoicesSchema = wholeListSchema(
  z
    .object({
      id: z.string(),
      number: z.string(),
      kind: z.enum(invoiceKinds),
      month: z.string(),
      total: moneySchema.describe('Tax included; of a credit note below 0.'),
      issuedAt: z.iso.datetime(),
    })
    .meta({ id: 'Invoice' }),
);

const listRoute = createRoute({
  method: 'get',
  path: '/api/payouts/invoices',
  tags,
  summary: 'Lists the invoices and credit notes of your selling fees, newest first.',
  responses: { 200: json(invoicesSchema, 'The invoices.'), ...refusals(401) },
});

const pdfRoute = createRoute({
  method: 'get',
  path: '/api/payouts/invoices/{id}/invoice.pdf',
  tags,
  summary: 'Returns an invoice or credit note of your selling fees as PDF.',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: pdfFile,
    ...refusals(401, 404, 429),
  },
});

export function addInvoicesApi(api: Api, platform: Platform): void {
  api.openapi(listRoute, async (c) => {
    const items = await listInvoices(platform.db, requireActor(c).id);
    return c.json(invoicesSchema.parse({ items, nextCursor: null }), 200);
  });

  api.openapi(pdfRoute, async (c) => {
    const actor = requireActor(c);
    const row = await getInvoiceFor(platform.db, actor, c.req.valid('param').id);
    await platform.limits.count(statementLimits.papers, actor.id);
    return c.body(await invoicePdf(platform, row), 200, fileHeaders(`${row.number}.pdf`));
  });
}
