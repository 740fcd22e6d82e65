import { orderDeadlines } from '#features/orders/words.ts';
import { conditionFacts, conditions } from '#kernel/cards/conditions.ts';
import { numberWord } from '#kernel/numbers/number-word.ts';
import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { DocPage } from '../legal/doc-page.tsx';
import type { Route } from './+types/grading-guide.ts';
import { conditionGuide } from './condition-guide.ts';
import { GradeSketch } from './grade-sketch.tsx';

const count = numberWord(conditions.length);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Grading guide',
    description: `${count.slice(0, 1).toUpperCase()}${count.slice(1)} conditions from mint to unknown: what each allows on corners, edges, surface and centring, and how to look at a card.`,
    path: '/grading-guide',
  });

export default function GradingGuide() {
  return (
    <DocPage
      title="Grading guide"
      lead={`One word for each copy, best to worst. The same ${count} words are used on every listing, in every filter and in every order.`}
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
              {conditions.map((condition) => {
                const { short, means } = conditionFacts[condition];
                const { allows, wear } = conditionGuide[condition];
                return (
                  <li key={condition} id={condition} className="grade">
                    <GradeSketch wear={wear} isKnown={condition !== 'unknown'} />
                    <h3>
                      <ConditionBadge condition={condition} />
                      {short !== '?' && <span className="dim">{short}</span>}
                    </h3>
                    <p>{means}</p>
                    <ul>
                      {allows.map((line) => (
                        <li key={line}>{line}</li>
                      ))}
                    </ul>
                  </li>
                );
              })}
            </ul>
          ),
        },
        {
          id: 'photos',
          title: 'How to photograph your card',
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
          title: 'If you disagree with the grading',
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
