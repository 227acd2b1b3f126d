import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { salesLinkDays, salesLinks } from '@tablewire/contracts/rms/sales-links'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useFoundVenues } from '#src/api/finds.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { useLang } from '#src/i18n/lang.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, NumberField, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { FindField } from '#src/kit/form/FindField.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { languageName } from '#src/kit/format.ts'
import { toast } from '#src/kit/toasts.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type LinkForm = { venueId: string; venueName: string; recipient: string; lang: Lang; expiresInDays: number | null }
type NewLinkProps = { onClose: () => void; onMade: (id: string) => void }

const useLinkForm = ({ onClose, onMade }: NewLinkProps) => {
  const t = useT()
  const lang = useLang()
  const { userData } = useSession()
  const form = useForm<LinkForm>({ defaultValues: { venueId: '', venueName: '', recipient: '', lang, expiresInDays: salesLinkDays.usual } })
  const draft = useDraft(form, { key: 'sales-link', owner: userData?.id ?? '', of: 0 })
  const create = useCall(salesLinks.create, {
    meta: { shown: true },
    onSuccess: ({ id }) => {
      draft.drop()
      void queryClient.invalidateQueries({ queryKey: ['salesLinks'] })
      toast.success(t('made'))
      onClose()
      onMade(id)
    },
    onError: useShowRefusal(form.setError, ['venueId', 'recipient', 'lang', 'expiresInDays']),
  })
  const save = form.handleSubmit(({ venueId, recipient, lang: chosen, expiresInDays }) =>
    create.mutate({ body: { venueId, recipient, lang: chosen, expiresInDays: expiresInDays ?? salesLinkDays.usual } }),
  )
  return { form, draft, save, saving: create.isPending }
}

/** For which restaurant, for whom, in which language and how long. */
export const NewLink = (props: NewLinkProps) => {
  const t = useT()
  const titleId = useId()
  const { form, draft, save, saving } = useLinkForm(props)
  const { control } = form
  const [search, setText] = useTyped()
  const { options } = useFoundVenues(search)
  const venueName = useWatch({ control, name: 'venueName' })
  form.register('venueId', { required: t('f.venue.missing') })
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('new')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('make')} saving={saving} onSave={save} onClose={props.onClose}>
        <FieldGrid>
          <div className="wide">
            <FindField
              label={t('f.venue')}
              hint={t('f.venue.hint')}
              error={form.formState.errors.venueId?.message}
              value={venueName}
              options={options}
              atOnce
              required
              onType={setText}
              onChoose={({ id, name }) => {
                form.setValue('venueId', id, { shouldDirty: true, shouldValidate: true })
                form.setValue('venueName', name, { shouldDirty: true })
              }}
            />
          </div>
          <TextInput
            control={control}
            name="recipient"
            label={t('c.recipient')}
            hint={t('f.recipient.hint')}
            className="wide"
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <SelectField
            control={control}
            name="lang"
            label={t('c.lang')}
            options={langs.map((value) => ({ value, label: languageName(value) }))}
          />
          <NumberField
            control={control}
            name="expiresInDays"
            label={t('f.days')}
            min={salesLinkDays.least}
            max={salesLinkDays.most}
            unit={t('f.days.unit')}
            required
          />
        </FieldGrid>
      </DialogForm>
    </Dialog>
  )
}
