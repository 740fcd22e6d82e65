import { claimReport, returnReport } from '#features/messages/index.server.ts';
import { type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import { reportAnswerInput } from '../contract.ts';
import { decideReport } from './decide-report.server.ts';
import { checkNotOwnReport } from './find-report.server.ts';

export interface ReportPageAnswer extends FormAnswer {
  /** What has happened, as a sentence. */
  done?: string;
}

interface Act {
  platform: Platform;
  reportId: string;
  /** The admin's id. */
  by: string;
  form: FormData;
}

/** Runs the action of a report page's form, by the same use cases as the API. Refuses with their own errors. */
export async function actOnReport({ platform, reportId, by, form }: Act): Promise<ReportPageAnswer> {
  const act = text(form, 'act');
  if (act !== 'claim' && act !== 'return' && act !== 'answer')
    throw new Response('This page is out of date. Reload it.', { status: 400 });
  await checkNotOwnReport(platform, by, reportId);
  if (act === 'claim') {
    await claimReport(platform, { reportId, by });
    return { done: 'Report assigned to you' };
  }
  if (act === 'return') {
    await returnReport(platform, { reportId, by });
    return { done: 'Report unassigned' };
  }
  const optional = (name: string) => text(form, name).trim() || undefined;
  const said = {
    decision: text(form, 'decision'),
    rule: optional('rule'),
    measure: optional('measure'),
    toReporter: text(form, 'toReporter'),
    toReported: optional('toReported'),
  };
  await decideReport(platform, { reportId, by }, parseInput(reportAnswerInput, said));
  return {
    done: said.toReported ? 'Report closed. Both members were notified.' : 'Report closed. The reporter was notified.',
  };
}
