import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReplyTemplate, replyTemplates } from '@tablewire/contracts/reviews/reply-templates'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { useLang } from '#src/i18n/lang.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { languageName } from '#src/kit/format.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { Variants, Venues } from './TemplateParts.tsx'
import { bodyOf, formOf, type TemplateForm, usualLanguages } from './template-form.ts'

type Props = { template: ReplyTemplate | undefined; onClose: () => void }

const useTemplateForm = ({ template, onClose }: Props) => {
  const t = useT()
  const lang = useLang()
  const { userData } = useSession()
  const form = useForm<TemplateForm>({ defaultValues: formOf(template, lang) })
  const draft = useDraft(form, { key: `reply-template:${template?.id ?? 'new'}`, owner: userData?.id ?? '', of: template?.version ?? 0 })
  const show = useShowRefusal(form.setError, ['name', 'language', 'venues'])
  const settled = {
    meta: { shown: true },
    onSuccess: (): void => {
      draft.drop()
      void queryClient.invalidateQueries({ queryKey: ['replyTemplates'] })
      toast.success(t('template.saved'))
      onClose()
    },
    onError: show,
  }
  const create = useCall(replyTemplates.create, settled)
  const update = useCall(replyTemplates.update, settled)
  const save = form.handleSubmit((made) => {
    const body = bodyOf(made)
    if (template) update.mutate({ params: { id: template.id }, body: { ...body, version: draft.of } })
    else create.mutate({ body })
  })
  return { form, draft, save, saving: create.isPending || update.isPending }
}

/** When it is offered, in which language, and its wordings. */
export const TemplateDialog = ({ template: opened, onClose }: Props) => {
  // The list behind is asked again; what is edited stays what was opened.
  const [template] = useState(opened)
  const t = useT()
  const titleId = useId()
  const { form, draft, save, saving } = useTemplateForm({ template, onClose })
  const { control } = form
  const languages = [...new Set([...usualLanguages, form.getValues('language')])]
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{t(template ? 'template.edit.title' : 'template.new')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('template.save')} saving={saving} onSave={save} onClose={onClose}>
        <FieldGrid>
          <TextInput
            control={control}
            name="name"
            label={t('template.name')}
            required
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <SelectField
            control={control}
            name="language"
            label={t('c.language')}
            options={languages.map((value) => ({ value, label: languageName(value) }))}
          />
          <fieldset className="wide" style={{ border: 0, margin: 0, padding: 0 }}>
            <legend>{t('template.stars')}</legend>
            {form.getValues('stars').map((_, at) => (
              <SwitchField key={at} control={control} name={`stars.${at}`} label={t(`stars.${(at + 1) as 1 | 2 | 3 | 4 | 5}`)} />
            ))}
          </fieldset>
          <Variants control={control} />
          <Venues control={control} />
        </FieldGrid>
      </DialogForm>
    </Dialog>
  )
}
