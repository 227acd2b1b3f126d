import { type Report, reports } from '@tablewire/contracts/analytics/reports'
import { useForm } from 'react-hook-form'
import type { ApiError } from '#src/api/api-error.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { useLang } from '#src/i18n/lang.ts'
import { announceFaults } from '#src/kit/form/announce-faults.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { toast } from '#src/kit/toasts.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { useT } from '../use-t.ts'
import { readersZone } from '../question.ts'
import {
  addressesIn,
  bodyOf,
  formOf,
  hasOwnDays,
  newForm,
  reportZone,
  proposedFor,
  type PageQuestion,
  type ReportForm,
} from './report-form.ts'

/** Opened to change it; or so that it goes on with what is saved: as the own, or taken over in the sight of whoever saves it. */
export type DialogPurpose = 'change' | 'resume' | 'takeOver'
export type DialogProps = { query: PageQuestion; report: Report | undefined; purpose: DialogPurpose; now: number; onClose: () => void }

/** The form of a report, and what becomes of it when it is saved. */
export const useReportForm = ({ query, report, purpose, now, onClose }: DialogProps) => {
  const t = useT()
  const office = useOfficeT()
  const lang = useLang()
  const { venues, userData } = useSession()
  const timezone = reportZone(query, venues)
  // The days of the page have their names by the same calendar as there.
  const today = wallClock(readersZone({ venue: query.venueId?.join(',') }, venues), now).slice(0, 10)
  const reader = { email: userData?.email ?? '', timezone, lang, today }
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
      // What it is about cannot be asked: that is told where its filters stand.
      const [about] = Object.entries(error.errors).find(([name]) => name.startsWith('question.')) ?? []
      if (about) {
        form.setError('dropped', { message: error.errors[about]![0] ?? error.message })
        return announceFaults(office('check'))
      }
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
    if (report)
      update.mutate({ params: { id: report.id }, body: { ...body, ...(purpose === 'change' ? {} : { paused: false }), version: draft.of } })
    else create.mutate({ body })
  })
  const planned = report
    ? { ownDays: false, proposed: undefined }
    : { ownDays: hasOwnDays(query, today), proposed: proposedFor(query, today) }
  return { form, draft, save, saving: create.isPending || update.isPending, ...planned }
}
