import { Link } from 'react-router';
import { conditionFacts, conditions } from '#kernel/cards/conditions.ts';
import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { Checkbox, TextInput } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { listingLimits as limits } from '../../../model/listing.rules.ts';
import { ChecklistFields } from '../form/checklist-fields.tsx';
import { DescriptionField, type DescriptionRights } from '../form/description-field.tsx';
import { showsChecklist } from '../form/form-input.ts';
import type { StepProps } from '../form/parts.ts';

const sellerMeaning: Record<string, string> = {
  unknown: 'You don’t know the condition. Buyers will ask for photos.',
};

/** The condition, a grade, and remarks for the buyer. */
export function StepCondition(props: StepProps & { scripted: boolean; rights: DescriptionRights }) {
  const { form, errors, change, scripted } = props;
  const text = (name: 'company' | 'grade' | 'certificate') => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <>
      <RadioCards
        legend="Condition"
        name="condition"
        required
        value={form.condition}
        onChange={(condition) => change({ condition })}
        error={errors.condition}
        help={
          <>
            When in doubt, choose the lower condition.{' '}
            <Link className="link" to="/grading-guide" target="_blank">
              Grading guide
            </Link>
          </>
        }
        options={conditions.map((key) => ({
          value: key,
          label: <ConditionBadge condition={key} />,
          means: sellerMeaning[key] ?? conditionFacts[key].means,
        }))}
      />
      <div className="mt-6">
        {scripted && (
          <Checkbox
            label="Graded card (in a slab)"
            checked={form.isGraded}
            onChange={(event) => change({ isGraded: event.target.checked })}
          />
        )}
        {(form.isGraded || !scripted) && (
          <div className="mt-3 grid gap-4 sm:grid-cols-3">
            <TextInput
              label="Grading company"
              required={scripted}
              maxLength={limits.graderLength}
              error={errors['grading.company']}
              help="For example PSA, BGS or CGC."
              id="f-grading-company"
              {...text('company')}
            />
            <TextInput
              label="Grade"
              required={scripted}
              maxLength={limits.gradeLength}
              error={errors['grading.grade']}
              help="From 1 to 10, or Authentic."
              id="f-grading-grade"
              {...text('grade')}
            />
            <TextInput
              label="Certificate number"
              maxLength={limits.certificateLength}
              error={errors['grading.certificate']}
              id="f-grading-certificate"
              {...text('certificate')}
            />
          </div>
        )}
      </div>
      {(!scripted || showsChecklist(form)) && <ChecklistFields form={form} change={change} />}
      <DescriptionField {...props} />
    </>
  );
}
