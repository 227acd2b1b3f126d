import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { mostRecipients, type Report, reports } from '@tablewire/contracts/analytics/reports'
import { ranges } from '@tablewire/contracts/analytics/ranges.rules'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ApiError } from '#src/api/api-error.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { languages, langs, useLang } from '#src/i18n/lang.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { toast } from '#src/kit/toasts.ts'
import { ownZone, wallClock } from '#src/kit/zone-clock.ts'
import { useT } from '../use-t.ts'
import { RhythmFields } from './RhythmFields.tsx'
import { addressesIn, bodyOf, formOf, hasOwnDays, mayTake, newForm, type PageQuestion, type ReportForm } from './report-form.ts'

/** `takeOver`: it goes on with what is saved, in the sight of whoever saves it. */
type Props = { query: PageQuestion; report: Report | undefined; takeOver: boolean; now: number; onClose: () => void }

const useReportForm = ({ query, report, takeOver, now, onClose }: Props) => {
  const t = useT()
  const lang = useLang()
  const { venues, userData } = useSession()
  const timezone = venues[0]?.timezone ?? ownZone()
  const reader = { email: userData?.email ?? '', timezone, lang, today: wallClock(timezone, now).slice(0, 10) }
  const form = useForm<ReportForm>({ defaultValues: report ? formOf(report) : newForm(query, reader) })
  const draft = useDraft(form, { key: `report:${report?.id ?? 'new'}`, owner: userData?.id ?? '', of: report?.version ?? 0 })
  const show = useShowRefusal(form.setError, ['name', 'time', 'timezone', 'recipients', 'weekday', 'monthDay', 'lang'], {
    'venue.zone_unknown': 'timezone',
  })
  const settled = {
    meta: { shown: true },
    onSuccess: (): void => {
      draft.drop()
      void queryClient.invalidateQueries({ queryKey: ['reports'] })
      toast.success(t('report.saved'))
      onClose()
    },
    onError: (error: ApiError): void => {
      // One line of many is wrong: which one, its sentence does not say, and the field holds them all.
      const [place, sentences] = Object.entries(error.errors).find(([name]) => name.startsWith('recipients.')) ?? []
      if (!place || !sentences?.[0]) return show(error)
      const wrong = addressesIn(form.getValues('recipients'))[Number(place.slice('recipients.'.length))]
      form.setError('recipients', { message: `${wrong ?? ''}: ${sentences[0]}` }, { shouldFocus: true })
    },
  }
  const create = useCall(reports.create, settled)
  const update = useCall(reports.update, settled)
  const save = form.handleSubmit((made) => {
    const body = bodyOf(made, { query, report })
    if (report) update.mutate({ params: { id: report.id }, body: { ...body, ...(takeOver ? { paused: false } : {}), version: draft.of } })
    else create.mutate({ body })
  })
  return { form, draft, save, saving: create.isPending || update.isPending, ownDays: !report && hasOwnDays(query, reader.today) }
}

/** What comes, when, and to whom. */
export const ReportDialog = ({ report: opened, ...rest }: Props) => {
  // The list behind is asked again and again; what is edited stays what was opened.
  const [report] = useState(opened)
  const t = useT()
  const titleId = useId()
  const { form, draft, save, saving, ownDays } = useReportForm({ ...rest, report })
  const { control } = form
  return (
    <Dialog open onClose={rest.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t(rest.takeOver ? 'report.takeOver' : report ? 'report.edit' : 'report.new')}</DialogTitle>
      <DialogForm
        draft={draft}
        saveLabel={t(rest.takeOver ? 'report.resume' : report ? 'report.save' : 'report.create')}
        saving={saving}
        onSave={save}
        onClose={rest.onClose}
      >
        {rest.takeOver ? <p style={{ marginBlockStart: 0 }}>{t('report.takeOver.hint')}</p> : null}
        <FieldGrid>
          {ownDays ? <div className="wide">{t('report.ownDays')}</div> : null}
          <TextInput
            className="wide"
            control={control}
            name="name"
            label={t('report.name')}
            hint={t('report.name.hint')}
            required
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <SelectField
            control={control}
            name="range"
            label={t('report.range')}
            options={ranges.map((value) => ({ value, label: t(`report.range.${value}`) }))}
          />
          <SelectField
            control={control}
            name="compare"
            label={t('report.compare')}
            options={(['previous', 'year', 'none'] as const).map((value) => ({ value, label: t(`compare.${value}`) }))}
          />
          <RhythmFields control={control} rhythm={form.watch('rhythm')} />
          <SelectField
            control={control}
            name="lang"
            label={t('report.lang')}
            options={langs.map((value) => ({ value, label: languages[value] }))}
          />
          <TextInput
            className="wide"
            control={control}
            name="recipients"
            label={t('report.recipients')}
            hint={t('report.recipients.hint', { max: mostRecipients })}
            required
            multiline
            minRows={2}
            maxRows={8}
            autoComplete="off"
          />
          <div className="wide">
            {report ? null : t('report.filters')}
            {report && mayTake(rest.query, report) ? <SwitchField control={control} name="take" label={t('report.take')} /> : null}
          </div>
        </FieldGrid>
      </DialogForm>
    </Dialog>
  )
}
