import { orderDeadlines } from '#features/orders/words.ts';
import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { conditionMeans } from '#ui/card/condition-means.ts';
import { type ConditionKey, conditionWords } from '#ui/card/conditions.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { DocPage } from '../legal/doc-page.tsx';
import type { Route } from './+types/grading-guide.ts';
import { GradeSketch } from './grade-sketch.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Grading guide',
    description:
      'Eight conditions from mint to unknown: what each allows on corners, edges, surface and centring, and how to look at a card.',
    path: '/grading-guide',
  });

/** The most wear allowed: corners and edges, surface, and the difference from the condition above. */
const allows: Record<ConditionKey, readonly string[]> = {
  mint: [
    'Corners and edges: sharp, no white even under a lamp',
    'Surface: no scratch, print line or finger mark',
    'Centring: borders even to the eye',
  ],
  near_mint: [
    'Corners and edges: one or two specks that you have to search for',
    'Surface: a faint line seen only at an angle',
    'Never: a scratch that you can feel',
  ],
  excellent: [
    'Corners and edges: a few small white points',
    'Surface: faint scratches in the shine',
    'Never: wear that is seen at arm’s length',
  ],
  good: [
    'Corners and edges: white along an edge, slightly blunt corners',
    'Surface: scratches seen at once',
    'Never: a crease, a dent, a bend',
  ],
  light_played: [
    'Corners and edges: whitened all round, corners soft',
    'Surface: scratches, a little dirt, a small dent',
    'Lies flat and is whole',
  ],
  played: [
    'Corners and edges: rounded, worn through to the paper',
    'Surface: deep scratches, loss of print, a crease shorter than a fingernail',
    'Can be used in a sleeve without being recognised from behind',
  ],
  poor: [
    'Creased across, torn, bent, swollen by water, written on, or cut',
    'Any change made to hide damage, such as inking an edge',
    'Say what it is in the description and show it in a photo',
  ],
  unknown: [
    'The seller has not graded it',
    'Sorts last, and is never counted as “or better” in a filter',
    'Ask for photos before you buy',
  ],
};

export default function GradingGuide() {
  return (
    <DocPage
      title="Grading guide"
      lead="One word for each copy, best to worst. The same eight words are used on every listing, in every filter and in every order."
      changed="2026-11-20"
      sections={[
        {
          id: 'look',
          title: 'How to look',
          body: (
            <ol>
              <li>Wash your hands, take the card out of its sleeve and hold it by the edges.</li>
              <li>
                Use one strong lamp from the side and tilt the card slowly. Foil shows its scratches only in a moving
                reflection.
              </li>
              <li>
                Look at the back first. White on a dark back edge is what tells near mint from excellent most often.
              </li>
              <li>Then the four corners, the four edges, the surface, and last whether the borders are even.</li>
              <li>The worst thing that you find decides. When in doubt choose the lower one.</li>
            </ol>
          ),
        },
        {
          id: 'conditions',
          title: 'The conditions',
          body: (
            <ul className="grades plain">
              {conditionWords.map((words) => (
                <li key={words.key} id={words.key} className="grade">
                  <GradeSketch condition={words.key} />
                  <h3>
                    <ConditionBadge condition={words.key} />
                    {words.short !== '?' && <span className="dim">{words.short}</span>}
                  </h3>
                  <p>{conditionMeans[words.key]}</p>
                  <ul>
                    {allows[words.key].map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          ),
        },
        {
          id: 'photos',
          title: 'Photos that prove it',
          body: (
            <ul>
              <li>
                Front and back straight from above, filling the frame, on a plain surface that is neither white nor
                patterned.
              </li>
              <li>One photo at an angle for foil, so that the surface can be judged.</li>
              <li>A close one of every mark that you mention. A flaw that is shown is no reason for a return.</li>
              <li>Without sleeve where that is safe; if not, say that it is photographed through one.</li>
            </ul>
          ),
        },
        {
          id: 'slabs',
          title: 'Graded cards in a slab',
          body: (
            <p>
              A card in a grader’s case shows the grader and the grade, such as “PSA 9”, with the certificate number, in
              place of one of these words. Look the certificate up at the grader before you pay a lot of money, and
              compare it with the photo of the label.
            </p>
          ),
        },
        {
          id: 'disagree',
          title: 'When you see it differently',
          body: (
            <p>
              Two careful people can differ by one step, and that alone is no fault of the seller. Two steps, or damage
              that was not mentioned, is “not as described”: report it on the order within {orderDeadlines.reportWithin}{' '}
              of arrival, with photos.
            </p>
          ),
        },
      ]}
    />
  );
}
