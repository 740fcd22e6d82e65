import type { ActionFunctionArgs } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { adminPolicy } from '../admin.policy.ts';
import type { HideAnswer } from '../components/reports/hide-actions.tsx';
import { reasonInput } from '../contract.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

interface Way {
  /** The page's own access check. */
  verb: keyof typeof adminPolicy.rules;
  decide: (platform: Platform, adminId: string, id: string, reason: string | null) => Promise<void>;
  /** What has happened, as a sentence. */
  hidden: string;
  released: string;
}

/** Runs the action of the `HideActions` form for the record of the page's address. */
export async function hideByForm(args: ActionFunctionArgs, { verb, decide, hidden, released }: Way) {
  const admin = await requirePageAdmin(args, verb);
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const form = await args.request.formData();
  return answerForm<HideAnswer>(form, ['act', 'reason'], async () => {
    const isRelease = text(form, 'act') === 'release';
    await decide(
      platform,
      admin.id,
      id,
      isRelease ? null : parseInput(reasonInput, { reason: text(form, 'reason') }).reason,
    );
    return { done: isRelease ? released : hidden };
  });
}
