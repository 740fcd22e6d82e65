import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { confirmFirst } from '#features/auth/index.server.ts';
import { feeInput } from '#features/fees/contract.ts';
import { changeFee, listFees } from '#features/fees/index.server.ts';
import { marketTextInput } from '#features/legal/contract.ts';
import { listMarketTexts, writeMarketText } from '#features/legal/index.server.ts';
import { type MarketTextName, marketTextNames, marketTexts } from '#features/legal/words.ts';
import { changeTax, listTaxRules } from '#features/payouts/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { readMarkdown } from '#ui/rich-text/read-markdown.ts';
import type { RichBlock } from '#ui/rich-text/rich-text.ts';
import { FeeForm } from '../components/fee-form.tsx';
import { MarketTextForm } from '../components/market-text-form.tsx';
import { TaxForm } from '../components/tax-form.tsx';
import { feeFields } from '../fees-and-texts/fee-fields.ts';
import { taxFields } from '../fees-and-texts/tax-fields.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export interface MarketAnswer extends FormAnswer {
  /** A preview of the text; nothing was saved. */
  preview?: RichBlock[];
}

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'set the market’s terms');
  const { db } = pageScope(args.context).platform;
  return { fees: await listFees(db), taxes: await listTaxRules(db), texts: await listMarketTexts(db) };
}

const fieldNames = ['about', 'percent', 'fixed', 'note', 'taxPercent', 'taxName', 'taxNote', 'text', 'version'];

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'set the market’s terms');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  return answerForm<MarketAnswer>(form, fieldNames, async () => {
    if (text(form, 'about') === 'fee') {
      const typed = { percent: text(form, 'percent'), fixed: text(form, 'fixed'), note: text(form, 'note') };
      const { percent, fixed, note } = parseInput(feeFields, typed);
      await confirmFirst({ request: new Request(args.request.url) }, platform, admin);
      await changeFee(platform, admin.id, parseInput(feeInput, { basisPoints: percent, fixed, note }));
      return { saved: 'Selling fee changed. It applies to new orders.', values: { about: 'fee' } };
    }
    if (text(form, 'about') === 'tax') {
      const typed = Object.fromEntries(['taxPercent', 'taxName', 'taxNote'].map((name) => [name, text(form, name)]));
      const { taxPercent: basisPoints, taxName: name, taxNote: note } = parseInput(taxFields, typed);
      await confirmFirst({ request: new Request(args.request.url) }, platform, admin);
      await changeTax(platform, admin.id, { basisPoints, name, note });
      return { saved: 'Tax changed. It applies to invoices of this month and later.', values: { about: 'tax' } };
    }
    const name = nameIn(text(form, 'about'));
    const said = parseInput(marketTextInput, { text: text(form, 'text'), version: Number(text(form, 'version')) });
    const values = { about: name, text: said.text, version: text(form, 'version') };
    if (text(form, 'act') === 'preview') return { preview: readMarkdown(said.text), values };
    await writeMarketText(platform, admin.id, name, said);
    return {
      saved: said.text === '' ? 'Text deleted' : 'Text saved',
      values: { about: name },
    };
  });
}

function nameIn(name: string): MarketTextName {
  const known = marketTextNames.find((one) => one === name);
  if (!known) throw notFound('We couldn’t find this text. Reload the page.');
  return known;
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Fees & texts',
    description: 'The selling fee and the legal texts.',
    path: '/admin/market',
    noIndex: true,
  });

export default function MarketPage() {
  const { fees, taxes, texts } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<MarketAnswer>();
  const answerOf = (about: string) => (answer?.values?.about === about ? answer : undefined);
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Fees & texts</h1>
          <p>The selling fee and its tax, and the texts that you must write for a public site.</p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      <div className="adm-two">
        <div className="adm-col">
          {texts.map((one) => (
            <Panel key={one.name} id={one.name} title={marketTexts[one.name].label} note={marketTexts[one.name].about}>
              <MarketTextForm key={one.name} text={one} answer={answerOf(one.name)} />
            </Panel>
          ))}
        </div>
        <div className="adm-col">
          <FeeForm key={fees.length} fees={fees} answer={answerOf('fee')} />
          <TaxForm key={taxes.length} taxes={taxes} answer={answerOf('tax')} />
        </div>
      </div>
    </>
  );
}
