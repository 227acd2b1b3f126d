import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { langs } from '@tablewire/contracts/kit/wire'
import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useId, useState } from 'react'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import { languageName } from '#src/kit/format.ts'
import { useT } from '../use-t.ts'
import { type EditProps, useEditRequest } from './use-edit-request.ts'

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

const EditDialog = (props: EditProps) => {
  const t = useT()
  const titleId = useId()
  const { form, draft, save, saving } = useEditRequest(props)
  const { status, internalNotes } = props.request
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t(isOpen(status) ? 'r.edit.title' : 'r.edit.notes')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('r.ids.save')} saving={saving} onSave={save} onClose={props.onClose}>
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
