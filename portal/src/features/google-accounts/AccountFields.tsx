import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import { channels } from '@tablewire/contracts/channels/channels'
import { capabilityNames } from '@tablewire/contracts/rms/system-fields'
import type { Control } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretField } from '#src/kit/form/SecretField.tsx'
import { feeds, type Values } from './account-form.ts'
import { useT } from './use-t.ts'

type FieldsProps = { control: Control<Values>; account: GoogleAccount }
const plain = { autoComplete: 'off' } as const
const setSince = ({ secrets }: GoogleAccount, secret: string): string | undefined => secrets.find(({ name }) => name === secret)?.setAt

const Basics = ({ control, account }: FieldsProps) => {
  const t = useT()
  const found = useEndpoint(channels.list, { query: { limit: 200, filters: { active: true, product: 'google' } } })
  const others = (found.data?.data ?? []).filter(({ id }) => id !== account.channelId)
  const choices = [{ id: account.channelId, name: account.channelName }, ...others]
  return (
    <FormSection title={t('s.account')} hint={t('s.account.hint')}>
      <FieldGrid>
        <TextInput control={control} name="name" label={t('f.name')} required slotProps={{ htmlInput: { maxLength: 80 } }} />
        <TextInput
          control={control}
          name="key"
          label={t('f.key')}
          hint={t('h.key')}
          required
          {...plain}
          slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
        />
        <TextInput
          control={control}
          name="partnerId"
          label={t('f.partnerId')}
          hint={t('h.partnerId')}
          {...plain}
          slotProps={{ htmlInput: { maxLength: 20, inputMode: 'numeric' } }}
        />
        <SelectField
          control={control}
          name="channelId"
          label={t('f.channelId')}
          hint={t('h.channelId')}
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <div className="wide">
          <SwitchField control={control} name="active" label={t('f.active')} hint={t('h.active')} />
        </div>
        <div className="wide">
          {/* There is always one: another account takes it over. */}
          <SwitchField control={control} name="isDefault" label={t('f.isDefault')} hint={t('h.isDefault')} disabled={account.isDefault} />
        </div>
      </FieldGrid>
    </FormSection>
  )
}

const Feeds = ({ control, account }: FieldsProps) => {
  const t = useT()
  return (
    <FormSection title={t('s.feeds')} hint={t('s.feeds.hint')}>
      <FieldGrid>
        <TextInput
          control={control}
          name="sftpUrl"
          label={t('f.sftpUrl')}
          hint={t('h.sftpUrl')}
          {...plain}
          slotProps={{ htmlInput: { maxLength: 500, spellCheck: false } }}
        />
        <NumberField control={control} name="sftpPort" label={t('f.sftpPort')} hint={t('h.sftpPort')} required min={1} max={65_535} />
        <div className="wide">
          <TextInput
            control={control}
            name="sftpHostKey"
            label={t('f.sftpHostKey')}
            hint={t('h.sftpHostKey')}
            {...plain}
            slotProps={{ htmlInput: { maxLength: 2000, spellCheck: false } }}
          />
        </div>
        {feeds.map((feed) => (
          <TextInput
            key={feed}
            control={control}
            name={`sftpUsers.${feed}`}
            label={t(`f.${feed}`)}
            hint={t(`h.${feed}`)}
            {...plain}
            slotProps={{ htmlInput: { maxLength: 64, spellCheck: false } }}
          />
        ))}
        <div className="wide">
          <SecretField
            control={control}
            name="sftpPrivateRsaKey"
            label={t('f.sftpPrivateRsaKey')}
            hint={t('h.sftpPrivateRsaKey')}
            setAt={setSince(account, 'sftpPrivateRsaKey')}
            long
            maxLength={16_000}
          />
        </div>
      </FieldGrid>
    </FormSection>
  )
}

const Updates = ({ control, account }: FieldsProps) => {
  const t = useT()
  return (
    <FormSection title={t('s.updates')} hint={t('s.updates.hint')}>
      <FieldGrid>
        <div className="wide">
          <SecretField
            control={control}
            name="oauthKey"
            label={t('f.oauthKey')}
            hint={t('h.oauthKey')}
            setAt={setSince(account, 'oauthKey')}
            long
            maxLength={16_000}
          />
        </div>
        <div className="wide">
          <TextInput
            control={control}
            name="apiUrl"
            label={t('f.apiUrl')}
            hint={t('h.apiUrl')}
            {...plain}
            slotProps={{ htmlInput: { maxLength: 500, spellCheck: false } }}
          />
        </div>
      </FieldGrid>
    </FormSection>
  )
}

/** Everything of an account that is saved together. */
export const AccountFields = (props: FieldsProps) => {
  const t = useT()
  const { control } = props
  return (
    <>
      <Basics {...props} />
      <Feeds {...props} />
      <Updates {...props} />
      <FormSection title={t('s.capabilities')} hint={t('s.capabilities.hint')}>
        <FieldGrid>
          {capabilityNames.map((name) => (
            <SwitchField key={name} control={control} name={`capabilities.${name}`} label={t(`f.${name}`)} hint={t(`h.${name}`)} />
          ))}
        </FieldGrid>
      </FormSection>
    </>
  )
}
