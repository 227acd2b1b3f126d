import { type Control, useWatch } from 'react-hook-form'
import { CommissionGrid, LimitGrid } from './TermFields.tsx'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { type ChannelForm, hostsOf, type Tab } from './channel-form.ts'
import { useT } from './use-t.ts'

type FieldsProps = { control: Control<ChannelForm> }

const address = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/([^\s{}"<>\\]|\{(venueId|externalId)\})*)?$/i

const hostOrigin = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i

const logoAddress = /^https:\/\/[^\s{}"<>\\]+$/i

export const DetailFields = ({ control }: FieldsProps) => {
  const t = useT()
  const type = useWatch({ control, name: 'type' })
  const good = (value: unknown): string | true =>
    typeof value !== 'string' || value.trim() === '' || address.test(value.trim()) || t('address.bad')
  // Said with the other faults of the form: the server would tell of the shape of one field before it looks at the rest.
  const goodLogo = (value: unknown): string | true =>
    typeof value !== 'string' || value.trim() === '' || logoAddress.test(value.trim()) || t('logo.bad')
  const goodHosts = (value: unknown): string | true =>
    typeof value !== 'string' || hostsOf(value).every((host) => hostOrigin.test(host)) || t('hosts.bad')
  return (
    <>
      <FormSection title={t('section.identity')} hint={t('section.identity.hint')}>
        <FieldGrid>
          <TextInput control={control} name="name" label={t('name')} required rules={{ maxLength: 120 }} autoComplete="off" />
          <SelectField
            control={control}
            name="type"
            label={t('type')}
            hint={t('type.hint')}
            options={(['widget', 'pos', 'internal', 'partner'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          <SelectField
            control={control}
            name="product"
            label={t('product')}
            hint={t('product.hint')}
            empty={t('product.none')}
            options={(['google', 'meta', 'facebook', 'instagram'] as const).map((value) => ({ value, label: t(`product.${value}`) }))}
          />
          <NumberField
            control={control}
            name="rateLimitPerMinute"
            label={t('rate')}
            hint={t('rate.hint')}
            required
            min={1}
            max={1_000_000}
          />
          <TextInput control={control} name="logo" label={t('logo')} hint={t('logo.hint')} type="url" rules={{ validate: goodLogo }} />
          {type === 'widget' ? (
            <TextInput
              className="wide"
              control={control}
              name="hosts"
              label={t('hosts')}
              hint={t('hosts.hint')}
              multiline
              minRows={2}
              rules={{ validate: goodHosts }}
              autoComplete="off"
            />
          ) : null}
          <div className="wide">
            <SwitchField control={control} name="active" label={t('isActive')} hint={t('isActive.hint')} />
          </div>
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.connect')} hint={t('section.connect.hint')}>
        <FieldGrid>
          <div className="wide">
            <SwitchField control={control} name="selfSubscription" label={t('self')} hint={t('self.hint')} />
          </div>
          {(['subscribeUrl', 'connectUrl', 'checkUrl'] as const).map((name) => (
            <TextInput
              key={name}
              className="wide"
              control={control}
              name={name}
              label={t(name)}
              hint={t(`${name}.hint`, { venueId: '{venueId}', externalId: '{externalId}' })}
              rules={{ validate: good }}
              autoComplete="off"
            />
          ))}
        </FieldGrid>
      </FormSection>
    </>
  )
}

const TextFields = ({ control }: FieldsProps) => {
  const t = useT()
  return (
    <FormSection title={t('section.texts')} hint={t('section.texts.hint')}>
      <FieldGrid>
        {(['about', 'steps', 'bookingMessage'] as const).map((name) => (
          <div className="wide" key={name}>
            <LangTexts control={control} name={`texts.${name}`} label={t(name)} hint={t(`${name}.hint`)} maxLength={1000} />
          </div>
        ))}
      </FieldGrid>
    </FormSection>
  )
}

const LimitFields = ({ control }: FieldsProps) => {
  const t = useT()
  return (
    <FormSection title={t('section.limits')} hint={t('section.limits.hint')}>
      <LimitGrid control={control} />
    </FormSection>
  )
}

const CommissionFields = ({ control }: FieldsProps) => {
  const t = useT()
  return (
    <FormSection title={t('section.commission')} hint={t('section.commission.hint')}>
      <CommissionGrid control={control} none={t('commission.none')} kind={useWatch({ control, name: 'commission.kind' })} />
    </FormSection>
  )
}

/** The fields of one tab; those of the others keep what was typed. */
export const ChannelFields = ({ tab, control }: FieldsProps & { tab: Tab }) => {
  if (tab === 'details') return <DetailFields control={control} />
  if (tab === 'texts') return <TextFields control={control} />
  if (tab === 'limits') return <LimitFields control={control} />
  return tab === 'commission' ? <CommissionFields control={control} /> : null
}
