import { mdiEyeOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { guestMessages } from '@tablewire/contracts/booking/guest-messages'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useCall } from '#src/api/query.ts'
import { languages, langs } from '#src/i18n/lang.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FieldGrid, NumberField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { MailFrame } from '#src/kit/MailFrame.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { SheetMail } from './sheet/lazy-sheet-mail.ts'
import { useT } from './use-t.ts'
import { ReminderEffect } from './messages/ReminderEffect.tsx'
import { gapsOf, TextLines, TextPorts, useGapFault } from './messages/TextLines.tsx'
import { type MessageKind, messageKinds, notices, type VenueForm } from './venue-form.ts'

type TabProps = { control: Control<VenueForm>; venue: VenueDetail }

/** The chosen message as a guest of this house would read it now, with the words that stand in the form. */
const Preview = ({ control, venue, kind }: TabProps & { kind: MessageKind }) => {
  const t = useT()
  const [lang, setLang] = useState<(typeof langs)[number]>('en')
  const texts = useWatch({ control, name: `messageTexts.${kind}` })
  const { mutate, data, error, isPending } = useCall(guestMessages.preview)
  const show = (): void => mutate({ params: { id: venue.id }, body: { kind, lang, texts: texts as VenueDetail['confirmationText'] } })
  return (
    <>
      <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 12, marginBlockStart: 16 }}>
        <TextField
          select
          label={t('preview.lang')}
          value={lang}
          onChange={({ target }) => setLang(target.value as typeof lang)}
          sx={{ minWidth: 160 }}
        >
          {langs.map((one) => (
            <option key={one} value={one}>
              {languages[one]}
            </option>
          ))}
        </TextField>
        <Button variant="outlined" startIcon={<Icon path={mdiEyeOutline} size={18} />} loading={isPending} onClick={show}>
          {t('preview.show')}
        </Button>
      </div>
      {error ? <ErrorState error={error} onRetry={show} /> : null}
      {data && !error ? (
        <output style={{ display: 'block', marginBlockStart: 16 }}>
          <b>{data.subject}</b>
          <br />
          <span style={{ display: 'block', marginBlockEnd: 8 }}>{t('preview.of', { reference: data.reference })}</span>
          <MailFrame title={t('preview.title')} html={data.html} height={520} />
        </output>
      ) : null}
    </>
  )
}

/** VE2: from whom mails to guests come, which go by themselves, when, and in which words. */
export const EmailTab = ({ control, venue }: TabProps) => {
  const t = useT()
  const [kind, setKind] = useState<MessageKind>('booked')
  const gapFault = useGapFault(gapsOf(kind))
  return (
    <>
      <FormSection title={t('section.sender')} hint={t('section.sender.hint')}>
        <FieldGrid>
          <TextInput
            control={control}
            name="emailSenderName"
            label={t('emailSenderName')}
            hint={t('emailSenderName.hint')}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <TextInput
            control={control}
            name="emailReplyTo"
            type="email"
            label={t('emailReplyTo')}
            hint={t('emailReplyTo.hint')}
            slotProps={{ htmlInput: { maxLength: 254 } }}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.notices')} hint={t('section.notices.hint')}>
        <FieldGrid>
          {notices.map((one) => (
            <SwitchField key={one} control={control} name={`notice.${one}`} label={t(`notice.${one}`)} hint={t(`notice.${one}.hint`)} />
          ))}
        </FieldGrid>
      </FormSection>
      <TextPorts control={control} />
      <FormSection title={t('section.times')} hint={t('section.times.hint')}>
        <FieldGrid>
          <NumberField
            control={control}
            name="reminderHours"
            label={t('reminderHours')}
            hint={t('reminderHours.hint')}
            required
            min={2}
            max={168}
          />
          <NumberField
            control={control}
            name="sameDayHours"
            label={t('sameDayHours')}
            hint={t('sameDayHours.hint')}
            required
            min={1}
            max={12}
          />
          <NumberField control={control} name="quietFrom" label={t('quietFrom')} hint={t('quietFrom.hint')} required min={0} max={23} />
          <NumberField control={control} name="quietUntil" label={t('quietUntil')} hint={t('quietUntil.hint')} required min={0} max={23} />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.words')} hint={t('section.words.hint')}>
        <TextField
          select
          label={t('messageTexts.kind')}
          value={kind}
          onChange={({ target }) => setKind(target.value as MessageKind)}
          sx={{ maxWidth: 360, marginBlockEnd: 2 }}
        >
          {messageKinds.map((one) => (
            <option key={one} value={one}>
              {t(`notice.${one}`)}
            </option>
          ))}
        </TextField>
        <LangTexts
          key={kind}
          control={control}
          name={`messageTexts.${kind}`}
          label={t('messageTexts')}
          hint={t('messageTexts.hint', { gaps: gapsOf(kind) })}
          rows={4}
          fault={gapFault}
        />
        <TextLines key={`line ${kind}`} control={control} venue={venue} kind={kind} />
        <Preview key={`preview ${kind}`} control={control} venue={venue} kind={kind} />
      </FormSection>
      <ReminderEffect control={control} venue={venue} />
      <SheetMail venueId={venue.id} zone={venue.timezone} />
    </>
  )
}
