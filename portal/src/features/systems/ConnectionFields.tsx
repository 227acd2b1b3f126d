import { type Connector, type ConnectorField, connections } from '@tablewire/contracts/rms/connections'
import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { SecretField } from '#src/kit/form/SecretField.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import type { Detail, Values } from './system-form.ts'
import { useT } from './use-t.ts'

type Key = Parameters<ReturnType<typeof useT>>[0]
type Form = UseFormReturn<Values>

const Field = ({ form: { control }, field }: { form: Form; field: ConnectorField }) => {
  const t = useT()
  // A system that is not connected yet is saved all the same: what is missing then, the test says.
  const { name, kind, options, max } = field
  const bound = {
    control,
    name: `connection.${name}` as const,
    label: t(`setting.${name}` as Key),
    hint: t(`setting.${name}.hint` as Key),
  }
  switch (kind) {
    case 'switch':
      return <SwitchField {...bound} />
    case 'number':
      return <NumberField {...bound} min={1} {...(max === null ? {} : { max })} />
    case 'choice':
      return <SelectField {...bound} options={options.map((value) => ({ value, label: t(`setting.${name}.${value}` as Key) }))} />
    default:
      return <TextInput {...bound} autoComplete="off" slotProps={{ htmlInput: { maxLength: 500, dir: 'ltr', spellCheck: false } }} />
  }
}

/** What a field holds before anybody chose: the connector's own default. Not a change of the form. */
const useDefaults = ({ getValues, resetField }: Form, connector: Connector | undefined): void => {
  useEffect(() => {
    for (const { name, kind, default: preset } of connector?.fields ?? []) {
      const path = `connection.${name}` as const
      if (getValues(path) === undefined)
        resetField(path, { defaultValue: preset ?? (kind === 'switch' ? false : kind === 'number' ? null : '') })
    }
  }, [connector, getValues, resetField])
}

/** How the system is reached: the connector, what it has to know, and the secret it shows. */
export const ConnectionFields = ({ form, system }: { form: Form; system: Detail }) => {
  const t = useT()
  const { data, isError, error, refetch } = useEndpoint(connections.list, {})
  const code = useWatch({ control: form.control, name: 'connector' })
  const connector = data?.find((one) => one.code === code)
  useDefaults(form, connector)
  if (system.type === 'built_in')
    return (
      <FormSection title={t('connection.title')} hint={t('connection.hint')}>
        <p>{t('connection.builtIn')}</p>
      </FormSection>
    )
  return (
    <FormSection title={t('connection.title')} hint={t('connection.hint')}>
      {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <RowsSkeleton rows={4} /> : null}
      {data ? (
        <FieldGrid>
          <div className="wide">
            <SelectField
              control={form.control}
              name="connector"
              label={t('f.connector')}
              hint={t('h.connector')}
              options={data.filter(({ servedBy }) => servedBy === 'system').map(({ code: value, name }) => ({ value, label: name }))}
              rules={{ onChange: () => form.setValue('connection', {}, { shouldDirty: true }) }}
            />
          </div>
          {connector?.fields.map((field) => (
            <div key={`${code} ${field.name}`} className={field.kind === 'url' || field.kind === 'switch' ? 'wide' : undefined}>
              <Field form={form} field={field} />
            </div>
          ))}
          {connector?.secrets.includes('apiToken') ? (
            <div className="wide">
              <SecretField
                control={form.control}
                name="secrets.apiToken"
                label={t('f.apiToken')}
                hint={t('h.apiToken')}
                setAt={system.secrets.find(({ name }) => name === 'apiToken')?.setAt}
                long={false}
                maxLength={2000}
              />
            </div>
          ) : null}
        </FieldGrid>
      ) : null}
    </FormSection>
  )
}
