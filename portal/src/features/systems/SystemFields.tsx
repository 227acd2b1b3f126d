import { type Control, useWatch } from 'react-hook-form'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { SecretField } from '#src/kit/form/SecretField.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { leafOf, type Section, type Spec } from './form-sections.ts'
import { PairsField } from './PairsField.tsx'
import { type Detail, faultOfSizes, type Values } from './system-form.ts'
import { useT } from './use-t.ts'

type Key = Parameters<ReturnType<typeof useT>>[0]
type SystemFieldsProps = { control: Control<Values>; system: Detail }

const Field = ({ spec, control, system }: SystemFieldsProps & { spec: Spec }) => {
  const t = useT()
  const leaf = leafOf(spec.name)
  const bound = { control, name: spec.name, label: t(`f.${leaf}` as Key), hint: t(`h.${leaf}` as Key), required: spec.required ?? false }
  const { maxLength } = spec
  switch (spec.kind) {
    case 'switch':
      return <SwitchField {...bound} />
    case 'number':
      return (
        <NumberField
          {...bound}
          {...(spec.min === undefined ? {} : { min: spec.min })}
          {...(spec.max === undefined ? {} : { max: spec.max })}
          {...(spec.unit ? { unit: t(`unit.${spec.unit}`) } : {})}
        />
      )
    case 'select':
      return <SelectField {...bound} options={(spec.options ?? []).map((value) => ({ value, label: t(`o.${leaf}.${value}` as Key) }))} />
    case 'secret':
      return (
        <SecretField
          {...bound}
          setAt={system.secrets.find(({ name }) => name === leaf)?.setAt}
          long={leaf === 'sftpPrivateRsaKey'}
          maxLength={maxLength ?? 500}
        />
      )
    case 'sizes':
      return (
        <TextInput
          {...bound}
          autoComplete="off"
          rules={{
            validate: (text) => {
              const fault = faultOfSizes(typeof text === 'string' ? text : '')
              if (!fault) return true
              return 'wrong' in fault ? t('sizes.wrong', { what: fault.wrong.join(', ') }) : t('sizes.many', { count: fault.many })
            },
          }}
          slotProps={{ htmlInput: { maxLength, spellCheck: false } }}
        />
      )
    case 'pairs':
      return <PairsField control={control} />
    case 'long':
      return <TextInput {...bound} multiline minRows={3} maxRows={12} slotProps={{ htmlInput: { maxLength, dir: 'auto' } }} />
    default:
      return <TextInput {...bound} autoComplete="off" slotProps={{ htmlInput: { maxLength, dir: 'auto', spellCheck: false } }} />
  }
}

/** The sections of one tab: what each is and means, beside its fields. */
export const SystemFields = ({ sections, control, system }: SystemFieldsProps & { sections: readonly Section[] }) => {
  const t = useT()
  const values = useWatch({ control }) as Values
  const isShown = ({ ownOnly, when }: Spec): boolean => (!ownOnly || system.type !== 'built_in') && (when?.(values) ?? true)
  return (
    <>
      {sections
        .filter(({ fields }) => fields.some(isShown))
        .map(({ name, fields }) => (
          <FormSection key={name} title={t(`s.${name}`)} hint={t(`s.${name}.hint`)}>
            <FieldGrid>
              {fields.filter(isShown).map((spec) => (
                <div key={spec.name} className={spec.wide ? 'wide' : undefined}>
                  <Field spec={spec} control={control} system={system} />
                </div>
              ))}
            </FieldGrid>
          </FormSection>
        ))}
    </>
  )
}
