import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { FieldGrid, NumberField, SelectField } from '#src/kit/form/Fields.tsx'
import { currencyOptions } from '#src/kit/form/options.ts'
import type { ChannelForm } from './channel-form.ts'
import { useT } from './use-t.ts'

/** Forms that hold `limits` and `commission`: of the channel, or of one venue on it. */
type Terms = FieldValues & Pick<ChannelForm, 'limits' | 'commission'>

export const LimitGrid = <F extends Terms>({ control }: { control: Control<F> }) => {
  const t = useT()
  const covers = t('unit.covers')
  /** Held against the other field as soon as both are numbers; what is none says so by itself. */
  const notBelowMin = (value: unknown, form: F): string | true => {
    const { partyMin } = form.limits
    return typeof value !== 'number' || typeof partyMin !== 'number' || value >= partyMin || t('partyMax.below')
  }
  const at = (name: keyof ChannelForm['limits']) => `limits.${name}` as FieldPath<F>
  return (
    <FieldGrid>
      <NumberField control={control} name={at('partyMin')} label={t('partyMin')} unit={covers} min={1} max={1000} />
      <NumberField
        control={control}
        name={at('partyMax')}
        label={t('partyMax')}
        unit={covers}
        min={1}
        max={1000}
        rules={{ validate: notBelowMin }}
      />
      <NumberField
        control={control}
        name={at('coversPerDay')}
        label={t('coversPerDay')}
        hint={t('coversPerDay.hint')}
        unit={covers}
        min={0}
        max={100_000}
      />
      <NumberField
        control={control}
        name={at('leadMinutes')}
        label={t('leadMinutes')}
        hint={t('leadMinutes.hint')}
        unit={t('unit.minutes')}
        min={0}
        max={525_600}
      />
    </FieldGrid>
  )
}

type CommissionProps<F extends Terms> = { control: Control<F>; kind: ChannelForm['commission']['kind']; none: string }
export const CommissionGrid = <F extends Terms>({ control, kind, none }: CommissionProps<F>) => {
  const t = useT()
  const at = (name: keyof ChannelForm['commission']) => `commission.${name}` as FieldPath<F>
  return (
    <FieldGrid>
      <SelectField
        control={control}
        name={at('kind')}
        label={t('commission.kind')}
        empty={none}
        options={(['percent', 'per_cover'] as const).map((value) => ({ value, label: t(`commission.${value}`) }))}
      />
      {kind === '' ? null : (
        <NumberField
          control={control}
          name={at('amount')}
          label={t('commission.amount')}
          required
          fraction
          min={0}
          max={kind === 'percent' ? 100 : 100_000}
          {...(kind === 'percent' ? { unit: '%' } : {})}
        />
      )}
      {kind === 'per_cover' ? (
        <SelectField
          control={control}
          name={at('currency')}
          label={t('commission.currency')}
          required
          empty="–"
          options={currencyOptions()}
        />
      ) : null}
    </FieldGrid>
  )
}
