import { orderDeadlines } from '#features/orders/words.ts';
import { conditionFacts, conditions } from '#kernel/cards/conditions.ts';

import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { DocPage } from '../legal/doc-page.tsx';
import type { Route } from './+types/grading-guide.ts';
import { conditionGuide } from './condition-guide.ts';
import { GradeSketch } from './grade-sketch.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Grading guide',
    description: `${conditions.length} conditions from mint to unknown: what each allows on corners, edges, surface and centering, and how to check a card.`,
    path: '/grading-guide',
  });

export default function GradingGuide() {
  return (
    <DocPage
      title="Grading guide"
      lead={`${conditions.length} conditions, best to worst, used the same way on every listing.`}
      changed="2026-11-20"
      sections={[
        {
          id: 'look',
          title: 'How to check a card',
          body: (
            <ol>
              <li>Wash your hands, take the card out of its sleeve and hold it by the edges.</li>
              <li>
                Use one strong lamp from the side and tilt the card slowly. Scratches on foil show only as the light
                moves.
              </li>
              <li>
                Check the back first. White on a dark back edge is the most common difference between near mint and
                excellent.
              </li>
              <li>Check the 4 corners, the 4 edges, the surface and the centering.</li>
              <li>The worst flaw sets the condition. When in doubt, choose the lower one.</li>
            </ol>
          ),
        },
        {
          id: 'conditions',
          title: 'Conditions',
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
                Photograph front and back straight from above, filling the frame. Use a plain surface that isn’t white
                or patterned.
              </li>
              <li>For foil, add one photo at an angle to show the surface.</li>
              <li>Add a close-up of every mark you mention. A flaw that is shown is no reason for a return.</li>
              <li>Remove the sleeve if that’s safe. If not, say that the photo was taken through it.</li>
            </ul>
          ),
        },
        {
          id: 'slabs',
          title: 'Graded cards',
          body: (
            <p>
              Graded cards show the grader, grade and certificate number, for example “PSA 9”, instead of a condition.
              Before you buy a high-value card, look up the certificate at the grader. Compare it with the photo of the
              label.
            </p>
          ),
        },
        {
          id: 'disagree',
          title: 'Disagreements about condition',
          body: (
            <p>
              A difference of 1 condition isn’t a problem with the order. If the card is 2 or more conditions worse, or
              has damage that wasn’t mentioned, report it as “Not as described”. Do this on the order page within{' '}
              {orderDeadlines.reportWithin} of delivery, and add photos.
            </p>
          ),
        },
      ]}
    />
  );
}
