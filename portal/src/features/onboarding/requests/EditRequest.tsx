import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useId, useState } from 'react'
import { ChangedNote } from '#src/kit/form/ChangedNote.tsx'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { countryName, languageName } from '#src/kit/format.ts'
import { useT } from '../use-t.ts'
import { type EditForm, useEditRequest } from './use-edit-request.ts'
import type { FormProps } from './use-request-form.ts'

const upTo = (maxLength: number) => ({ autoComplete: 'off', slotProps: { htmlInput: { maxLength, dir: 'auto' } } }) as const
const several = { className: 'wide', multiline: true, minRows: 2, ...upTo(4000) } as const

const VenueFields = ({ control }: Pick<ReturnType<typeof useEditRequest>['form'], 'control'>) => {
  const t = useT()
  return (
    <>
      <TextInput control={control} name="venueName" label={t('r.c.venue')} required className="wide" {...upTo(200)} />
      <TextInput control={control} name="venueAddress" label={t('r.c.address')} className="wide" {...upTo(300)} />
      <SelectField control={control} name="venueCountry" label={t('r.f.country')} empty="–" options={countryOptions(countryCodes)} />
      <TextInput control={control} name="venuePhone" label={t('r.f.phone')} type="tel" {...upTo(40)} />
      <TextInput control={control} name="profileUrl" label={t('r.f.profile')} type="url" className="wide" {...upTo(2000)} />
      <TextInput control={control} name="contactEmail" label={t('r.i.email')} type="email" {...upTo(254)} />
      <SelectField
        control={control}
        name="contactLanguage"
        label={t('r.i.lang')}
        empty="–"
        options={langs.map((value) => ({ value, label: languageName(value) }))}
      />
      <TextInput control={control} name="reference" label={t('r.c.reference')} className="wide" {...upTo(120)} />
      <TextInput control={control} name="notes" label={t('r.f.notes')} hint={t('r.new.notes')} {...several} />
    </>
  )
}

const labels = {
  venueName: 'r.c.venue',
  venueAddress: 'r.c.address',
  venuePhone: 'r.f.phone',
  notes: 'r.f.notes',
  venueCountry: 'r.f.country',
  profileUrl: 'r.f.profile',
  reference: 'r.c.reference',
  contactEmail: 'r.i.email',
  contactLanguage: 'r.i.lang',
  rmsNotes: 'r.f.rmsNotes',
  bcNotes: 'r.f.bcNotes',
} as const satisfies Record<keyof EditForm, string>
const inWords = (field: keyof EditForm, value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  if (text === '') return '–'
  if (field === 'venueCountry') return countryName(text)
  return field === 'contactLanguage' ? languageName(text as Lang) : text
}

const EditDialog = (props: FormProps) => {
  const t = useT()
  const titleId = useId()
  const { form, opened, draft, save, saving, changed, stale, merge, closeStale } = useEditRequest(props)
  const { status, internalNotes } = opened
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t(isOpen(status) ? 'r.edit.title' : 'r.edit.notes')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('r.ids.save')} saving={saving} onSave={save} onClose={props.onClose}>
        <ChangedNote {...changed} />
        <FieldGrid>
          {isOpen(status) ? <VenueFields control={form.control} /> : null}
          {internalNotes.rms === null ? null : (
            <TextInput control={form.control} name="rmsNotes" label={t('r.f.rmsNotes')} hint={t('r.edit.own.rms')} {...several} />
          )}
          {internalNotes.bc === null ? null : (
            <TextInput control={form.control} name="bcNotes" label={t('r.f.bcNotes')} hint={t('r.edit.own.bc')} {...several} />
          )}
        </FieldGrid>
      </DialogForm>
      {stale ? <StaleDialog {...stale} labelOf={(field) => t(labels[field])} textOf={inWords} onSave={merge} onClose={closeStale} /> : null}
    </Dialog>
  )
}

/** What is known of the restaurant, while it is open; what the own side notes for itself, always. */
export const EditRequest = ({ request }: { request: OnboardingDetail }) => {
  const t = useT()
  const [edits, setEdits] = useState(false)
  if (request.side === 'venue') return null
  return (
    <>
      <Button variant="outlined" onClick={() => setEdits(true)}>
        {t(isOpen(request.status) ? 'r.edit' : 'r.edit.notes')}
      </Button>
      {edits ? <EditDialog request={request} onClose={() => setEdits(false)} /> : null}
    </>
  )
}
