import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { adChangeSchema } from '#features/ads/contract.ts';
import { changeAd, getAd, pictureSentence, removeAd, setAdPicture } from '#features/ads/index.server.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { adFields, readAdForm } from '../../ads/ad-fields.server.ts';
import { AdDays } from '../../components/ads/ad-days.tsx';
import { AdForm } from '../../components/ads/ad-form.tsx';
import { AdPicture } from '../../components/ads/ad-picture.tsx';
import { AdRemoval } from '../../components/ads/ad-removal.tsx';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'write ads');
  const { db, clock } = pageScope(args.context).platform;
  const refused = new URL(args.request.url).searchParams.get('refused') === 'picture' ? pictureSentence : null;
  return { ad: await getAd(db, clock.now(), args.params.id ?? '').catch(pageRefusal), refused };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'write ads');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const form = await args.request.formData();
  return answerForm<FormAnswer>(form, adFields, async () => {
    const act = text(form, 'act');
    if (act === 'remove') {
      await removeAd(platform, admin.id, id);
      throw redirect('/admin/ads');
    }
    if (act === 'no-picture') await setAdPicture(platform, admin.id, id, null);
    else await changeAd(platform, admin.id, id, parseInput(adChangeSchema, readAdForm(form)));
    return { saved: act === 'no-picture' ? 'Image removed' : 'Ad saved' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Edit ad', description: 'Edit an ad.', path: '/admin/ads', noIndex: true });

export default function AdPage() {
  const { ad, refused } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Ads', to: '/admin/ads' }, { label: 'Edit ad' }]} />
      <div className="page-h">
        <h1>{ad.text}</h1>
      </div>
      <SavedNote said={answer?.saved} />
      <div className="adm-two">
        <div className="adm-col">
          <Panel title="Content" id="words">
            <AdForm ad={ad} answer={answer} />
          </Panel>
          <AdDays ad={ad} />
        </div>
        <div className="adm-col">
          <AdPicture ad={ad} refused={refused} />
          <AdRemoval />
        </div>
      </div>
    </>
  );
}
