import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { mostRecipients } from '@tablewire/contracts/analytics/reports'
import { isAgent } from '@tablewire/contracts/identity/access'
import { ranges } from '@tablewire/contracts/analytics/ranges.rules'
import { useId, useState } from 'react'
import { useSession } from '#src/api/session.ts'
import { languages, langs } from '#src/i18n/lang.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { type Say, useT } from '../use-t.ts'
import { ReportFilters } from './ReportFilters.tsx'
import { RhythmFields } from './RhythmFields.tsx'
import { isRunning } from './report-form.ts'
import { type DialogProps, useReportForm } from './use-report-form.ts'

/** Whoever works for a partner agrees by saving to whose bookings its readers are shown: of the channels of today, or of the system. */
const sideText = (t: Say, roles: readonly string[], channels: readonly { name: string }[]): string | null => {
  if (roles.includes('ROLE_RMS_AGENT')) return t('report.side.system')
  return channels.length > 0 ? t('report.side.channels', { channels: channels.map(({ name }) => name).join(', ') }) : null
}

/** In whose sight another's report is counted, before and after it is saved. */
const Sight = ({ report, purpose }: Pick<DialogProps, 'report' | 'purpose'>) => {
  const t = useT()
  const text =
    purpose === 'takeOver' ? t('report.takeOver.hint') : report && !report.mine ? t('report.owner.hint', { owner: report.ownerName }) : ''
  return text ? <p style={{ margin: 0 }}>{text}</p> : null
}

/** What comes, when, and to whom. */
export const ReportDialog = ({ report: opened, ...rest }: DialogProps) => {
  // The list behind is asked again and again; what is edited stays what was opened.
  const [report] = useState(opened)
  const t = useT()
  const titleId = useId()
  const { form, draft, save, saving, ownDays, proposed } = useReportForm({ ...rest, report })
  const { control } = form
  const { purpose } = rest
  const { userData, bookingChannels } = useSession()
  const roles = userData?.roles ?? []
  const side = report?.mine && isAgent(roles) ? sideText(t, roles, bookingChannels) : null
  return (
    <Dialog open onClose={rest.onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t(purpose === 'takeOver' ? 'report.takeOver' : report ? 'report.edit' : 'report.new')}</DialogTitle>
      <DialogForm
        draft={draft}
        saveLabel={t(purpose !== 'change' ? 'report.resume' : report ? 'report.save' : 'report.create')}
        saving={saving}
        onSave={save}
        onClose={rest.onClose}
      >
        <Sight report={report} purpose={purpose} />
        {side ? <p style={{ margin: 0 }}>{side}</p> : null}
        <FieldGrid>
          {proposed ? (
            <div className="wide">
              {t('report.finished', { asked: t(`report.range.${proposed.asked}`), range: t(`report.range.${proposed.range}`) })}
            </div>
          ) : null}
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
            hint={isRunning(form.watch('range')) ? t('report.running') : undefined}
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
          <ReportFilters control={control} query={rest.query} report={report} takesOver={purpose === 'takeOver'} />
        </FieldGrid>
      </DialogForm>
    </Dialog>
  )
}
