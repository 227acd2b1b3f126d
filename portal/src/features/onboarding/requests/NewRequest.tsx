import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { langs } from '@tablewire/contracts/kit/wire'
import { useId } from 'react'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import { languageName } from '#src/kit/format.ts'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from '../use-t.ts'
import { Candidates } from './Candidates.tsx'
import { PartiesFields } from './PartiesFields.tsx'
import { type NewRequestProps, useNewRequest } from './use-new-request.ts'

const upTo = (maxLength: number) => ({ autoComplete: 'off', slotProps: { htmlInput: { maxLength, dir: 'auto' } } }) as const

type FieldsProps = Pick<ReturnType<typeof useNewRequest>, 'form' | 'asker'>

const VenueFields = ({ form: { control } }: FieldsProps) => {
  const t = useT()
  return (
    <>
      <TextInput control={control} name="venueName" label={t('r.c.venue')} required className="wide" {...upTo(200)} />
      <TextInput control={control} name="venueAddress" label={t('r.c.address')} className="wide" {...upTo(300)} />
      <SelectField
        control={control}
        name="venueCountry"
        label={t('r.f.country')}
        empty={t('r.new.choose')}
        options={countryOptions(countryCodes)}
      />
      <TextInput control={control} name="venuePhone" label={t('r.f.phone')} type="tel" {...upTo(40)} />
      <TextInput
        control={control}
        name="profileUrl"
        label={t('r.f.profile')}
        type="url"
        className="wide"
        placeholder="https://"
        {...upTo(2000)}
      />
    </>
  )
}

const NamesFields = ({ form: { control }, asker }: FieldsProps) => {
  const t = useT()
  return (
    <>
      <TextInput control={control} name="rmsVenueId" label={t('r.f.rmsVenueId')} hint={t('r.new.later')} {...upTo(200)} />
      <TextInput
        control={control}
        name="bookingChannelVenueId"
        label={t('r.f.bookingChannelVenueId')}
        hint={t('r.new.later')}
        {...upTo(200)}
      />
      <TextInput control={control} name="contactEmail" label={t('r.i.email')} hint={t('r.new.contact')} type="email" {...upTo(254)} />
      <SelectField
        control={control}
        name="contactLanguage"
        label={t('r.i.lang')}
        empty={t('r.new.choose')}
        options={langs.map((value) => ({ value, label: languageName(value) }))}
      />
      <TextInput control={control} name="reference" label={t('r.c.reference')} className="wide" {...upTo(120)} />
      <TextInput
        control={control}
        name="notes"
        label={t('r.f.notes')}
        hint={t('r.new.notes')}
        className="wide"
        multiline
        minRows={2}
        {...upTo(4000)}
      />
      <TextInput
        control={control}
        name="internalNotes"
        label={t('r.new.internal')}
        hint={t(asker === 'admin' ? 'r.new.internal.admin' : 'r.new.internal.hint')}
        className="wide"
        multiline
        minRows={2}
        {...upTo(4000)}
      />
    </>
  )
}

/** A restaurant asked for: between whom, which one, and what is known of it already. */
export const NewRequest = (props: NewRequestProps) => {
  const t = useT()
  const titleId = useId()
  const { form, draft, asker, standing, likely, save, saving } = useNewRequest(props)
  // What was typed is kept as a draft.
  const look = (id: string): void => {
    props.onClose()
    props.onMade(id)
  }
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('r.new')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('r.new.make')} saving={saving} onSave={save} onClose={props.onClose}>
        {standing === undefined ? null : (
          <ToneBox tone="warning" role="alert">
            <span>{t('r.new.standing')}</span>
            <Button size="small" color="inherit" onClick={() => look(standing)}>
              {t('r.new.look')}
            </Button>
          </ToneBox>
        )}
        <FieldGrid>
          <PartiesFields control={form.control} asker={asker} />
          <VenueFields form={form} asker={asker} />
          <Candidates form={form} asker={asker} likely={likely} onLook={look} />
          <NamesFields form={form} asker={asker} />
        </FieldGrid>
      </DialogForm>
    </Dialog>
  )
}
