import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect } from 'react-router';
import { adInSchema } from '#features/ads/contract.ts';
import { createAd } from '#features/ads/index.server.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput } from '#platform/http/page-form.server.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { adFields, readAdForm } from '../../ads/ad-fields.server.ts';
import { AdForm } from '../../components/ads/ad-form.tsx';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'write ads');
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'write ads');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  return answerForm(form, adFields, async (): Promise<FormAnswer> => {
    const id = await createAd(platform, admin.id, parseInput(adInSchema, readAdForm(form)));
    throw redirect(`/admin/ads/${id}`);
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Create ad', description: 'Create an ad.', path: '/admin/ads/new', noIndex: true });

export default function NewAdPage() {
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Ads', to: '/admin/ads' }, { label: 'Create ad' }]} />
      <div className="page-h">
        <h1>Create ad</h1>
      </div>
      <Panel className="adm-narrow">
        <AdForm answer={answer} />
      </Panel>
    </>
  );
}
