import { type SheetMails, sheetMails } from '@tablewire/contracts/booking/sheet-mails'
import { useForm } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { languages, langs } from '#src/i18n/lang.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatDate, formatInstant } from '#src/kit/format.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { addressesIn, bodyOf, fieldsOf, type SheetMailFields, wrongIn } from './sheet-mail-form.ts'
import { useSheetMailT } from './use-sheet-mail-t.ts'

const langOptions = langs.map((value) => ({ value, label: languages[value] }))

/** What became of the last mail to each: a wrong address is seen where it stands. */
const Letters = ({ mails, zone }: { mails: SheetMails; zone: string }) => {
  const t = useSheetMailT()
  const told = mails.recipients.filter(({ last }) => last !== null)
  return (
    <>
      {mails.enabled && mails.nextAt ? <p>{t('next', { time: formatInstant(mails.nextAt, zone) })}</p> : null}
      {told.length > 0 ? (
        <ul>
          {told.map(({ email, last }) => (
            <li key={email}>
              {email}: {t(`state.${last!.state}`)} · {formatDate(last!.serviceOn)}
              {last!.reason ? ` · ${last!.reason}` : ''}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const Fields = ({ venueId, zone, mails }: { venueId: string; zone: string; mails: SheetMails }) => {
  const t = useSheetMailT()
  const ability = useAbility()
  const may = ability.can('update', 'settings-restaurant') && ability.can('read', 'guests')
  const { control, handleSubmit, reset } = useForm<SheetMailFields>({ defaultValues: fieldsOf(mails) })
  const save = useCall(sheetMails.save, {
    meta: { shown: true },
    onSuccess: (saved) => {
      reset(fieldsOf(saved))
      toast.success(t('saved'))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sheetMails'] }),
  })
  const send = handleSubmit((fields) => save.mutate({ params: { id: venueId }, body: bodyOf(fields, mails.version) }))
  const check = (text: unknown, { enabled }: SheetMailFields): string | true => {
    const addresses = addressesIn(String(text))
    const wrong = wrongIn(addresses)
    if (wrong === 'many') return t('recipients.many')
    if (wrong) return t('recipients.wrong', wrong)
    return !enabled || addresses.length > 0 || t('recipients.none')
  }
  const pages = (['both', 'list', 'kitchen'] as const).map((value) => ({ value, label: t(`pages.${value}`) }))
  // No form of its own: it stands within the venue's, and a form inside of another one is sent as a page.
  return (
    <div>
      <FieldGrid>
        <SwitchField control={control} name="enabled" label={t('enabled')} hint={t('enabled.hint')} disabled={!may} />
        <SwitchField control={control} name="skipEmpty" label={t('skipEmpty')} hint={t('skipEmpty.hint')} disabled={!may} />
        <TextInput
          control={control}
          name="recipients"
          multiline
          minRows={2}
          maxRows={6}
          className="wide"
          label={t('recipients')}
          hint={t('recipients.hint')}
          disabled={!may}
          rules={{ validate: check }}
          slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false, inputMode: 'email' } }}
        />
        <NumberField control={control} name="minutesBefore" required min={15} max={720} unit={t('minutes')} label={t('minutesBefore')} />
        <SelectField control={control} name="pages" label={t('pages')} options={pages} disabled={!may} />
        <SelectField control={control} name="lang" label={t('lang')} options={langOptions} disabled={!may} />
      </FieldGrid>
      {save.error ? <p role="alert">{errorText(save.error, phrasesNow('kit'))}</p> : null}
      <Letters mails={mails} zone={zone} />
      {may ? (
        <KeptButton type="button" variant="contained" busy={save.isPending} onClick={() => void send()} sx={{ marginTop: 2 }}>
          {t('save')}
        </KeptButton>
      ) : (
        <p>{t('mayNot')}</p>
      )}
    </div>
  )
}

/** RE5: to whom the service sheet goes before each meal, and whether it arrived. */
export const SheetMail = ({ venueId, zone }: { venueId: string; zone: string }) => {
  const t = useSheetMailT()
  const query = useEndpoint(sheetMails.get, { params: { id: venueId } })
  return (
    <FormSection title={t('title')} hint={t('hint')}>
      {query.error && !query.data ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={3} /> : null}
      {query.data ? <Fields key={venueId} venueId={venueId} zone={zone} mails={query.data} /> : null}
    </FormSection>
  )
}
