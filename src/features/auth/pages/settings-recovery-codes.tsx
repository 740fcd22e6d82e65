import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { plural } from '#kernel/format.ts';
import { answerForm, type FormAnswer, pageClient } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { RecoveryCodesList } from '../components/recovery-codes-list.tsx';
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.server.ts';
import { findSecondFactor } from '../second-factor/second-factor.queries.server.ts';
import { requireConfirmed } from '../step-up/step-up-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { platform, actor } = await requireConfirmed(args, 'change recovery codes');
  const factor = await findSecondFactor(platform, actor);
  if (!factor.enabled) throw redirect('/settings/security');
  return { brand: platform.site.brand.name, left: factor.backupCodesLeft };
}

type Answer = FormAnswer & { recoveryCodes?: string[] };

export async function action(args: ActionFunctionArgs) {
  const { platform, actor } = await requireConfirmed(args, 'change recovery codes');
  return answerForm(await args.request.formData(), [], async (): Promise<Answer> => {
    // Confirmed before the page was opened, so the session need not be renewed.
    const { recoveryCodes } = await renewRecoveryCodes(platform, actor, {}, pageClient(args));
    return { recoveryCodes };
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Recovery codes',
    description: 'Codes to sign in without your phone.',
    path: '/settings/security/recovery-codes',
    noIndex: true,
  });

export default function RecoveryCodesPage() {
  const { brand, left } = useLoaderData<typeof loader>();
  const { problem, recoveryCodes } = useFormAnswer<Answer>() ?? {};
  const busy = useNavigation().formAction?.startsWith('/settings/security/recovery-codes') ?? false;
  if (recoveryCodes)
    return <RecoveryCodesList title="Save your new recovery codes" codes={recoveryCodes} brand={brand} />;
  return (
    <Panel title="Recovery codes" note={plural(left, { one: '# code left.', other: '# codes left.' })}>
      <ErrorSummary errors={undefined} message={problem?.message} attempt={problem} />
      <p className="mb-4">You’ll get 10 new codes, shown once. Your current codes will stop working.</p>
      <Form method="post">
        <Button type="submit" kind="primary" busy={busy} busyLabel="Generating…">
          Generate new codes
        </Button>
      </Form>
    </Panel>
  );
}
