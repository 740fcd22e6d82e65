import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { confirmFirst } from '#features/auth/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { logoAddress } from '#platform/site/logo.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { AnnouncementForm } from '../../components/site/announcement-form.tsx';
import { BrandForm } from '../../components/site/brand-form.tsx';
import { LogoForm } from '../../components/site/logo-form.tsx';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';
import { logoSentence, setLogo } from '../../site/logo.server.ts';
import { announcementInput, brandInput } from '../../site/site.input.ts';
import { announce, changeBrand, deleteAnnouncement } from '../../site/write-site.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'set the brand and the announcement');
  const { platform } = pageScope(args.context);
  // Before the form is filled in: a redirect after it would lose what was typed.
  await confirmFirst(args, platform, admin);
  const { brand, announcement } = await platform.site.read();
  return {
    brand: { ...brand, logo: brand.logo && logoAddress(brand.logo) },
    refused: new URL(args.request.url).searchParams.get('refused') === 'logo' ? logoSentence : null,
    announcement: announcement && {
      ...announcement,
      startsAt: announcement.startsAt.toISOString(),
      endsAt: announcement.endsAt?.toISOString() ?? null,
    },
    now: platform.clock.now().toISOString(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'set the brand and the announcement');
  const { platform } = pageScope(args.context);
  await confirmFirst(args, platform, admin);
  const form = await args.request.formData();
  const fields = ['act', 'name', 'accent', 'text', 'link', 'kind', 'startsAt', 'endsAt'] as const;
  return answerForm<FormAnswer>(form, fields, async () => {
    const act = text(form, 'act');
    const typed = (name: string) => text(form, name);
    switch (act) {
      case 'brand':
        await changeBrand(platform, admin.id, parseInput(brandInput, { name: typed('name'), accent: typed('accent') }));
        return { saved: 'Brand saved', values: { act } };
      case 'remove-logo':
        await setLogo(platform, admin.id, null);
        return { saved: 'Logo removed', values: { act } };
      case 'announce':
        await announce(
          platform,
          admin.id,
          parseInput(announcementInput, {
            text: typed('text'),
            link: typed('link'),
            kind: typed('kind'),
            startsAt: momentOf(typed('startsAt')),
            endsAt: typed('endsAt') === '' ? null : momentOf(typed('endsAt')),
          }),
        );
        return { saved: 'Announcement saved', values: { act } };
      case 'delete-announcement':
        await deleteAnnouncement(platform, admin.id);
        return { saved: 'Announcement deleted', values: { act } };
      default:
        throw notFound('This page is out of date. Reload it.');
    }
  });
}

/** A field of the browser has no seconds and no zone: admin pages are in UTC. */
const momentOf = (typed: string) => `${typed.slice(0, 16)}:00Z`;

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Brand & announcement',
    description: 'The name, logo and color of the site, and the announcement above its pages.',
    path: '/admin/site',
    noIndex: true,
  });

export default function SitePage() {
  const { brand, refused, announcement, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const answerOf = (act: string) => (answer?.values?.act === act ? answer : undefined);
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Brand & announcement</h1>
          <p>Changes appear on the next page that a member opens.</p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      <div className="adm-col adm-narrow">
        <BrandForm key={`${brand.name} ${brand.accent}`} brand={brand} answer={answerOf('brand')} />
        <LogoForm logo={brand.logo} refused={refused} />
        <AnnouncementForm
          key={announcement?.id ?? 'none'}
          announcement={announcement}
          now={now}
          answer={answerOf('announce')}
        />
      </div>
    </>
  );
}
