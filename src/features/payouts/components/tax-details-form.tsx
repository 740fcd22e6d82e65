import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { type OwnTaxDetails, taxDetailsLengths } from '../tax-report/tax-details.contract.ts';

interface Props {
  details: OwnTaxDetails;
  kind: 'individual' | 'company';
  countries: readonly (readonly [code: string, name: string])[];
  answer: FormAnswer | undefined;
}

const { name: longestName, street, postalCode, city, number } = taxDetailsLengths;

/** The details of a seller for the tax report: of a person or a business. */
export function TaxDetailsForm({ details, kind, countries, answer }: Props) {
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values } = answer?.problem ? answer : {};
  const field = (name: Exclude<keyof OwnTaxDetails, 'isHeld'>) => ({
    name,
    defaultValue: values?.[name] ?? details[name] ?? '',
    error: problem?.errors?.[name],
  });
  const countryOptions = [
    <option key="" value="">
      Select a country
    </option>,
    ...countries.map(([code, name]) => (
      <option key={code} value={code}>
        {name}
      </option>
    )),
  ];
  return (
    <Panel title={kind === 'individual' ? 'Your details' : 'Details of your business'} id="details">
      <Form method="post" noValidate aria-label="Tax details">
        <input type="hidden" name="kind" value={kind} />
        <ErrorSummary
          errors={problem?.errors}
          message={problem?.errors ? undefined : problem?.message}
          attempt={problem}
        />
        {kind === 'individual' ? (
          <>
            <TextInput
              label="First name"
              required
              autoComplete="given-name"
              maxLength={longestName}
              {...field('firstName')}
            />
            <TextInput
              label="Last name"
              required
              autoComplete="family-name"
              maxLength={longestName}
              {...field('lastName')}
            />
            <TextInput label="Date of birth" type="date" required autoComplete="bday" {...field('birthDate')} />
          </>
        ) : (
          <>
            <TextInput
              label="Legal name"
              required
              autoComplete="organization"
              maxLength={longestName}
              {...field('companyName')}
            />
            <TextInput label="Register number" required maxLength={number} {...field('registerNumber')} />
          </>
        )}
        <TextInput
          label="Street and number"
          required
          autoComplete="street-address"
          maxLength={street}
          {...field('street')}
        />
        <TextInput label="Postal code" autoComplete="postal-code" maxLength={postalCode} {...field('postalCode')} />
        <TextInput label="City" required autoComplete="address-level2" maxLength={city} {...field('city')} />
        <Select label="Country" required autoComplete="country" {...field('country')}>
          {countryOptions}
        </Select>
        <Select label="Country of the tax number" required {...field('tinCountry')}>
          {countryOptions}
        </Select>
        <TextInput
          label="Tax number"
          required
          maxLength={number}
          autoComplete="off"
          help="Your tax identification number (TIN), for example from your tax assessment."
          {...field('tin')}
        />
        <TextInput label="VAT ID" help="Enter it if you have one." maxLength={number} {...field('vatId')} />
        <Button type="submit" kind="primary" className="mt-6" busy={busy} busyLabel="Saving…">
          Save tax details
        </Button>
      </Form>
    </Panel>
  );
}
