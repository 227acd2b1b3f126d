import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { type Control, useWatch } from 'react-hook-form'
import { FieldGrid, NumberField, SelectField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { useT } from './use-t.ts'
import { asksDeposit, type VenueForm } from './venue-form.ts'

const payments = ['none', 'guarantee', 'deposit', 'prepayment'] as const
const priceTypes = ['per_person', 'fixed_price'] as const

type PriceProps = { control: Control<VenueForm>; name: 'deposit' | 'noShowFee'; currency: string }

const PriceFields = ({ control, name, currency }: PriceProps) => {
  const t = useT()
  return (
    <>
      <NumberField
        control={control}
        name={`paymentDefinition.${name}.amount`}
        label={t(name)}
        hint={t(`${name}.hint`)}
        unit={currency}
        fraction
        min={0.01}
        max={1_000_000}
      />
      <SelectField
        control={control}
        name={`paymentDefinition.${name}.type`}
        label={t(`${name}.per`)}
        options={priceTypes.map((value) => ({ value, label: t(`price.${value}`) }))}
      />
    </>
  )
}

/** What is agreed with guests about money, and what they read of it. */
export const PaymentSection = ({ control, venue }: { control: Control<VenueForm>; venue: VenueDetail }) => {
  const t = useT()
  const [type, currency] = useWatch({ control, name: ['paymentType', 'currency'] })
  const { paymentGateway: gateway } = venue
  return (
    <FormSection
      title={t('section.payment')}
      hint={gateway ? t('section.payment.gateway', { gateway: gateway.gateway }) : t('section.payment.hint')}
    >
      <FieldGrid>
        <div className="wide">
          <SelectField
            control={control}
            name="paymentType"
            label={t('paymentType')}
            hint={t('paymentType.hint')}
            options={payments.map((value) => ({ value, label: t(`payment.${value}`) }))}
          />
        </div>
        {asksDeposit(type) ? <PriceFields control={control} name="deposit" currency={currency} /> : null}
        {type === 'none' ? null : <PriceFields control={control} name="noShowFee" currency={currency} />}
        <div className="wide">
          <LangTexts control={control} name="paymentPolicy" label={t('paymentPolicy')} hint={t('paymentPolicy.hint')} rows={4} />
        </div>
      </FieldGrid>
    </FormSection>
  )
}
